/** A plan and what became of it, in words for a terminal. */
import { visibleText } from '#shared/plain-text';
import {
  answersToAgree,
  sentParams,
  type LeftOutReason,
  type RecordedHttp,
  type RerunPlan,
  type RerunProgress,
  type RerunResult,
  type RerunStep,
  type SendStep,
  type Source,
} from '#shared/rerun';
import { counted, duration, ENGLISH } from '#shared/words';

const { replay } = ENGLISH;

/** Longest texts that a question shows, and a line of the plan. */
const SHOWN = 2000;
const SHORT = 60;

/** A text from the recording on one line, hidden characters as marks. */
function shown(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most)}… (${text.length - most} characters more)` : text;
  return visibleText(cut);
}

/** What a step is, in a few words: of what is no clear message, what really goes out. */
export function stepName(step: RerunStep): string {
  if (step.do === 'cancel') return visibleText(`cancel ${step.method ?? 'a request'}`);
  const { method, about, raw, consent } = step;
  if (method === undefined || consent === 'unclear') return shown(raw, SHORT);
  return shown(about === undefined ? method : `${method} ${about}`, SHOWN);
}

/** All that goes out with a step, for a question: what the method gets, or the whole text; and headers of the recording. */
export function sentWords(step: SendStep): string {
  const { raw, consent, http } = step;
  const headers = http ? ` over HTTP ${httpWords(http)}` : '';
  if (consent === 'unclear' || consent === 'answer') return `${shown(raw, SHOWN)}${headers}`;
  const text = sentParams(raw);
  return `${stepName(step)}${text === undefined ? '' : ` ${shown(text, SHOWN)}`}${headers}`;
}

function httpWords({ method = 'POST', set, without }: RecordedHttp): string {
  const headers = set.map(([name, value]) => `${name}: ${value}`);
  const left = without.length > 0 ? [`without ${without.join(', ')}`] : [];
  return shown([`as ${method}`, ...headers, ...left].join('; '), SHOWN);
}

/** Recorded answers that need consent, by method. */
export function answerWords(plan: RerunPlan): string {
  const counts = new Map<string, number>();
  for (const { method } of answersToAgree(plan)) counts.set(method, (counts.get(method) ?? 0) + 1);
  return visibleText([...counts].map(([method, times]) => `${times} ${method}`).join(', '));
}

/** Different recorded answers that are shown. */
const MOST_ANSWERS = 50;

/** The recorded answers that need consent, a line each; what is the same stands once. */
export function answerLines(plan: RerunPlan): string[] {
  const lines = new Set<string>();
  for (const { method, answer } of answersToAgree(plan))
    lines.add(`        ${visibleText(method)}: ${shown(answer?.json ?? '', SHOWN)}`);
  const more = lines.size - MOST_ANSWERS;
  return [
    ...[...lines].slice(0, MOST_ANSWERS),
    ...(more > 0 ? [`        and ${more} more (--plan --json has them)`] : []),
  ];
}

/** Why a step needs consent; empty when it needs none. */
export function consentWords(step: RerunStep): string {
  return step.do === 'send' && step.consent ? replay.consent[step.consent] : '';
}

/** Names in a sentence: the first ones, and how many more. */
export function listed(names: readonly string[]): string {
  const first = names.slice(0, 10).join(', ');
  return names.length > 10 ? `${first} and ${names.length - 10} more` : first;
}

/** Longest recorded value that is shown. */
const VALUE = 60;

/** What of a step's text will be replaced, from where, and on what evidence. */
function valueLines({ handles }: SendStep, steps: RerunPlan['steps']): string[] {
  return handles.map(({ value, pointer, source, given, evidence }) => {
    const before = value.length > VALUE ? `${value.slice(0, VALUE)}…` : value;
    const after = source ? `what is at ${sourceWords(source, steps)}` : shown(given ?? '', VALUE);
    return visibleText(`        ${pointer}: ${before} becomes ${after} (${replay.evidence[evidence]})`);
  });
}

function sourceWords(source: Source, steps: RerunPlan['steps']): string {
  const { pointer, inner, label, word } = source;
  const at = steps.findIndex(({ op, ops }) => op === source.op || ops?.includes(source.op));
  const from = steps[at];
  const answer = from ? `the response to ${at + 1} ${stepName(from)}` : 'a response that belongs to no step';
  const part = label ? `, its number${label.entity === '' ? '' : ` of “${label.entity}”`},` : '';
  const place = word === undefined ? part : `, its word ${word + 1},`;
  const whole = `${pointer}${inner === undefined ? '' : `#${inner}`}${place}`;
  return `${whole} of ${source.task ? `the result of the task of ${at + 1}` : answer}`;
}

/** The plan, a line a step; with `values`, further ones for each value that will be replaced. */
export function planLines(plan: RerunPlan, values = false): string[] {
  const { steps, leftOut, revision } = plan;
  const reasonsOf = steps.flatMap((step) => (step.do === 'send' && step.consent ? [step.consent] : []));
  const calls = reasonsOf.filter((reason) => reason === 'call').length;
  const count = reasonsOf.length - calls;
  const answers = answerWords(plan);
  const reasons = new Map<LeftOutReason, number>();
  for (const { reason } of leftOut) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return [
    `${counted(steps.length, 'step')} with protocol version ${visibleText(revision)}; ${count === 1 ? '1 needs' : `${count} need`} consent. Ids are new, except where exact bytes are sent.`,
    ...(calls > 0
      ? [
          `${counted(calls, 'call')} ${calls === 1 ? 'needs' : 'need'} consent unless the server marks the tool readOnlyHint; whether that is true is up to the server.`,
        ]
      : []),
    ...(answers === ''
      ? []
      : [`Recorded responses that need consent: ${answers}.`, ...(values ? answerLines(plan) : [])]),
    ...steps.flatMap((step, at) => {
      const marks = [
        step.do === 'send' && step.text === 'exact' ? 'exact bytes' : '',
        step.do === 'send' && step.waits.notified ? `after ${visibleText(step.waits.notified.method)}` : '',
        step.do === 'send' && step.silentMs !== undefined ? 'no response expected' : '',
        step.do === 'send' && step.handles.length > 0 ? counted(step.handles.length, 'live value') : '',
        step.do === 'send' && step.redacted ? `redacted: ${visibleText(step.redacted.join(', '))}` : '',
        consentWords(step) === '' ? '' : `needs consent${isCall(step) ? ' ' : ': '}${consentWords(step)}`,
      ].filter((mark) => mark !== '');
      const line = `${String(at + 1).padStart(4)}  ${stepName(step)}${marks.length > 0 ? `  (${marks.join('; ')})` : ''}`;
      if (!values || step.do !== 'send') return [line];
      const text = step.consent && step.consent !== 'call' ? [`        sends ${sentWords(step)}`] : [];
      return [line, ...text, ...valueLines(step, steps)];
    }),
    ...[...reasons].map(
      ([reason, times]) => `      ${counted(times, 'message')} not replayed: ${replay.leftOut[reason]}.`,
    ),
  ];
}

const isCall = (step: RerunStep): boolean => step.do === 'send' && step.consent === 'call';

/** The plan as one JSON object with the recording's path, and that of the masks where there is a file of them. */
export function planJson(before: string, plan: RerunPlan, masks?: string): string {
  const { asked, opening } = plan;
  const whole = { ...plan, asked: Object.fromEntries(asked), opening: Object.fromEntries(opening) };
  return `${JSON.stringify({ before, ...(masks === undefined ? {} : { masks }), plan: whole })}\n`;
}

/** What the server will get in place of secrets that were taken out of the recording; undefined when that is nothing. */
export function redactedWords({ steps, leftOut }: RerunPlan): string | undefined {
  const marks = [...steps, ...leftOut].flatMap((each) => ('redacted' in each && each.redacted ? [each.redacted] : []));
  if (marks.length === 0) return undefined;
  const placeholders = [...new Set(marks.flat())];
  const some = visibleText(placeholders.slice(0, 5).join(', '));
  const more = placeholders.length > 5 ? ` and ${placeholders.length - 5} more` : '';
  const messages = marks.length === 1 ? '1 message contains' : `${marks.length} messages contain`;
  return `The recording was redacted: ${messages} ${some}${more}, and the server gets that instead of what was recorded.`;
}

/** `12/48 tools/call echo`: where a run is. */
export function progressWords({ steps }: RerunPlan, { at, of }: RerunProgress): string {
  const step = steps[at];
  return step ? `${at + 1}/${of} ${stepName(step)}` : `${of}/${of} closing`;
}

/** `2 messages expected no response (waited 500 ms): confirmed.` */
function silenceLine(steps: RerunResult['steps']): string[] {
  const silent = steps.filter((each) => each.silent !== undefined);
  if (silent.length === 0) return [];
  const broken = silent.filter((each) => each.silent === false);
  const waited = silent.flatMap(({ silentMs }) => (silentMs === undefined ? [] : [silentMs]));
  const time = (ms: number): string => duration(ms * 1000, 'en');
  const [least, most] = [Math.min(...waited), Math.max(...waited)];
  const long = waited.length === 0 ? '' : ` (waited ${least === most ? '' : `${time(least)} to `}${time(most)})`;
  const cut = silent.length - broken.length - waited.length;
  const short = cut > 0 ? `; the connection closed during ${counted(cut, 'wait')}` : '';
  const found = broken.length === 0 ? 'confirmed' : `${broken.length} got a response`;
  return [`${counted(silent.length, 'message')} expected no response${long}: ${found}${short}.`];
}

/** What became of the run, beside the comparison. */
export function runLines({ steps, replaced, answered, complete }: RerunResult): string[] {
  const of = (became: string): number => steps.filter((each) => each.became === became).length;
  const taken = replaced.filter(({ after }) => after !== undefined).length;
  const missing = replaced.filter(({ after }) => after === undefined);
  const nearest = answered.filter(({ from }) => from === 'nearest');
  const unknown = answered.filter(({ from }) => from === 'unknown');
  const withheld = answered.filter(({ from }) => from === 'withheld');
  return [
    `${of('taken')} of ${counted(steps.length, 'step')} done.`,
    ...(of('declined') > 0 ? [`${of('declined')} skipped (not allowed).`] : []),
    ...(of('not-needed') > 0 ? [`${of('not-needed')} not needed: the live list has fewer pages.`] : []),
    ...(of('not-reached') > 0 ? [`${of('not-reached')} not reached.`] : []),
    ...(complete ? [] : ['The connection closed before the run ended.']),
    ...(taken > 0 ? [`${counted(taken, 'recorded value')} replaced by live ones (--show-masked lists them).`] : []),
    ...missing.map(
      ({ s, pointer }) => `The live response has no counterpart of ${visibleText(pointer)} of event ${s}.`,
    ),
    ...silenceLine(steps),
    ...nearest.map(
      ({ s, method }) => `Event ${s}: ${visibleText(method)} got the response of the most similar recorded request.`,
    ),
    ...withheld.map(
      ({ s, method }) => `Event ${s}: ${visibleText(method)} was rejected: the recorded response was not allowed.`,
    ),
    ...unknown.map(({ s, method }) => `Event ${s}: ${visibleText(method)} is not in the recording and was rejected.`),
  ];
}
