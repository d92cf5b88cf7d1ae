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
};
