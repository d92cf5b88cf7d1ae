/** What ended or hinders a session, as of what is shown. */
import { openAsks } from '../asks/open-asks.ts';
import type { Messages } from '../base/i18n/index.svelte.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

export interface SessionProblem {
  /** The code by which the dictionary explains it. */
  readonly reason: string;
  readonly detail?: string | undefined;
}

/** The problem that the session has, if it has one. Reactive. */
export function problemOf(view: SessionView, words: Messages): SessionProblem | undefined {
  const { problem, closedBy, process } = view.state;
  // Answered by hand since.
  if (problem?.reason === 'model-failed' && openAsks(view) === 0) return undefined;
  // Read since.
  if (problem?.reason === 'stdin-full' && process.unread === undefined) return undefined;
  if (problem || closedBy !== 'server-exited') return problem;
  const { code, signal } = process.exit ?? {};
  return { reason: closedBy, detail: words.details.exited(code ?? undefined, signal ?? undefined) };
}
