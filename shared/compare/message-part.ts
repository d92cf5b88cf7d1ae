/** Parts of a message as they stood on the wire, found without building values. */
import { type Decoded, type IdKey, idKey, isObject, parsedJson, readDecoded, scanJson } from '#shared/jsonrpc';
import { textOf, type MessageEvent } from '#shared/recording';
import { exactOf, isSound, Opaque, parseExact, parseSound, type Exact } from './exact-json.ts';

/** A part by its text, or where that is not at hand by what it was parsed to. */
export type Part =
  /** `sound`: known to be JSON that can be taken apart. */
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

/** True when two parts are the same text, so that nothing has to be taken apart. */
export function sameText(one: Part | undefined, other: Part | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return 'text' in one && 'text' in other && one.text === other.text;
}

/** Takes the messages of a recording apart. A batch is read once, however many of its messages are asked for. */
export class MessageReader {
  readonly #batches = new Map<MessageEvent, ReadonlyMap<string, string>>();

  /** `params`, `result` and `error` of a message; in a batch, of item `key`. Of duplicate members the last counts. Never throws. */
  parts(event: MessageEvent, key: IdKey | undefined, isRequest: boolean): MessageParts {
    if (event.large) return largeParts(readDecoded(event.large.decoded), event.large.bytes, key, isRequest);
    const known = this.#batches.get(event);
    const parts = known ? undefined : partsIn(textOf(event));
    if (parts) return parts;
    const items = known ?? itemsOf(textOf(event));
    this.#batches.set(event, items);
    const item = items.get(itemName(isRequest, key));
    return (item !== undefined && partsIn(item)) || {};
  }
}

const itemName = (isRequest: boolean, key: IdKey | undefined): string => `${isRequest} ${key ?? ''}`;

/** The texts of the messages in a batch that have an id; the first of several with one id. */
function itemsOf(text: string): Map<string, string> {
  const items = new Map<string, string>();
  const { root, members } = scanJson(text);
  for (const { start, end } of root === 'array' ? members : []) {
    const item = text.slice(start, end);
    const found = scanJson(item).members;
    const id = found.findLast((member) => member.key === 'id');
    if (!id) continue;
    const isRequest = found.some((member) => member.key === 'method');
    const name = itemName(isRequest, keyOf(item.slice(id.start, id.end)));
    if (!items.has(name)) items.set(name, item);
  }
  return items;
}

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

function keyOf(text: string): IdKey | undefined {
  const id = parsedJson(text);
  return typeof id === 'string' || typeof id === 'number' ? idKey(id, text) : undefined;
}

/** A view has only the beginning of a large payload, and what was decoded of it. */
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
