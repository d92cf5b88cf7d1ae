/** The verdict on a server's era, and why a server or session is a new one, in words. */
import { errorCodeName, eraOf } from '#shared/mcp';
import type { ConnectionBody } from '#shared/recording';
import type { Messages } from './i18n/index.svelte.ts';

type Explained = Messages['eras']['reasons'][string];

/** Errors that only servers of the per-request era give. */
const PER_REQUEST_ERRORS: readonly number[] = [-32020, -32021, -32022];

/** What a reason of an `era` event says: its title goes on after the name of the era. */
export function eraReason(reason: string, { eras }: Messages): Explained {
  const known = Object.hasOwn(eras.reasons, reason) ? eras.reasons[reason] : undefined;
  if (known) return known;
  const status = /^http-(\d+)$/.exec(reason)?.[1];
  if (status !== undefined) return eras.httpStatus(status);
  const code = /^error-(-?\d+)$/.exec(reason)?.[1];
  if (code === undefined) return reason.startsWith('error-') ? eras.error('', undefined) : eras.other(reason);
  const number = Number(code);
  const say = PER_REQUEST_ERRORS.includes(number) ? eras.modernError : eras.error;
  return say(code.replace('-', '−'), errorCodeName(number));
}

/** `Per-request era, 2026-07-28: the server answered server/discover`, and what follows from it. */
export function eraVerdict({ reason = '', detail = '' }: ConnectionBody, words: Messages): Explained {
  const { title, text } = eraReason(reason, words);
  const era = eraOf(detail);
  return {
    title: words.eras.found(words.eras.names[era], detail, title),
    text: [text, words.eras.about[era]].join(' ').trim(),
  };
}

/** Why the server's process or session is a new one. */
export function restartWords({ reason = '' }: ConnectionBody, words: Messages): Explained | undefined {
  const { restarted } = words.eras;
  return Object.hasOwn(restarted, reason) ? restarted[reason] : undefined;
}

/** What is not repeated at once any more, and why. An unknown reason speaks for itself. */
export function slowedWords({ reason = '', detail }: ConnectionBody, words: Messages): Explained {
  const { known, other, title } = words.eras.slowed;
  const found = Object.hasOwn(known, reason) ? known[reason] : undefined;
  return { title: title(found?.title ?? reason, detail), text: found?.text ?? other };
}
