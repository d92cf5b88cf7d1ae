/** Why a session failed, in sentences, with what the server said. */
import type { Failure } from '#shared/failure';
import { eraReason } from './connection.ts';
import type { Words } from './dictionary.ts';
import { entryOf, oneLine } from './text.ts';

export interface FailureText {
  readonly title: string;
  readonly sentences: readonly string[];
  /** What was measured or reported rather than said: a request and its status, an address, the system’s words. */
  readonly fact?: string;
  /** The server’s own words, a line each. */
  readonly quote: readonly string[];
}

/** Of those that a server names. */
const MAX_VERSION_COUNT = 8;

/** A failure in words. `begun`: the session had been initialized. */
export function failureText(failure: Failure, begun: boolean, words: Words): FailureText {
  const { problems } = words;
  const { reason, detail, exit, quote, versions, http } = failure;
  const explained = entryOf(problems.reasons, reason) ?? problems.unknown;
  if (exit) return { ...ofExit(failure, begun, words), quote };
  // Those that nobody knows here are told too.
  const named =
    versions.length === 0 && reason === 'unsupported-revision' && detail !== undefined && detail !== ''
      ? detail.split(', ').slice(0, MAX_VERSION_COUNT).map(oneLine)
      : versions;
  const sentences = [
    explained.text,
    ...hinted(failure, words),
    http?.retryAfter === undefined ? '' : problems.retryAfter(http.retryAfter),
    named.length > 0 ? problems.supports(named) : '',
  ];
  const fact = http?.exchange ?? (reason === 'discover-refused' ? eraReason(detail ?? '', words).title : detail);
  return {
    title: explained.title,
    sentences: sentences.filter((each) => each !== ''),
    quote,
    ...(fact === undefined || fact === '' || (named.length > 0 && !http) ? {} : { fact }),
  };
}

function ofExit(failure: Failure, begun: boolean, words: Words): Omit<FailureText, 'quote'> {
  const { problems } = words;
  const { code, signal } = failure.exit ?? {};
  const told = hinted(failure, words);
  const known = signal == null ? entryOf(problems.exitCodes, String(code)) : entryOf<string>(problems.signals, signal);
  const meaning = told.length > 0 ? told : [known ?? problems.exitedWhen[begun ? 'open' : 'opening']];
  return {
    title: problems.exited(code ?? undefined, signal ?? undefined),
    sentences: failure.quote.length === 0 ? [...meaning, problems.saidNothing] : meaning,
  };
}

/** What the server’s words say of the cause. */
function hinted({ hint, noise }: Failure, { problems }: Words): string[] {
  return [...(hint ? [problems.hints[hint.kind](hint.name ?? '')] : []), ...(noise ? [problems.noise] : [])];
}
