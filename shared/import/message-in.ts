/** The message that a JSON value is, or holds: alone, or inside an object of a structured log. */
import { type Decoded, decodeText, isObject, type JsonObject, memberText } from '#shared/jsonrpc';
import { isMessage } from './direction.ts';
import type { FoundMessage } from './items.ts';
import { plainJson } from './jsonc.ts';
import { readMark, type Mark } from './line-prefix.ts';
import { oneLine } from './lines.ts';
import { timeOf, type FoundTime } from './times.ts';

/** Members of a structured log's object that hold the message, when it was, who sent it, and to or from which server. */
const INNER = 'message msg payload data body raw rpc packet frame jsonrpc_message'.split(' ');
const WHEN = 'timestamp time ts @timestamp at date t when datetime timestamp_ms'.split(' ');
const WHO = 'direction dir from type kind source sender origin'.split(' ');
const SERVER = 'serverName server_name server serverId server_id'.split(' ');

export type Wrapped = FoundMessage & { readonly fields?: JsonObject };

/** The message of a value's text, which may have comments. Undefined when there is none. */
export function messageIn(json: string, line: number): Wrapped | undefined {
  const decoded = decodeText(json);
  if (decoded.kind === 'malformed') {
    const plain = plainJson(json);
    const found = plain === json ? undefined : messageIn(plain, line);
    return found && { ...found, changed: true };
  }
  // A wrapper may repeat the method of the message that it holds, and looks like a message then.
  const inner = decoded.faults.includes('missing-jsonrpc') ? innerOf(json, decoded, line) : undefined;
  if (inner) return inner;
  if (!isMessage(decoded)) return undefined;
  const { raw, changed } = oneLine(json);
  return { is: 'message', line, raw, decoded, changed };
}

function innerOf(json: string, decoded: Decoded, line: number): Wrapped | undefined {
  const fields = wrapperOf(json, decoded);
  if (!fields) return undefined;
  for (const name of INNER) {
    if (!Object.hasOwn(fields, name)) continue;
    const inner = fields[name];
    const text =
      typeof inner === 'string'
        ? inner
        : isObject(inner) || Array.isArray(inner)
          ? memberText(json, [name])
          : undefined;
    if (text === undefined || !isMessage(decodeText(text))) continue;
    const { raw, changed } = oneLine(text);
    // A message inside another object was parsed before, but for one that stands there as a string.
    const parsed = changed || typeof inner !== 'string';
    return { is: 'message', line, raw, decoded: decodeText(raw), changed: parsed, fields, ...envelope(fields) };
  }
  return undefined;
}

function wrapperOf(json: string, decoded: Decoded): JsonObject | undefined {
  if (decoded.kind === 'invalid') return isObject(decoded.value) ? decoded.value : undefined;
  if (decoded.kind !== 'request' && decoded.kind !== 'notification') return undefined;
  const value: unknown = JSON.parse(json);
  return isObject(value) ? value : undefined;
}

export const fieldsOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** When, by whom and for which server a structured log's object says that its message was. */
export function envelope(fields: JsonObject): {
  time?: FoundTime | undefined;
  mark?: Mark | undefined;
  server?: string | undefined;
} {
  const own = (name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const time = WHEN.map((name) => timeOf(own(name))).find((each) => each !== undefined);
  const mark = WHO.map(own)
    .map((value) => (typeof value === 'string' ? markOf(value.slice(0, 60)) : undefined))
    .find((each) => each !== undefined);
  const server = SERVER.map(own).find((value) => typeof value === 'string' && value !== '' && value.length <= 200);
  return { time, mark, server: typeof server === 'string' ? server : undefined };
}

/** A member's value alone is a word, so that short ones are clear as well. */
function markOf(value: string): Mark | undefined {
  const word = value.trim().toLowerCase().replaceAll(/[_-]/g, ' ');
  return word === 'out' || word === 'in' ? word : readMark(word);
}
