import type { LIFECYCLE } from '../../catalogue/lifecycle.ts';
import type { CategoryWords } from '../types.ts';

export const LIFECYCLE_WORDS: Partial<CategoryWords<keyof typeof LIFECYCLE>> = {
  'lifecycle-shutdown-method': {
    title: 'Close the transport instead of sending a shutdown message',
    found: '{0} is no message of the protocol.',
    why: 'Nobody has a handler for it. As a request it fails with -32601, and as a notification it is lost.',
    mend: 'Over stdio close stdin and wait for the process to end. Over HTTP send DELETE with the session id, or simply stop.',
  },
  'request-timeout-cancel': {
    title: 'Cancel a request you stopped waiting for',
    found: '`{0}` was given up after {1} s and not cancelled.',
    why: 'The receiver goes on working for nobody, and its late response looks like an answer to nothing.',
    mend: 'When a timeout expires, send `notifications/cancelled` with the id of the request. Over HTTP with 2026-07-28, close its stream.',
  },
};
