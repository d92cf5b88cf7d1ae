/** Authorization in words: the rows of its steps, and its turns. */
import { textOf, type ConnectionBody, type HttpBody, type WireEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { requestOf } from '#shared/timeline';
import { failureOf } from '../base/failure.ts';
import { maskUrl } from '../base/mask.ts';
import { words } from '../base/i18n/index.svelte.ts';
import { reasonPhrase } from '../base/reason-phrase.ts';

export interface StepText {
  /** What the exchange is for. */
  readonly step: string;
  /** `POST /token`. */
  readonly line: string;
  /** `200 OK`, on an answer. */
  readonly status: string;
  /** The beginning of its body, as it was recorded. */
  readonly body: string;
}

const SHORT = 200;

/** An exchange of authorization in words; undefined for any other event. */
export function stepText(log: SessionLog, event: WireEvent): StepText | undefined {
  if (event.k !== 'http' || event.step === undefined || event.phase === 'end') return undefined;
  const request = event.phase === 'request' ? event : requestOf(log, event);
  const asked = `${request?.method ?? ''} ${pathOf(request?.url ?? '')}`.trim();
  return {
    step: words.now.authorize.steps[event.step],
    line: asked,
    status: event.phase === 'request' ? '' : `${event.status ?? ''} ${reasonPhrase(event.status)}`.trim(),
    body: bodyOf(log, event),
  };
}

/** A body is recorded right after the head it belongs to. */
function bodyOf(log: SessionLog, event: HttpBody & WireEvent): string {
  const next = log.events[event.s + 1];
  if (next?.k !== 'body' || next.x !== event.x) return '';
  return textOf(next).slice(0, SHORT).replace(/\s+/g, ' ').trim();
}

/** A turn of authorization in words. */
export function turnText(event: ConnectionBody): string {
  const { authorize, common, problems, timeline } = words.now;
  const { reason = '', detail = '' } = event;
  const turn = problems.reasons[reason]?.title ?? reason;
  return `${timeline.connection.authorization}${common.colon}${[turn, evidence()].filter(Boolean).join(' · ')}`;

  function evidence(): string {
    switch (reason) {
      case 'redirect':
        return URL.canParse(detail) ? new URL(detail).host : '';
      case 'failed':
        return authorize.failures[failureOf(event).code]?.title ?? detail;
      default:
        return detail.slice(0, SHORT);
    }
  }
}

/** Path and query of an address, without its secrets. */
const pathOf = (url: string): string => maskUrl(url).replace(/^https?:\/\/[^/?#]*/i, '') || '/';
