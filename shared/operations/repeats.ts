/** Requests that repeat a refused one with other headers: together they are one line. */
import type { Operation, SessionLog } from '#shared/session';

/** What repeats an operation, in the order in which it was sent, each as of event `asOf`. */
export function repeatsOf(log: SessionLog, index: number, asOf: number): Operation[] {
  const found: Operation[] = [];
  const past = log.operationsAsOf(asOf);
  for (let next = log.repeatOf(index); next !== undefined; next = log.repeatOf(next)) {
    const operation = past.at(next);
    if (!operation) break;
    found.push(operation);
  }
  return found;
}

/** The last of an operation and its repeats, as the log has it now; nothing is copied. */
export function lastOf(log: SessionLog, operation: Operation, asOf: number): Operation {
  let last = operation;
  for (let next = log.repeatOf(last.index); next !== undefined; next = log.repeatOf(next)) {
    const repeat = log.operations.get(next);
    if (!repeat || repeat.opened > asOf) break;
    last = repeat;
  }
  return last;
}
