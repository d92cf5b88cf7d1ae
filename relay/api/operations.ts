/** What was asked in a recording, and what came of it. */
import { decodeText } from '#shared/jsonrpc';
import { textOf, type Recorded, type WireEvent } from '#shared/recording';
import { messageOf, operationFacts, SessionLog, type OperationFacts } from '#shared/session';

/** A request with its answer. Values are parsed; the exact texts are in the events `s` and `closed`. */
export interface RecordedOperation extends OperationFacts {
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * The operations of a recording in the order in which they began: the client's requests (`dir` is `c2s`), the server's, and
 * texts of the client that are no messages. Polls of tasks and repetitions with input are as the session counts them. Takes a
 * recording or its events; never throws on what they hold.
 */
export function operationsOf(source: Recorded | Iterable<WireEvent>): RecordedOperation[] {
  const log = new SessionLog();
  let s = 0;
  for (const event of 'events' in source ? source.events : source) {
    log.append(event.s === s ? event : { ...event, s });
    s++;
  }
  return operationFacts(log).map((facts, index) => ({ ...facts, ...valuesOf(facts, log, index) }));
}

function valuesOf({ s, closed }: OperationFacts, log: SessionLog, index: number): Partial<RecordedOperation> {
  const key = log.operations[index]?.key;
  const message = (at: number | undefined): ReturnType<typeof messageOf> => {
    const event = at === undefined ? undefined : log.events[at];
    return event?.k === 'message' ? messageOf(decodeText(textOf(event)), key) : undefined;
  };
  const [request, answer] = [message(s), message(closed)];
  return {
    ...(request?.kind === 'request' && request.params !== undefined ? { params: request.params } : {}),
    ...(answer?.kind !== 'response'
      ? {}
      : answer.outcome === 'error'
        ? { error: answer.error }
        : { result: answer.result }),
  };
}
