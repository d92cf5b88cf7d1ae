/**
 * What can be wrong with one line or body on the wire, by name. A fault never hides a message: it is shown beside it.
 * The words for each are in the page's dictionary; the codes are what tests and recordings' readers rely on.
 */
export type TextFault =
  | 'empty'
  | 'not-json'
  | 'html'
  | 'incomplete-json'
  | 'trailing-comma'
  | 'two-messages'
  | 'byte-order-mark'
  | 'invalid-utf8';

export type MessageFault =
  | 'missing-jsonrpc'
  | 'wrong-jsonrpc'
  | 'null-id'
  | 'bad-id'
  | 'id-not-integer'
  | 'result-and-error'
  | 'bad-method'
  | 'bad-params'
  | 'bad-error'
  | 'empty-batch'
  | 'not-an-object'
  | 'not-a-message';

/** Faults that need the messages before this one to be seen (found by the session fold). */
export type SequenceFault =
  | 'unknown-id'
  | 'duplicate-response'
  | 'reused-id'
  | 'batch-not-in-revision'
  | 'unterminated'
  | 'carriage-return'
  | 'unsafe-number'
  | 'deep-nesting';

export type Fault = TextFault | MessageFault | SequenceFault;
