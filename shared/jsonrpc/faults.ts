/**
 * What can be wrong with one line or body on the wire, by name. A fault never hides a message: it is shown beside it.
 * The words for each are in the page's dictionary; the codes are what tests and recordings' readers rely on.
 */
const FAULTS = [
  // Of the text.
  'empty',
  'not-json',
  'html',
  'incomplete-json',
  'trailing-comma',
  'two-messages',
  'byte-order-mark',
  'invalid-utf8',
  // Of the message.
  'missing-jsonrpc',
  'wrong-jsonrpc',
  'null-id',
  'bad-id',
  'id-not-integer',
  'result-and-error',
  'bad-method',
  'bad-params',
  'bad-error',
  'empty-batch',
  'not-an-object',
  'not-a-message',
  // Found by the session fold, which knows the messages before this one.
  'unknown-id',
  'no-id',
  'duplicate-response',
  'reused-id',
  'batch-not-in-revision',
  'before-handshake',
  'unterminated',
  'carriage-return',
  'hidden-characters',
  'unsafe-number',
  'deep-nesting',
] as const;
export type Fault = (typeof FAULTS)[number];

const KNOWN: ReadonlySet<unknown> = new Set(FAULTS);

export function isFault(value: unknown): value is Fault {
  return KNOWN.has(value);
}
