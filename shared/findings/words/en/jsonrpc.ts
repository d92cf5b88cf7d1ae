import type { JSONRPC } from '../../catalogue/jsonrpc.ts';
import type { CategoryWords } from '../types.ts';

export const JSONRPC_WORDS: Partial<CategoryWords<keyof typeof JSONRPC>> = {
  'rpc-version-field': {
    title: 'Set jsonrpc to exactly "2.0" on every message',
    found: '`jsonrpc` is {0}.',
    why: 'Receivers tell JSON-RPC 2.0 from other JSON by this member. Many drop a message without it, and nobody answers.',
    mend: 'Add `"jsonrpc": "2.0"`, a string, to every request, response and notification.',
  },
  'rpc-response-both': {
    title: 'Give a response either result or error, never both',
    found: 'The response has both `result` and `error`.',
    why: 'One client reads it as success, another as failure. `error: null` counts as present.',
    mend: 'Leave out the member that does not apply; do not set it to null.',
  },
  'method-params-schema': {
    title: 'Send the parameters that the method defines',
    found: '`{0}` does not fit the schema of the request: {1}',
    why: 'The receiver reads the parameters by their schema. What does not fit is refused, or ignored without a word.',
    mend: 'Send the member in the type and form that the schema of this protocol version has.',
  },
  'method-result-schema': {
    title: 'Answer with the result that the method defines',
    found: '`{0}` does not fit the schema of the result: {1}',
    why: 'SDKs check a result before they hand it on. One wrong member and the caller gets an error in place of the whole result.',
    mend: 'Return the member in the type and form that the schema of this protocol version has.',
  },
  'notification-params-schema': {
    title: 'Send the parameters that the notification defines',
    found: '`{0}` does not fit the schema of the notification: {1}',
    why: 'A notification has no answer: what the receiver cannot read is dropped, and the sender never learns of it.',
    mend: 'Send the member in the type and form that the schema of this protocol version has.',
  },
};
