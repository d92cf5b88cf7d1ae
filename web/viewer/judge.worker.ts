/** Stands in for `base/engine.worker.ts`: the page of a recording has one task, and its worker no other files to load. */
import { answerRequests } from '../base/answer-requests.ts';
import * as judge from '../session/judge.task.ts';

answerRequests(judge);
