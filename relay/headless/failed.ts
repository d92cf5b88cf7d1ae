/** Why a session failed, for a terminal and as JSON: what the page says of the same events. */
import { defined } from '#shared/base';
import { sessionFailure } from '#shared/failure';
import { visibleText } from '#shared/plain-text';
import type { EventList } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { ENGLISH, failureText, type Words } from '#shared/words';
import { loadRecording } from '../recording/index.ts';
import type { Cause } from '../report/index.ts';
import type { RecordedSession } from './session.ts';

/** The failure that these events show; undefined when the session did not fail. */
export function problemIn(events: EventList, words: Words = ENGLISH): Cause | undefined {
  const log = new SessionLog();
  for (const event of events) log.append(event);
  const failure = sessionFailure(log, log.state, log.length);
  if (!failure) return undefined;
  const { title, sentences, fact, quote } = failureText(failure, log.state.initialized, words);
  const { status, retryAfter } = failure.http ?? {};
  return {
    reason: failure.reason,
    ...defined({ detail: fact, status, retryAfter }),
    text: [`${title}.`, ...sentences].join(' '),
    ...(quote.length > 0 ? { quote } : {}),
  };
}

/** Why a session failed; undefined if closed on purpose. Reads its recording, or the state where that can't be read (a pipe). */
export async function problemOf({ path, state }: RecordedSession): Promise<Cause | undefined> {
  const { problem, closedBy } = state;
  const code = problem?.reason ?? closedBy;
  if (code === undefined || code === 'finished') return undefined;
  const loaded = await loadRecording(path);
  const shown = loaded.ok ? problemIn(loaded.recorded.events) : undefined;
  return shown ?? { reason: code, ...defined({ detail: problem?.detail }) };
}

/** `reason: detail`, for parentheses. */
export const problemCode = ({ reason, detail }: Cause): string =>
  visibleText([reason, detail].filter(Boolean).join(': '));

/** What happened, and the server's own words unless `quoted` (they are printed already), as lines; hidden characters as marks. */
export function problemLines({ text, quote = [] }: Cause, quoted: boolean, words: Words = ENGLISH): string[] {
  return [
    ...(text === undefined ? [] : [text]),
    ...(quoted || quote.length === 0 ? [] : [words.problems.serverSaid, ...quote.map((line) => `  ${line}`)]),
  ].map((line) => visibleText(line));
}
