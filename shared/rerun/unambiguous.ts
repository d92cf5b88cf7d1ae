/** Texts that all parsers read alike: one message, one line, plain unrepeated names. A person looks at others: a `ping` may be a call. */
import { decodeText, isObject, membersOnce, memberText } from '#shared/jsonrpc';
import { methodFacts } from '#shared/mcp';

/** JSON-RPC 2.0, section 4. A message with a `result` beside its `method` is an answer to some programs. */
const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/** Line ends to some reader, byte-order mark, control characters, lone surrogates. Tabs are white space to everyone. */
const SPLITS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\p{Surrogate}/u;

/** The method of a text's message and the JSON texts of its params by name, or undefined for any other text, a batch and an answer among them. Never throws. */
export function readUnambiguous(text: string) {
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

/** Prefix of the members of `_meta` that the protocol itself has in every request (2026-07-28, basic#meta). */
const OF_PROTOCOL = 'io.modelcontextprotocol/';

/**
 * The exact text of a message's `params`, of a plain call that of its `arguments`; undefined where they say no more than the
 * method and its subject do, and for what can't be read as one message in one way. Takes any text; never throws.
 */
export function sentParams(raw: string): string | undefined {
  const message = readUnambiguous(raw);
  if (!message) return undefined;
  const { method, params } = message;
  const subject = methodFacts(method)?.subject;
  const rest = [...params].flatMap(([name, json]) =>
    (name === subject && json.startsWith('"')) || (name === '_meta' && isUsual(json)) ? [] : [name],
  );
  if (rest.length === 0) return undefined;
  return rest.length === 1 && rest[0] === 'arguments' ? params.get('arguments') : memberText(raw, ['params']);
}

function isUsual(json: string): boolean {
  const meta: unknown = JSON.parse(json);
  return isObject(meta) && Object.keys(meta).every((name) => name === 'progressToken' || name.startsWith(OF_PROTOCOL));
}
