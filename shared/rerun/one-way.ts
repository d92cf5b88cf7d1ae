/**
 * Texts that every program reads alike: one message, on one line, with each member once and under its plain name. What one
 * parser takes for a `ping` another may take for a call; such a text has to be looked at by a person.
 */
import { decodeText, scanJson } from '#shared/jsonrpc';

/** A request or notification that can be read in one way only. */
export interface OneWay {
  readonly method: string;
  /** JSON text of each member of `params`; empty where there are none. */
  readonly params: ReadonlyMap<string, string>;
}

/** JSON-RPC 2.0, section 4. A message with a `result` beside its `method` is an answer to some programs. */
const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/**
 * What some reader of lines ends a line with, a byte-order mark, control characters, and what UTF-8 has no bytes for. Tabs are
 * white space to every program.
 */
const SPLITS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\p{Surrogate}/u;

/** The message of a text, or undefined for any other text, a batch and an answer among them. Never throws. */
export function readOneWay(text: string): OneWay | undefined {
  if (SPLITS.test(text)) return undefined;
  const decoded = decodeText(text);
  if (decoded.kind !== 'request' && decoded.kind !== 'notification') return undefined;
  const { method } = decoded;
  const members = membersOneWay(text);
  if (!members || [...members.keys()].some((name) => !MEMBERS.has(name))) return undefined;
  if (members.get('method') !== JSON.stringify(method)) return undefined;
  const written = members.get('params');
  const params = written === undefined ? new Map<string, string>() : membersOneWay(written);
  return params && { method, params };
}

/** The members of a JSON object, unless one stands twice in whatever case, or its name is written with escapes. */
function membersOneWay(text: string): ReadonlyMap<string, string> | undefined {
  const { root, members, fault } = scanJson(text);
  if (root !== 'object' || fault) return undefined;
  const found = new Map<string, string>();
  const folded = new Set<string>();
  let from = 0;
  for (const { key, start, end } of members) {
    if (!text.slice(from, start).includes(JSON.stringify(key)) || folded.has(fold(key))) return undefined;
    folded.add(fold(key));
    found.set(key, text.slice(start, end));
    from = end;
  }
  return found;
}

/** Names that programs take for the same: some read them in any case, some fold compatible letters too (ſ for s). */
export const fold = (name: string): string => name.normalize('NFKC').toLowerCase();
