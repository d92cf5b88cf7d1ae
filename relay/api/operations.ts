/** What was asked in a recording, and what came of it. */
import { MessagesByKey } from '#shared/jsonrpc';
import type { Recorded, WireEvent } from '#shared/recording';
import { operationFacts, SessionLog, type OperationFacts } from '#shared/session';

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
  const messages = new MessagesByKey();
  return operationFacts(log).map((facts, index) => {
    const key = log.operations[index]?.key;
    const { params } = messages.request(log.decoded(facts.s), key) ?? {};
    const answer = facts.closed === undefined ? undefined : messages.response(log.decoded(facts.closed), key);
    return {
      ...facts,
      ...(params === undefined ? {} : { params }),
      ...(!answer ? {} : answer.outcome === 'error' ? { error: answer.error } : { result: answer.result }),
    };
  });
}
