/** A plan and what became of it, in words for a terminal. */
import { defined } from '#shared/base';
import { visibleText } from '#shared/plain-text';
import {
  answersToAgree,
  type LeftOutReason,
  ownOrigin,
  type RecordedHttp,
  type RerunPlan,
  type RerunProgress,
  type RerunResult,
  type RerunStep,
  type SendStep,
  sentParams,
  type Source,
  type Unbound,
} from '#shared/rerun';
import { duration, ENGLISH, type Words } from '#shared/words';
import type { CommandIo } from '../command/index.ts';

/** Longest texts that a question shows, and a line of the plan. */
const SHOWN = 2000;
const SHORT = 60;

function shown(text: string, most: number, { replay } = ENGLISH): string {
  const cut = text.length > most ? `${text.slice(0, most)}${replay.plan.moreCharacters(text.length - most)}` : text;
  return visibleText(cut);
}

/** What a step is, in a few words: of what is no clear message, what really goes out. */
export function stepName(step: RerunStep, words = ENGLISH): string {
  if (step.do === 'cancel') return visibleText(words.replay.plan.cancel(step.method));
  const { method, about, raw, consent } = step;
  if (method === undefined || consent === 'unclear') return shown(raw, SHORT, words);
  return shown(about === undefined ? method : `${method} ${about}`, SHOWN, words);
}

/** All that goes out with a step, for a question: what the method gets, or the whole text; and headers of the recording. */
export function sentWords(step: SendStep, words = ENGLISH): string {
  const { raw, consent, http } = step;
  const headers = http ? words.replay.plan.overHttp(httpWords(http, words)) : '';
  if (consent === 'unclear' || consent === 'answer') return `${shown(raw, SHOWN, words)}${headers}`;
  const text = sentParams(raw);
  return `${stepName(step, words)}${text === undefined ? '' : ` ${shown(text, SHOWN, words)}`}${headers}`;
}

function httpWords(http: RecordedHttp, words: Words): string {
  const { method = 'POST', set, without } = http;
  const { plan } = words.replay;
  const origin = ownOrigin(http);
  const headers = set.map(([name, value]) => `${name}: ${value}`);
  const left = without.length > 0 ? [plan.without(without.join(', '))] : [];
  return shown(
    [plan.asMethod(method), ...headers, ...left, ...(origin === undefined ? [] : [plan.onlyTo(origin)])].join(
      words.common.semicolon,
    ),
    SHOWN,
    words,
  );
}

export function answerWords(plan: RerunPlan): string {
  const counts = new Map<string, number>();
  for (const { method } of answersToAgree(plan)) counts.set(method, (counts.get(method) ?? 0) + 1);
  return visibleText([...counts].map(([method, times]) => `${times} ${method}`).join(', '));
}

const MAX_ANSWER_COUNT = 50;

/** The recorded answers that need consent, a line each; what is the same stands once. */
export function answerLines(plan: RerunPlan, words = ENGLISH): string[] {
  const lines = new Set<string>();
  for (const { method, answer } of answersToAgree(plan))
    lines.add(`        ${visibleText(method)}: ${shown(answer?.json ?? '', SHOWN, words)}`);
  const more = lines.size - MAX_ANSWER_COUNT;
  return [
    ...[...lines].slice(0, MAX_ANSWER_COUNT),
    ...(more > 0 ? [`        ${words.replay.plan.moreAnswers(more)}`] : []),
  ];
}

/** Why a step needs consent; empty when it needs none. */
export function consentWords(step: RerunStep, { replay } = ENGLISH): string {
  return step.do === 'send' && step.consent ? replay.consent[step.consent] : '';
}

export function listed(names: readonly string[]): string {
  const first = names.slice(0, 10).join(', ');
  return names.length > 10 ? `${first} and ${names.length - 10} more` : first;
}

const VALUE = 60;

/** What of a step's text will be replaced, from where, and on what evidence. */
function valueLines({ handles }: SendStep, steps: RerunPlan['steps'], words: Words): string[] {
  const { plan, evidence: why } = words.replay;
  return handles.map(({ value, pointer, source, given, evidence }) => {
    const before = value.length > VALUE ? `${value.slice(0, VALUE)}…` : value;
    const after = source ? sourceWords(source, steps, words) : shown(given ?? '', VALUE, words);
    return visibleText(`        ${plan.becomes(pointer, before, after, why[evidence])}`);
  });
}

function sourceWords(source: Source, steps: RerunPlan['steps'], words: Words): string {
  const { plan } = words.replay;
  const { pointer, inner, label, word } = source;
  const at = steps.findIndex(({ op, ops }) => op === source.op || ops?.includes(source.op));
  const from = steps[at];
  const answer = from ? plan.responseTo(at + 1, stepName(from, words)) : plan.responseOfNone;
  const part = label ? plan.numberOf(label.entity) : '';
  const place = word === undefined ? part : plan.wordOf(word + 1);
  const whole = `${pointer}${inner === undefined ? '' : `#${inner}`}${place}`;
  return plan.valueAt(whole, source.task ? plan.taskOf(at + 1) : answer);
}

/** The plan, a line a step; with `values`, further ones for each value that will be replaced. */
export function planLines(plan: RerunPlan, values = false, words = ENGLISH): string[] {
  const t = words.replay.plan;
  const { steps, leftOut, revision } = plan;
  const reasonsOf = steps.flatMap((step) => (step.do === 'send' && step.consent ? [step.consent] : []));
  const calls = reasonsOf.filter((reason) => reason === 'call').length;
  const answers = answerWords(plan);
  const reasons = new Map<LeftOutReason, number>();
  for (const { reason } of leftOut) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return [
    t.head(steps.length, visibleText(revision), reasonsOf.length - calls),
    ...(calls > 0 ? [t.calls(calls)] : []),
    ...(answers === '' ? [] : [t.answers(answers), ...(values ? answerLines(plan, words) : [])]),
    ...steps.flatMap((step, at) => {
      const marks = marksOf(step, words);
      const line = `${String(at + 1).padStart(4)}  ${stepName(step, words)}${marks.length > 0 ? t.marks(marks) : ''}`;
      if (!values || step.do !== 'send') return [line];
      const text = step.consent && step.consent !== 'call' ? [`        ${t.sends(sentWords(step, words))}`] : [];
      return [line, ...text, ...valueLines(step, steps, words)];
    }),
    ...[...reasons].map(([reason, times]) => `      ${t.notReplayed(times, words.replay.leftOut[reason])}`),
  ];
}

function marksOf(step: RerunStep, words: Words): string[] {
  const t = words.replay.plan;
  const consent = consentWords(step, words);
  const needs = consent === '' ? [] : [t.needs(consent, isCall(step))];
  if (step.do !== 'send') return needs;
  const { text, waits, silentMs, handles, redacted } = step;
  return [
    ...(text === 'exact' ? [t.exact] : []),
    ...(waits.notified ? [t.after(visibleText(waits.notified.method))] : []),
    ...(silentMs === undefined ? [] : [t.silent]),
    ...(handles.length > 0 ? [t.live(handles.length)] : []),
    ...(redacted ? [t.redacted(visibleText(redacted.join(', ')))] : []),
    ...needs,
  ];
}

const isCall = (step: RerunStep): boolean => step.do === 'send' && step.consent === 'call';

/** The plan as one JSON object with the recording's path, and that of the masks where there is a file of them. */
export function planJson(
  before: string,
  plan: RerunPlan,
  masks: string | undefined,
  damaged: CommandIo['damaged'],
): string {
  const { asked, opening } = plan;
  const whole = { ...plan, asked: Object.fromEntries(asked), opening: Object.fromEntries(opening) };
  return `${JSON.stringify({ before, ...defined({ masks }), plan: whole, damaged })}\n`;
}

/** What the server will get in place of secrets that were taken out of the recording; undefined when that is nothing. */
export function redactedWords({ steps, leftOut }: RerunPlan, { replay } = ENGLISH): string | undefined {
  const marks = [...steps, ...leftOut].flatMap((each) => ('redacted' in each && each.redacted ? [each.redacted] : []));
  if (marks.length === 0) return undefined;
  const placeholders = [...new Set(marks.flat())];
  const some = visibleText(placeholders.slice(0, 5).join(', '));
  return replay.plan.gotRedacted(marks.length, some, Math.max(0, placeholders.length - 5));
}

/** `12/48 tools/call echo`: where a run is. */
export function progressWords({ steps }: RerunPlan, { at, of }: RerunProgress, words = ENGLISH): string {
  const step = steps[at];
  return step ? `${at + 1}/${of} ${stepName(step, words)}` : `${of}/${of} ${words.rows.connection.closing}`;
}

/** `2 messages expected no response (waited 500 ms): confirmed.` */
function silenceLine(steps: RerunResult['steps'], { common, replay }: Words): string[] {
  const t = replay.run;
  const silent = steps.filter((each) => each.silent !== undefined);
  if (silent.length === 0) return [];
  const broken = silent.filter((each) => each.silent === false);
  const waited = silent.flatMap(({ silentMs }) => (silentMs === undefined ? [] : [silentMs]));
  const time = (ms: number): string => duration(ms * 1000, common.locale);
  const long = waited.length === 0 ? '' : t.waited(time(Math.min(...waited)), time(Math.max(...waited)));
  const cut = silent.length - broken.length - waited.length;
  const found = broken.length === 0 ? t.confirmed : t.answered(broken.length);
  return [t.silence(silent.length, long, found, cut > 0 ? t.cutWaits(cut) : '')];
}

/** What became of the run, beside the comparison. */
export function runLines({ steps, replaced, answered, complete }: RerunResult, words = ENGLISH): string[] {
  const t = words.replay.run;
  const of = (became: string): number => steps.filter((each) => each.became === became).length;
  const some = (count: number, said: (n: number) => string): string[] => (count > 0 ? [said(count)] : []);
  const missing = replaced.filter(({ after }) => after === undefined);
  const from = (source: string, said: (s: number, method: string) => string): string[] =>
    answered.flatMap((each) => (each.from === source ? [said(each.s, visibleText(each.method))] : []));
  return [
    t.done(of('taken'), steps.length),
    ...some(of('declined'), t.declined),
    ...some(of('not-needed'), t.notNeeded),
    ...some(of('not-reached'), t.notReached),
    ...(complete ? [] : [t.cut]),
    ...some(replaced.length - missing.length, t.replaced),
    ...missing.map(({ s, pointer }) => t.noCounterpart(visibleText(pointer), s)),
    ...silenceLine(steps, words),
    ...from('nearest', t.nearest),
    ...from('withheld', t.withheld),
    ...from('unknown', t.unknown),
  ];
}

export const unboundWords = ({ text, reason, step = 0, at = '' }: Unbound, { replay } = ENGLISH): string =>
  visibleText(replay.notUsed(text, replay.unbound[reason](step, at)));
