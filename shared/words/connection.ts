/** Turns of a connection in words: reasons, the verdict on a server's era, restarts, what is slowed down. */
import { isUrl } from '#shared/base';
import { errorCodeName, eraOf, PER_REQUEST_ERRORS } from '#shared/mcp';
import { unreachedReason } from '#shared/failure';
import type { ConnectionBody } from '#shared/recording';
import type { Words } from './dictionary.ts';
import { entryOf, oneLine, type Explained } from './text.ts';

/** What a reason of an `era` event says: its title goes on after the name of the era. */
export function eraReason(reason: string, { eras }: Words): Explained {
  const known = entryOf(eras.reasons, reason);
  if (known) return known;
  const status = /^http-(\d+)$/.exec(reason)?.[1];
  if (status !== undefined) return eras.httpStatus(status);
  const code = /^error-(-?\d+)$/.exec(reason)?.[1];
  if (code === undefined) return reason.startsWith('error-') ? eras.error('', undefined) : eras.other(oneLine(reason));
  const number = Number(code);
  const say = PER_REQUEST_ERRORS.includes(number) ? eras.modernError : eras.error;
  return say(code.replace('-', '−'), errorCodeName(number));
}

/** `Per-request era, 2026-07-28: the server answered server/discover`, and what follows from it. */
function eraVerdict({ reason = '', detail = '' }: ConnectionBody, words: Words): Explained {
  const { title, text } = eraReason(reason, words);
  const era = eraOf(detail);
  return {
    title: words.eras.found(words.eras.names[era], oneLine(detail), title),
    text: [text, words.eras.about[era]].filter(Boolean).join(words.meaning.space),
  };
}

/** What is not repeated at once any more, and why. An unknown reason speaks for itself. */
function slowedWords({ reason = '', detail }: ConnectionBody, words: Words): Explained {
  const { known, other, title } = words.eras.slowed;
  const found = entryOf(known, reason);
  const what = found?.title ?? (oneLine(reason) || words.rows.connection.slowed);
  return { title: title(what, detail === undefined ? undefined : oneLine(detail)), text: found?.text ?? other };
}

/** The code of a problem, as exact as its detail allows. */
const problemReason = ({ reason = '', detail }: ConnectionBody): string =>
  reason === 'http-unreachable' ? unreachedReason(detail) : reason;

/** A reason in words: `The server exited`; an unknown one as it is. */
export const reasonText = (reason: string, { problems }: Words): string =>
  entryOf(problems.reasons, reason)?.title ?? oneLine(reason);

/** The verdict on an era, a restart or a slow-down, and what it means; undefined for other turns and for unknown reasons. */
export function connectionExplained(event: ConnectionBody, words: Words): Explained | undefined {
  switch (event.event) {
    case 'era':
      return eraVerdict(event, words);
    case 'slowed':
      return slowedWords(event, words);
    case 'restarted':
      return entryOf(words.eras.restarted, event.reason ?? '');
    default:
      return undefined;
  }
}

/** A turn of the connection in words. */
export function connectionText(event: ConnectionBody, words: Words): string {
  const explained = connectionExplained(event, words);
  if (explained) return explained.title;
  if (event.event === 'authorization')
    return `${words.rows.connection.authorization}${words.common.colon}${turnText(event, words)}`;
  const turn = entryOf<string>(words.rows.connection, event.event) ?? oneLine(event.event);
  if (event.event === 'problem') return reasonText(problemReason(event), words) || turn;
  const reason = event.event === 'restarted' ? '' : reasonText(event.reason ?? '', words);
  return reason === '' ? turn : `${turn}${words.common.colon}${reason}`;
}

/** A turn of authorization in words, without saying that it is one: `Waiting for consent · login.example`. */
export function turnText(event: ConnectionBody, words: Words): string {
  const { reason = '' } = event;
  return [reasonText(reason, words), evidence(event, words)].filter(Boolean).join(' · ');
}

function evidence(event: ConnectionBody, { failures }: Words): string {
  const { reason, detail = '' } = event;
  if (reason === 'redirect') return isUrl(detail) ? new URL(detail).host : '';
  if (reason === 'failed') return entryOf(failures, failureOf(event).code)?.title ?? oneLine(detail);
  return oneLine(detail);
}

/** The code and the words of a failed authorization, as the turn that says so has them. */
export function failureOf({ detail = '' }: ConnectionBody): { readonly code: string; readonly words: string } {
  const [, code = '', words = ''] = /^([\w-]+)(?:: (.*))?$/s.exec(detail) ?? [];
  return { code, words };
}
