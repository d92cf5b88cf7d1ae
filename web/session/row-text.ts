/** What stands in a row of the diagram, in the person's language: pieces to draw, and one sentence to read aloud. */
import type { WireEvent } from '#shared/recording';
import { metLostSession, type Operation, type SessionLog } from '#shared/session';
import { nonStandardMethod } from '#shared/mcp';
import { isTrouble, type Detail, type RowView } from '#shared/timeline';
import { inputWords } from '../base/input-words.ts';
import { clock, duration, number, size, words } from '../base/i18n/index.svelte.ts';
import { noteOf, type NoteText } from './note-text.ts';
import { stepText, type StepText } from './step-text.ts';

/** A message's label: words before its method, the method, its id, and details. `loud` is the part that went wrong. */
export interface RowText {
  readonly before: string;
  readonly method: string;
  readonly id: string;
  readonly loud: string;
  readonly details: string;
  readonly note?: NoteText;
  /** What the duration column says. */
  readonly duration: string;
  /** The duration column's text is about something that has not ended, or not ended well. */
  readonly open: boolean;
  /** The whole row as a sentence. */
  readonly spoken: string;
}

/** The state of the operation that a row opens; undefined when it was answered. */
function standing(operation: Operation | undefined): keyof typeof words.now.timeline.outcomes | undefined {
  if (!operation) return undefined;
  // Nobody promised an answer to malformed text, so waiting for one is already the news.
  if (operation.closed === undefined) return operation.kind === 'malformed' ? 'silence' : 'waiting';
  const { outcome } = operation;
  return outcome === 'silence' ||
    outcome === 'no-answer' ||
    outcome === 'ended' ||
    outcome === 'cancelled' ||
    outcome === 'timeout'
    ? outcome
    : undefined;
}

/** Put row `row` of `log` in words, as of event `asOf`. */
export function rowText(log: SessionLog, row: RowView, asOf: number): RowText {
  const event = log.events[row.s];
  const opens = log.notes[row.s]?.role === 'opens';
  const lost = opens && metLostSession(row.operation, log, asOf);
  const state = lost ? 'session-lost' : opens ? standing(row.operation) : undefined;
  const step = event && stepText(log, event);
  const label = step
    ? stepLabel(step, row.trouble)
    : row.shape === 'note' || !event
      ? noteLabel(log, event)
      : messageLabel(row, inputWords(log, row.s, words.now));
  const t = words.now.timeline;
  const took = lost ? undefined : row.duration;
  const time = took === undefined ? (state ? t.outcomes[state] : '') : duration(took);
  return {
    ...label,
    duration: time,
    open: took === undefined,
    spoken: spoken(row, label, took === undefined ? time : t.took(time), isTrouble(log, row.s)),
  };
}

type Label = Omit<RowText, 'duration' | 'open' | 'spoken'>;

/** An answer begins with what it says, because the address is long and stands in the row above. */
function stepLabel({ step, line, status, body }: StepText, trouble: boolean): Label {
  const first = status || line;
  const text = trouble ? { method: '', loud: first } : { method: first, loud: '' };
  return {
    before: `${step}${words.now.common.colon.trim()}`,
    id: '',
    details: [status && line, body].filter(Boolean).join(' · '),
    ...text,
  };
}

function noteLabel(log: SessionLog, event: WireEvent | undefined): Label {
  const note = event && noteOf(log, event);
  return { before: '', method: '', id: '', loud: '', details: '', ...(note ? { note } : {}) };
}

function messageLabel(row: RowView, input: string | undefined): Label {
  const t = words.now.timeline;
  const error = row.details.find((detail) => detail.code === 'error');
  const faults = row.faults.map((fault) => words.now.problems.faults[fault].title);
  const rest = [...row.details.filter((detail) => detail.code !== 'error').map(detailText), input ?? ''];
  const failed = row.details.some((detail) => detail.code === 'tool-error');
  const details = [...(row.shape === 'malformed' ? [...faults, ...rest] : [...rest, ...faults])].filter(Boolean);
  const joined = details.join(row.shape === 'malformed' ? ', ' : ' · ');
  const id = row.id === undefined ? '' : `#${row.id}`;
  if (row.shape === 'malformed') return { before: '', method: '', id: '', loud: row.text ?? '', details: joined };
  if (row.shape !== 'response') {
    const method = row.method ?? '';
    const loud = nonStandardMethod(method) ? t.nonStandard : '';
    return { before: '', method, id, loud, details: joined };
  }
  const method = row.method ?? '';
  if (error) {
    const loud = [t.error, minus(error.number), error.name ?? ''].filter(Boolean).join(' ');
    const text =
      error.message === '' || error.message === error.name ? loud : `${loud}${words.now.common.colon}${error.message}`;
    return { before: '', method: '', id, loud: text, details: [method, joined].filter(Boolean).join(' · ') };
  }
  return {
    before: method ? t.resultOf : t.result,
    method,
    id,
    loud: failed ? joined : '',
    details: failed ? '' : joined,
  };
}

/** A number with the true minus sign that error codes deserve. */
const minus = (value: number | undefined): string => (value === undefined ? '' : String(value).replace('-', '−'));

/** One detail in words. */
export function detailText(detail: Detail): string {
  const t = words.now.timeline.details;
  switch (detail.code) {
    case 'subject':
      return detail.text;
    case 'offers':
      return t.offers(detail.revision);
    case 'agreed':
      return [detail.revision, detail.capabilities.join(' ')].filter(Boolean).join(' · ');
    case 'items':
      return t.items(detail.list, detail.count, detail.more);
    case 'blocks':
      return t.blocks(detail.count);
    case 'tool-error':
      return detail.text === '' ? t.toolError : `${t.toolError}${words.now.common.colon}${detail.text}`;
    case 'error':
      return detail.message;
    case 'progress':
      return [t.progress(detail.progress, detail.total), detail.message ?? ''].filter(Boolean).join(' · ');
    case 'asks':
      return t.asks;
    case 'by':
      return t.by[detail.author];
    case 'repeats':
      return t.repeats(detail.id);
    case 'bytes':
      return size(detail.bytes);
    case 'fault':
      return words.now.problems.faults[detail.fault].title;
    case 'batch':
      return t.batch(detail.count);
  }
}

function spoken(row: RowView, label: Label, time: string, trouble: boolean): string {
  const t = words.now.timeline;
  const names =
    row.lane === undefined ? { c2s: t.clientToServer, s2c: t.serverToClient } : words.now.authorize.spokenWays;
  const way = row.dir === undefined ? '' : names[row.dir];
  const kind = row.shape === 'request' ? t.request : row.shape === 'notification' ? t.notification : '';
  const title = [kind, row.shape === 'malformed' ? t.malformed : '', label.before, label.method, label.loud, label.id];
  return [
    trouble ? t.trouble : '',
    way,
    title.filter(Boolean).join(' '),
    label.note ? `${label.note.tag} ${label.note.text}`.trim() : '',
    label.details,
    time,
    t.atTime(clock(row.t)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Seconds of idle time as a gap says them. */
export function idleText(us: number): string {
  return words.now.timeline.idle(us < 120e6 ? `${number(Math.round(us / 1e5) / 10)} s` : duration(us));
}
