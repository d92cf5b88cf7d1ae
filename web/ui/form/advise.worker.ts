/** Checks values against schemas away from the page: a server's pattern can take for ever, and then this is ended. */
import { answerRequests } from '../../base/answer-requests.ts';
import { advise } from './advise.ts';

/** `ready` is answered once requests are listened for. */
const calls = { ready: (): void => undefined, advise };
export type AdviseCalls = typeof calls;

answerRequests(calls);
