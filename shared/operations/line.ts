/** One operation as one line: what was asked, what came of it, and its time. */
import { defined } from '#shared/base';
import { MessagesByKey } from '#shared/jsonrpc';
import { textOf } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { isTrouble } from '#shared/timeline';
import { answeredText, askedText, ENGLISH, type Words } from '#shared/words';
import { outcomeOf } from './outcome.ts';
import { repeatsOf } from './repeats.ts';
import { spanOf } from './span.ts';

export type OperationLine = NonNullable<ReturnType<typeof operationLine>>;

/** The line of an operation as of event `asOf`, undefined before it began; its repeats with other headers are part of it. Never throws. */
export function operationLine(log: SessionLog, index: number, asOf = Infinity, words: Words = ENGLISH) {
  const operation = log.operationsAsOf(asOf).at(index);
  if (!operation) return undefined;
  const repeats = repeatsOf(log, index, asOf);
  const last = repeats.at(-1) ?? operation;
  const { dir, method = '', name, key, opened, sent } = operation;
  const messages = new MessagesByKey();
  const request = method === '' ? undefined : messages.request(log.decoded(opened), key);
  const response = last.received ? messages.response(log.decoded(last.closed ?? -1), last.key) : undefined;
  const outcome = outcomeOf(last, log, asOf);
  const span = spanOf(log, operation, repeats, asOf);
  return {
    operation,
    dir,
    method,
    ...defined({ name }),
    /** What was asked with it, and what came, on one line each; empty when nothing did. */
    arguments: request ? askedText(words, request, textAt(log, opened)) : '',
    answer: response ? answeredText(words, method, response, textAt(log, last.closed)) : '',
    outcome,
    /** It went wrong: nothing came in time, or something that says so. */
    trouble:
      outcome === 'timeout' || outcome === 'silence' || (last.closed !== undefined && isTrouble(log, last.closed)),
    /** Bytes of the request and of its response; of a batch, an equal part. */
    sent,
    received: last.received ?? 0,
    span,
    /** Microseconds; absent while it is open, and for text that nothing answered. */
    ...defined({ took: span.to === undefined || outcome === 'silence' ? undefined : span.to - span.from }),
  };
}

/** The text of a message; of a batch undefined, since the places in it are not those in one of its messages. */
function textAt(log: SessionLog, s = -1): string | undefined {
  const event = log.event(s);
  return event?.k === 'message' && log.decoded(s)?.kind !== 'batch' ? textOf(event) : undefined;
}
