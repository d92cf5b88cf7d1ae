/** The steps of authorization in words. */
import { statusText, textOf, type HttpBody, type WireEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { requestOf } from '#shared/timeline';
import type { Words } from './dictionary.ts';
import { asItIs, entryOf, oneLine, pathOf, type ShowUrl } from './text.ts';

export type StepText = NonNullable<ReturnType<typeof stepText>>;

/** An exchange of authorization in words, with the `status` and the beginning of the `body` of an answer; undefined for any other event. */
export function stepText(words: Words, log: SessionLog, event: WireEvent, showUrl = asItIs) {
  if (event.k !== 'http' || event.step === undefined || event.phase === 'end') return undefined;
  const isRequest = event.phase === 'request';
  return {
    step: stepName(event.step, words),
    line: requestLine(isRequest ? event : requestOf(log, event), showUrl),
    status: isRequest ? '' : statusText(event.status),
    body: bodyOf(log, event),
  };
}

/** `POST /mcp`. */
export const requestLine = (request: HttpBody | undefined, showUrl: ShowUrl): string =>
  oneLine(`${request?.method ?? ''} ${pathOf(showUrl(request?.url ?? ''))}`);

/** What an exchange of authorization is for. */
export const stepName = (step: string, { rows }: Words): string => entryOf<string>(rows.steps, step) ?? oneLine(step);

/** A body is recorded right after the head it belongs to. */
function bodyOf(log: SessionLog, event: HttpBody & WireEvent): string {
  const next = log.event(event.s + 1);
  return next?.k === 'body' && next.x === event.x ? oneLine(textOf(next)) : '';
}
