/** What ended or hinders a session, as of what is shown. */
import { sessionFailure, type Failure } from '#shared/failure';
import { failureText, type FailureText } from '#shared/words';
import { openAsks } from '../asks/open-asks.ts';
import type { Messages } from '../base/i18n/all.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

export function problemOf(view: SessionView): Failure | undefined {
  const { state, shown } = view;
  const { problem, process } = state;
  // Answered by hand since.
  if (problem?.reason === 'model-failed' && openAsks(view) === 0) return undefined;
  // Read since.
  if (problem?.reason === 'stdin-full' && process.unread === undefined) return undefined;
  return sessionFailure(view.log, state, shown);
}

/** The failure in words. What the browser kept back is told by the status of the preflight and by the headers it misses. */
export function problemText(failure: Failure, view: SessionView, words: Messages): FailureText {
  const text = failureText(failure, view.state.initialized, words);
  if (!failure.cors) return text;
  const { preflight, missing } = failure.cors;
  const { connect, common } = words;
  return {
    ...text,
    sentences: [
      ...text.sentences,
      ...(preflight === undefined ? [] : [connect.preflight(preflight)]),
      ...(missing.length === 0 ? [] : [`${connect.missing}${common.colon}`]),
    ],
    fact: missing.join('\n'),
  };
}
