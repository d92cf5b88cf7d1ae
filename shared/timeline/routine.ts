/** Steps of HTTP that say no more than the messages they carried, and what keeps streams alive: hidden unless asked for. */
import { headerOf, type HttpBody, type WireEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { requestOf } from './describe.ts';
import { leavesUnanswered } from './filter.ts';

/** True for a step of an exchange, or of a stream, that went as it should and carried nothing but messages. */
export function isRoutine(log: SessionLog, s: number): boolean {
  const event = log.event(s);
  switch (event?.k) {
    case 'body':
      return isStepOf(log.event(s - 1), event.x) || isAcceptance(log.event(s - 1), event.x);
    case 'sse':
      // Comments, priming events and retry times; where messages are posted (HTTP+SSE) is said once and matters.
      return event.event !== 'endpoint';
    case 'http':
      return isRoutineStep(log, event);
    default:
      return false;
  }
}

function isRoutineStep(log: SessionLog, event: HttpBody & WireEvent): boolean {
  if (event.phase === 'end') return event.by !== 'network' && !leavesUnanswered(log, event.s);
  if (event.step !== undefined) return false;
  // The standalone stream opens; what resumes a broken one is told.
  if (event.phase === 'request')
    return (
      event.method === 'POST' || (event.method === 'GET' && headerOf(event.headers, 'last-event-id') === undefined)
    );
  if (event.phase !== 'response') return false;
  const { status = 0 } = event;
  // basic/transports: a server without a standalone stream answers 405.
  return status < 300 || (status === 405 && requestOf(log, event)?.method === 'GET');
}

/** The row of a step says what its body is. */
function isStepOf(event: WireEvent | undefined, x: string): boolean {
  return event?.k === 'http' && event.x === x && event.step !== undefined;
}

/** Some servers write “Accepted” below the status that says so. */
function isAcceptance(event: WireEvent | undefined, x: string): boolean {
  return event?.k === 'http' && event.x === x && event.phase === 'response' && event.status === 202;
}
