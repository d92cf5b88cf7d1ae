/** A plan and what became of it, in words for a terminal. */
import { memberText } from '#shared/jsonrpc';
import type { ConsentReason, LeftOutReason, RerunPlan, RerunResult, RerunStep, SendStep } from '#shared/rerun';
import { plain } from '../record/index.ts';

const CONSENT: { readonly [reason in ConsentReason]: string } = {
  'tool-may-change': 'the tool is not marked as read-only',
  'unknown-tool': 'the recording does not say what the tool does',
  'unknown-method': 'no revision says what the method does',
  'may-change': 'the method may change something',
  'malformed-call': 'a call stands in a text that can’t be read, or can be read in two ways',
};

const LEFT_OUT: { readonly [reason in LeftOutReason]: string } = {
  opening: 'the session opens by itself',
  listening: 'the session listens by itself',
  task: 'tasks are followed by themselves',
  closing: 'the session closes by itself',
  answer: 'given when the server asks',
  input: 'given when the server asks for input',
  timeout: 'follows when the time is over again',
  resent: 'was sent again when authorized',
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What a step is, in a few words. */
export function stepName(step: RerunStep): string {
  if (step.do === 'cancel') return `cancel ${step.method ?? 'a request'}`;
  const { method, about, raw, b64 } = step;
  if (method !== undefined) return plain(about === undefined ? method : `${method} ${about}`);
  return b64 === undefined ? plain(JSON.stringify(raw.slice(0, 60))) : `${b64.length} characters of base64`;
}

/** Longest arguments that are shown whole. */
const ARGUMENTS = 300;

/** What a call is called with; empty for what has no arguments. */
export function argumentWords({ raw }: SendStep): string {
  const text = memberText(raw, ['params', 'arguments']);
  if (text === undefined) return '';
  return plain(` ${text.length > ARGUMENTS ? `${text.slice(0, ARGUMENTS)}…` : text}`);
}

/** Why a step needs consent; empty when it needs none. */
export function consentWords(step: RerunStep): string {
  return step.do === 'send' && step.consent ? CONSENT[step.consent] : '';
}

/** Longest recorded value that is shown. */
const VALUE = 60;

/** What of a step's text will be replaced, and from where. */
function valueLines({ handles }: SendStep, steps: RerunPlan['steps']): string[] {
  return handles.map(({ value, pointer, source }) => {
    const at = steps.findIndex(({ op, ops }) => op === source.op || ops?.includes(source.op));
    const from = steps[at];
    const where = `${source.pointer}${source.inner === undefined ? '' : `#${source.inner}`}`;
    const answer = from ? `the answer to ${at + 1} ${stepName(from)}` : 'an answer that is no step’s';
    const shown = value.length > VALUE ? `${value.slice(0, VALUE)}…` : value;
    return plain(
      `        ${pointer}: ${shown} becomes what is at ${where} of ${source.task ? `the result of the task of ${at + 1}` : answer}`,
    );
  });
}

/** The plan, a line a step; with `values`, further ones for each value that will be replaced. */
export function planLines(plan: RerunPlan, values = false): string[] {
  const { steps, leftOut, revision } = plan;
  const count = steps.filter((step) => consentWords(step) !== '').length;
  const reasons = new Map<LeftOutReason, number>();
  for (const { reason } of leftOut) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return [
    `${counted(steps.length, 'step')} at revision ${plain(revision)}; ${count === 1 ? '1 needs' : `${count} need`} consent. Ids are fresh but where the bytes are exact.`,
    ...steps.flatMap((step, at) => {
      const marks = [
        step.do === 'send' && step.text === 'exact' ? 'exact bytes' : '',
        step.do === 'send' && step.waits.notified ? `after ${step.waits.notified.method}` : '',
        step.do === 'send' && step.silentMs !== undefined ? 'silence expected' : '',
        step.do === 'send' && step.handles.length > 0 ? counted(step.handles.length, 'live value') : '',
        step.do === 'send' && step.redacted ? `redacted: ${plain(step.redacted.join(', '))}` : '',
        consentWords(step) === '' ? '' : `needs consent: ${consentWords(step)}`,
      ].filter((mark) => mark !== '');
      const line = `${String(at + 1).padStart(4)}  ${stepName(step)}${marks.length > 0 ? `  (${marks.join('; ')})` : ''}`;
      return values && step.do === 'send' ? [line, ...valueLines(step, steps)] : [line];
    }),
    ...[...reasons].map(
      ([reason, times]) =>
        `      ${times} ${times === 1 ? 'message is no step' : 'messages are no steps'}: ${LEFT_OUT[reason]}.`,
    ),
  ];
}

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
  const some = plain(placeholders.slice(0, 5).join(', '));
  const more = placeholders.length > 5 ? ` and ${placeholders.length - 5} more` : '';
  const messages = marks.length === 1 ? '1 message holds' : `${marks.length} messages hold`;
  return `The recording was redacted: ${messages} ${some}${more}, and the server gets that in place of what was recorded.`;
}

/** What became of the run, beside the comparison. */
export function runLines({ steps, replaced, answered, complete }: RerunResult): string[] {
  const of = (became: string): number => steps.filter((each) => each.became === became).length;
  const silent = steps.filter((each) => each.silent !== undefined);
  const broken = silent.filter((each) => each.silent === false);
  const taken = replaced.filter(({ after }) => after !== undefined).length;
  const missing = replaced.filter(({ after }) => after === undefined);
  const nearest = answered.filter(({ from }) => from === 'nearest');
  const unknown = answered.filter(({ from }) => from === 'unknown');
  return [
    `${of('taken')} of ${steps.length} steps taken.`,
    ...(of('declined') > 0 ? [`${of('declined')} not run for want of consent.`] : []),
    ...(of('not-reached') > 0 ? [`${of('not-reached')} not reached.`] : []),
    ...(complete ? [] : ['The connection was over before the run was.']),
    ...(taken > 0 ? [`${counted(taken, 'recorded value')} replaced by live ones (--show-masked lists them).`] : []),
    ...missing.map(({ s, pointer }) => `The live answer has nothing in the place of ${pointer} of event ${s}.`),
    ...(silent.length > 0
      ? [`Silence checked ${counted(silent.length, 'time')}, broken ${counted(broken.length, 'time')}.`]
      : []),
    ...nearest.map(({ s, method }) => `Event ${s}: ${plain(method)} was answered as the nearest recorded one.`),
    ...unknown.map(({ s, method }) => `Event ${s}: ${plain(method)} is in no recorded answer; refused.`),
  ];
}
