/** `params`, `result` and `error` of a message as exact JSON text, located by a scan without parsing the values. */
import { type Decoded, type IdKey, idKey, isObject, parsedJson, readDecoded, scanJson } from '#shared/jsonrpc';
import { textOf, type MessageEvent } from '#shared/recording';
import { exactOf, isSound, Opaque, parseExact, parseSound, type Exact } from './exact-json.ts';

/** The JSON text of a part, or the parsed value if the text is not available (large messages). */
export type Part =
  /** `sound`: the text is known to be valid JSON, within the limits of length and depth for `parseSound`. */
  { readonly text: string; readonly sound: boolean } | { readonly value: unknown };

export interface MessageParts {
  readonly params?: Part;
  readonly result?: Part;
  readonly error?: Part;
}

export function exactPart(part: Part): Exact {
  if (!('text' in part)) return exactOf(part.value);
  return part.sound ? parseSound(part.text) : parseExact(part.text);
}

/** True if both parts have the same text, or both are absent: then they are equal without parsing. */
export function sameText(a: Part | undefined, b: Part | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return 'text' in a && 'text' in b && a.text === b.text;
}

/** Batches whose items are asked for one after the other. */
const MAX_BATCH_COUNT = 16;

/** Locates the parts of messages. The items of the last batches are kept, so that a batch is scanned once for all of them. */
export class MessageReader {
  /** By their texts. */
  readonly #batches = new Map<string, ReadonlyMap<string, string>>();

  /**
   * The parts of a message; in a batch, of the request or response with id `key`. Of duplicate members the last counts.
   * No parts if there is no such message. Never throws.
   */
  parts(event: MessageEvent, key: IdKey | undefined, isRequest: boolean): MessageParts {
    if (event.large) return largeParts(readDecoded(event.large.decoded), event.large.bytes, key, isRequest);
    const text = textOf(event);
    const cached = this.#batches.get(text);
    const parts = cached ? undefined : partsIn(text);
    if (parts) return parts;
    const items = cached ?? itemsOf(text);
    this.#batches.set(text, items);
    if (this.#batches.size > MAX_BATCH_COUNT) this.#batches.delete(this.#batches.keys().next().value ?? '');
    const item = items.get(itemKey(isRequest, key));
    return (item !== undefined && partsIn(item)) || {};
  }
}

const itemKey = (isRequest: boolean, key: IdKey | undefined): string => `${isRequest} ${key ?? ''}`;

/** The texts of the requests and responses in a batch, by `itemKey`. Of several with the same key, the first. */
function itemsOf(text: string): Map<string, string> {
  const items = new Map<string, string>();
  const { root, members } = scanJson(text);
  for (const { start, end } of root === 'array' ? members : []) {
    const item = text.slice(start, end);
    const itemMembers = scanJson(item).members;
    const id = itemMembers.findLast((member) => member.key === 'id');
    if (!id) continue;
    const isRequest = itemMembers.some((member) => member.key === 'method');
    const name = itemKey(isRequest, idKeyOf(item.slice(id.start, id.end)));
    if (!items.has(name)) items.set(name, item);
  }
  return items;
}

/** Undefined if the text is not a JSON object. */
function partsIn(text: string): MessageParts | undefined {
  const scan = scanJson(text);
  if (scan.root !== 'object') return undefined;
  const sound = isSound(text, scan);
  const parts: { params?: Part; result?: Part; error?: Part } = {};
  for (const { key, start, end } of scan.members) {
    if (key === 'params' || key === 'result' || key === 'error') parts[key] = { text: text.slice(start, end), sound };
  }
  return parts;
}

function idKeyOf(text: string): IdKey | undefined {
  const id = parsedJson(text);
  return typeof id === 'string' || typeof id === 'number' ? idKey(id, text) : undefined;
}

/**
 * Of a large message, the web page gets only the beginning and what the relay decoded. A part that was not decoded is a
 * placeholder: the byte count of the message.
 */
function largeParts(decoded: Decoded, bytes: number, key: IdKey | undefined, isRequest: boolean): MessageParts {
  const item =
    decoded.kind === 'batch'
      ? decoded.items.find((each) => 'key' in each && each.key === key && (each.kind === 'request') === isRequest)
      : decoded;
  if (!isObject(item)) return {};
  const part = (name: string): Part => ({ value: item[name] ?? new Opaque(`${bytes} bytes`).text });
  if (item['kind'] === 'response')
    return item['outcome'] === 'error' ? { error: part('error') } : { result: part('result') };
  return item['params'] === undefined && item['large'] !== true ? {} : { params: part('params') };
}
