/** Texts that all parsers read alike: one message, one line, plain unrepeated names. A person looks at others: a `ping` may be a call. */
import { decodeText, membersOnce } from '#shared/jsonrpc';

/** A request or notification that can be read in one way only. */
export interface OneWay {
  readonly method: string;
  /** JSON text of each member of `params`; empty where there are none. */
  readonly params: ReadonlyMap<string, string>;
}

/** JSON-RPC 2.0, section 4. A message with a `result` beside its `method` is an answer to some programs. */
const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/** Line ends to some reader, byte-order mark, control characters, lone surrogates. Tabs are white space to everyone. */
const SPLITS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\p{Surrogate}/u;

/** The message of a text, or undefined for any other text, a batch and an answer among them. Never throws. */
export function readOneWay(text: string): OneWay | undefined {
  if (SPLITS.test(text)) return undefined;
  const decoded = decodeText(text);
  if (decoded.kind !== 'request' && decoded.kind !== 'notification') return undefined;
  const { method } = decoded;
  const members = membersOnce(text);
  if (!members || [...members.keys()].some((name) => !MEMBERS.has(name))) return undefined;
  if (members.get('method') !== JSON.stringify(method)) return undefined;
  const written = members.get('params');
  const params = written === undefined ? new Map<string, string>() : membersOnce(written);
  return params && { method, params };
}
