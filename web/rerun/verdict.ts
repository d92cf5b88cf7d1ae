/** What a run came to, in one line. */
import { headlineWords } from '../base/reason.ts';
import type { Messages } from '../base/i18n/all.ts';
import type { rerunWords } from './words/index.ts';
import type { Outcome } from './run-again.svelte.ts';

const COUNTED = ['changed', 'missing', 'extra', 'moved', 'masked', 'equal'] as const;

/** The verdict, what it rests on, and whether something is not as it was. */
export function verdictOf(
  { connected, result, verdict }: Outcome,
  now: Messages,
  t: typeof rerunWords.now,
  working: boolean,
): { readonly title: string; readonly facts: readonly string[]; readonly bad: boolean } {
  if (!connected) return { title: t.verdict.none, facts: [], bad: true };
  const became = (what: string): number => result.steps.filter((each) => each.became === what).length;
  const declined = became('declined');
  const notReached = became('not-reached');
  const title = !result.complete
    ? t.verdict.stopped
    : verdict
      ? verdict.same
        ? t.verdict.same
        : verdict.headline.worst === 'breaking'
          ? now.findings.worst.breaking[0]
          : t.verdict.changed
      : working
        ? t.comparing
        : t.verdict.finished;
  return {
    title,
    bad: !result.complete || verdict?.same === false,
    facts: [
      ...(verdict && !verdict.same ? [headlineWords(verdict.headline, now)] : []),
      t.taken(became('taken'), result.steps.length),
      ...(declined > 0 ? [t.declined(declined)] : []),
      ...(notReached > 0 ? [t.notReached(notReached)] : []),
      ...(verdict
        ? [
            ...COUNTED.flatMap((each) => (verdict.counts[each] > 0 ? [t.counts[each](verdict.counts[each])] : [])),
            ...(verdict.definitions > 0 ? [t.counts.definitions(verdict.definitions)] : []),
            ...(verdict.facts > 0 ? [t.counts.facts(verdict.facts)] : []),
          ]
        : []),
    ],
  };
}
