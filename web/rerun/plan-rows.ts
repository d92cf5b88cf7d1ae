/** A plan as the rows of a list, and what became of each step in words. */
import { REVISIONS } from '#shared/mcp';
import { visibleText } from '#shared/plain-text';
import {
  answersToAgree,
  ownOrigin,
  sentParams,
  type LeftOutReason,
  type RecordedHttp,
  type RerunPlan,
  type RerunStep,
  type StepResult,
} from '#shared/rerun';
import { duration, number } from '../base/i18n/index.svelte.ts';
import type { Messages } from '../base/i18n/all.ts';
import type { rerunWords } from './words/index.ts';
import type { ComparedStep } from './rerun.task.ts';

type Words = typeof rerunWords.now;

export type PlanRow =
  | { readonly kind: 'step'; readonly at: number; readonly step: RerunStep }
  | { readonly kind: 'heading'; readonly count: number }
  /** Messages that are no steps, and why. */
  | {
      readonly kind: 'left-out';
      readonly reason: LeftOutReason;
      readonly count: number;
      readonly methods: readonly string[];
    };

const MOST_METHODS_IN_ROW = 6;
/** Units of a text that is no message which its row shows. */
const MOST_TEXT = 80;
/** Units of arguments that a row shows, and of a text that is read for them. */
const MOST_ARGUMENTS = 200;
const LONGEST_READ = 100_000;

/** Steps in order, then what is none, by reason. */
export function planRows({ steps, leftOut }: RerunPlan): PlanRow[] {
  const rows: PlanRow[] = steps.map((step, at) => ({ kind: 'step', at, step }));
  if (leftOut.length === 0) return rows;
  const groups = new Map<LeftOutReason, { count: number; readonly methods: Set<string> }>();
  for (const { reason, method } of leftOut) {
    const group = groups.get(reason) ?? { count: 0, methods: new Set<string>() };
    groups.set(reason, group);
    group.count++;
    if (method !== undefined && group.methods.size < MOST_METHODS_IN_ROW) group.methods.add(method);
  }
  rows.push({ kind: 'heading', count: leftOut.length });
  for (const [reason, { count, methods }] of groups)
    rows.push({ kind: 'left-out', reason, count, methods: [...methods] });
  return rows;
}

/** What a step is, in a few words: the method and what it is about, or what really goes out where that is no clear message. */
export function nameOf(step: RerunStep, t: Words): string {
  const { method, about } = step;
  if (step.do === 'cancel') return visibleText(t.cancel(method ?? t.aRequest));
  if (method !== undefined && step.consent !== 'unclear')
    return visibleText(about === undefined ? method : `${method} ${about}`);
  const text = step.raw.slice(0, MOST_TEXT);
  return text.trim() === '' ? t.blank : visibleText(text);
}

/** The beginning of what a method gets; empty for what has no arguments, or is too long to be looked through for a row. */
export function argumentsOf(step: RerunStep): string {
  if (step.do === 'cancel' || step.raw.length > LONGEST_READ) return '';
  if (step.consent === 'unclear') return '';
  return visibleText(sentParams(step.raw)?.slice(0, MOST_ARGUMENTS) ?? '');
}

/** Recorded answers that need consent, by method; empty where there are none. */
export function answersOf(plan: RerunPlan): string {
  const counts = new Map<string, number>();
  for (const { method } of answersToAgree(plan)) counts.set(method, (counts.get(method) ?? 0) + 1);
  return visibleText([...counts].map(([method, times]) => `${number(times)} × ${method}`).join(', '));
}

/** Different recorded answers that the page shows, and units of each. */
const MOST_ANSWERS = 50;
const MOST_ANSWER = 4000;

/** The recorded answers that need consent, each different one once, with what is left out of it; and how many are not given. */
export function answerRows(plan: RerunPlan): {
  readonly rows: readonly { readonly method: string; readonly text: string; readonly left: string | undefined }[];
  readonly more: number;
} {
  const found = new Map<string, { readonly method: string; readonly json: string }>();
  for (const { method, answer } of answersToAgree(plan))
    found.set(`${method} ${answer?.json ?? ''}`, { method, json: answer?.json ?? '' });
  const rows = [...found.values()].slice(0, MOST_ANSWERS).map(({ method, json }) => {
    const { text, left } = cut(json, MOST_ANSWER);
    return { method: visibleText(method), text: visibleText(text), left };
  });
  return { rows, more: found.size - rows.length };
}

/** The HTTP method and the headers of a recorded request that are not the protocol's own; what was left out is struck by a minus. */
export function httpOf(http: RecordedHttp, { replay }: Messages): string {
  const { method = 'POST', set, without } = http;
  const origin = ownOrigin(http);
  const headers = [...set.map(([name, value]) => `${name}: ${value}`), ...without.map((name) => `− ${name}`)];
  return visibleText([method, ...headers, ...(origin === undefined ? [] : [replay.plan.onlyTo(origin)])].join(' · '));
}

export function howOf(step: RerunStep, t: Words): string[] {
  if (step.do === 'cancel') return [t.cancels];
  const { text, silentMs, handles, b64, redacted } = step;
  return [
    text === 'exact' ? t.exact : t.freshId,
    ...(b64 === undefined ? [] : [t.notUtf8]),
    ...(handles.length > 0 ? [t.live(handles.length)] : []),
    ...(redacted ? [t.redactedStep] : []),
    ...(silentMs === undefined ? [] : [t.silenceExpected]),
  ];
}

/** What became of a step: words, and whether it is as in the recording; before it was compared, as far as that can be told. */
export function becameOf(
  { step, became, outcome, silent }: StepResult,
  { outcomes, comparison }: Messages,
  t: Words,
  compared?: ComparedStep,
): { text: string; bad: boolean } {
  if (became !== 'taken') return { text: t.became[became], bad: became === 'not-reached' };
  if (silent === true) return { text: t.became.silent, bad: false };
  if (silent === false && (outcome === 'result' || outcome === 'error' || outcome === 'tool-error'))
    return { text: t.became.answered, bad: true };
  const recorded = step.do === 'send' ? step.outcome : undefined;
  const text = outcome === undefined ? t.became.open : outcomes[outcome];
  const other = recorded !== undefined && outcome !== recorded;
  if (!compared || outcome === undefined) return { text, bad: other };
  const changed = compared.verdict === 'changed';
  const said = other ? text : changed ? comparison.otherThan(text) : comparison.sameAs(text);
  return { text: [said, tookBoth(compared)].filter(Boolean).join(comparison.comma), bad: other || changed };
}

function tookBoth({ before, after }: ComparedStep): string {
  return before === undefined || after === undefined ? '' : `${duration(before * 1000)} → ${duration(after * 1000)}`;
}

export const revisions: readonly string[] = REVISIONS.toReversed();

/** The first `most` units of a text, and how many are left. */
export function cut(text: string, most: number): { readonly text: string; readonly left: string | undefined } {
  return text.length <= most
    ? { text, left: undefined }
    : { text: text.slice(0, most), left: number(text.length - most) };
}
