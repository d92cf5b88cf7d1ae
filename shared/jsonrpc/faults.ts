/**
 * What can be wrong with one line or body on the wire, by name. A fault never hides a message: it is shown beside it.
 * The words for each are in the page's dictionary; the codes are what tests and recordings' readers rely on.
 */
const TEXT_FAULTS = [
  'empty',
  'not-json',
  'html',
  'incomplete-json',
  'trailing-comma',
  'two-messages',
  'byte-order-mark',
  'invalid-utf8',
] as const;
export type TextFault = (typeof TEXT_FAULTS)[number];

const MESSAGE_FAULTS = [
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
] as const;
export type MessageFault = (typeof MESSAGE_FAULTS)[number];

/** Faults that need the messages before this one to be seen (found by the session fold). */
const SEQUENCE_FAULTS = [
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
export type SequenceFault = (typeof SEQUENCE_FAULTS)[number];

export type Fault = TextFault | MessageFault | SequenceFault;

const FAULTS: ReadonlySet<unknown> = new Set([...TEXT_FAULTS, ...MESSAGE_FAULTS, ...SEQUENCE_FAULTS]);

/** True for the name of a fault that this version knows. */
export function isFault(value: unknown): value is Fault {
  return FAULTS.has(value);
}
