/** A run of like events in words: how many there are, and what the last of them says. */
import { eraOf, nonStandardMethod } from '#shared/mcp';
import { isProbe, metLostSession, needsHandshake, tapSummary, type Operation, type SessionLog } from '#shared/session';
import { countOf, describe, type Detail, type RowView, type Run } from '#shared/timeline';
import type { Author } from '#shared/recording';
import { eraReason } from './connection.ts';
import type { Words } from './dictionary.ts';
import { duration, moment, size } from './figures.ts';
import { toneOf, type Tone } from './tone.ts';
import { asItIs, entryOf, minus, oneLine, shortId, type ShowUrl } from './text.ts';
import { answeredText, askedText } from './content.ts';
import { inputWords } from './input.ts';
import { noteText } from './kinds.ts';
import type { NotePlace } from './note.ts';
import { stepText, type StepText } from './step.ts';

/** The row of a run in words, as of event `asOf`. */
export function runText(words: Words, log: SessionLog, run: Run, asOf = Infinity, showUrl = asItIs): RowText {
  const t = words.rows.runs;
  const isProbe = run.kind === 'probe';
  const { lead, details } = isProbe ? probe(words, log, run, asOf) : likeEvents(words, log, run, asOf, showUrl);
  const { openedAt = 0, closedAt } = (isProbe ? log.operationOf(run.events[0] ?? -1) : undefined) ?? {};
  const last = describe(log, run.events[countOf(run, asOf) - 1] ?? 0);
  const place = isProbe ? 'middle' : run.kind === 'stderr' ? 'chip' : undefined;
  const parts: RowPart[] = [{ kind: 'lead', text: lead }];
  if (details !== '' && !run.open) parts.push({ kind: 'details', text: details });
  return {
    parts,
    ...(last && run.kind === 'log' ? toneOf(log, last) : {}),
    ...(place === undefined ? {} : { place }),
    took: closedAt === undefined || run.open ? '' : duration(closedAt - openedAt, words.common.locale),
    spoken: [lead, run.open ? '' : details, run.open ? t.unfolded : t.folded],
    open: false,
  };
}

type Said = { readonly lead: string; readonly details: string };

function likeEvents(words: Words, log: SessionLog, run: Run, asOf: number, showUrl: typeof asItIs): Said {
  const t = words.rows.runs;
  const { kind, events } = run;
  const count = countOf(run, asOf);
  const last = events[count - 1] ?? 0;
  if (kind === 'probe') return { lead: '', details: '' };
  if (kind === 'stderr') return { lead: t.stderr(count), details: '' };
  // Each is a request and its answer.
  if (kind === 'ping') return { lead: t.ping(Math.ceil(count / 2)), details: '' };
  const lead =
    kind === 'notification' ? t.notification(count, oneLine(log.notes.get(last)?.method ?? '')) : t[kind](count);
  const row = describe(log, last);
  const said = row ? rowText(words, log, row, asOf, showUrl).parts.filter((part) => part.kind === 'details') : [];
  const content = said.map(({ text }) => text).join(' ');
  return { lead, details: content === '' ? '' : t.last(content) };
}

/** The probe and its verdict: what it found, and why. */
function probe(words: Words, log: SessionLog, { events }: Run, asOf: number): Said {
  const t = words.rows;
  const verdict = events.findLast((s) => s <= asOf && log.event(s)?.k === 'connection');
  const event = log.event(verdict ?? -1);
  if (event?.k !== 'connection') {
    const { outcome } = log.operationsAsOf(asOf).of(events[0] ?? -1) ?? {};
    return { lead: outcome === 'result' || outcome === undefined ? t.probe : told(outcome, t), details: '' };
  }
  const { detail = '', reason = '' } = event;
  if (eraOf(detail) !== 'handshake')
    return { lead: t.probeStateless(oneLine(detail)), details: eraReason(reason, words).title };
  const { outcome } = log.operationsAsOf(asOf).of(events[0] ?? -1) ?? {};
  return { lead: told(outcome, t), details: eraReason(reason, words).title };
}

const told = (outcome: string | undefined, t: Words['rows']): string =>
  outcome === 'error' ? t.probeRefused : t.probeUnanswered;

/**
 * What a part of a row is: words before the method (`lead`), the method, the name of what is asked, the request's id, the part that went wrong (`emphasised`), wire
 * text that is not a message (`raw`), what else is told (`details`); of a note its kind (`tag`), and words or wire text.
 */
export type PartKind = 'lead' | 'method' | 'name' | 'id' | 'emphasised' | 'raw' | 'details' | 'tag' | 'said' | 'wire';
export interface RowPart {
  readonly kind: PartKind;
  /** Not empty, without line ends. */
  readonly text: string;
}

export interface RowText {
  /** In the order in which they are read. */
  readonly parts: readonly RowPart[];
  /** Where a note is; absent for rows with an arrow. */
  readonly place?: NotePlace;
  /** How long it took to the answer, or what became of the request that this row sends; empty for other rows. */
  readonly took: string;
  /** Of a message: what it is as a sentence begins, `result of tools/call #8`, and what else is said of it. */
  readonly spoken?: readonly string[];
  /** How grave a log message is, or a line of stderr that says so. */
  readonly tone?: Tone;
  /** `took` is about something that has not ended, or not ended well. */
  readonly open: boolean;
}

/** Put row `row` of `log` in words, as of event `asOf`. */
export function rowText(words: Words, log: SessionLog, row: RowView, asOf = Infinity, showUrl = asItIs): RowText {
  const opens = log.notes.get(row.s)?.role === 'opens';
  const lost = opens && metLostSession(row.operation, log, asOf);
  const took = lost ? undefined : row.duration;
  const state = lost ? 'session-lost' : opens ? standing(log, row.operation) : undefined;
  return {
    ...labelOf(words, log, row, showUrl),
    took: took !== undefined ? duration(took, words.common.locale) : state ? words.outcomes[state] : '',
    open: took === undefined,
  };
}

/** What became of the operation that a row opens; undefined when it was answered. */
function standing(log: SessionLog, operation: Operation | undefined): keyof Words['outcomes'] | undefined {
  if (!operation) return undefined;
  const { closed, outcome } = operation;
  const summary = tapSummary(log, operation);
  if (closed === undefined) return summary?.waits !== undefined ? 'held' : (outcome ?? 'open');
  if (summary?.unheard) return 'unheard';
  return outcome === 'result' || outcome === 'error' || outcome === 'tool-error' ? undefined : outcome;
}

type Told = Pick<RowText, 'parts' | 'place' | 'spoken' | 'tone'>;

function labelOf(words: Words, log: SessionLog, row: RowView, showUrl: ShowUrl): Told {
  const event = log.event(row.s);
  if (!event) return { parts: [] };
  const note = noteText(words, log, event, showUrl);
  if (note) {
    const { tag, text, place, mono } = note;
    return { ...toneOf(log, row), parts: partsOf(['tag', tag], [mono ? 'wire' : 'said', text]), place };
  }
  const step = stepText(words, log, event, showUrl);
  return step ? { parts: stepParts(step, row.trouble, words) } : messageParts(words, log, row);
}

const partsOf = (...parts: readonly (readonly [PartKind, string])[]): RowPart[] =>
  parts.flatMap(([kind, text]) =>
    text.trim() === '' ? [] : [{ kind, text: kind === 'wire' ? text.trimEnd() : text.trim() }],
  );

/** An answer begins with what it says, because the address is long and is in the row above. */
function stepParts({ step, line, status, body }: StepText, trouble: boolean, { common }: Words): RowPart[] {
  return partsOf(
    ['lead', `${step}${common.colon.trim()}`],
    [trouble ? 'emphasised' : 'method', status || line],
    ['details', [status && line, body].filter(Boolean).join(' · ')],
  );
}

function messageParts(words: Words, log: SessionLog, row: RowView): Told {
  const t = words.rows;
  const faults = row.faults.map((fault) => words.problems.faults[fault].title);
  const told = row.details.flatMap((detail) =>
    detail.code === 'error' || detail.code === 'tool-error' ? [] : [detailText(detail, words)],
  );
  if (row.shape === 'malformed')
    return {
      parts: partsOf(['raw', oneLine(row.text ?? '')], ['details', [...faults, ...told].join(words.comparison.comma)]),
    };
  const id: readonly [PartKind, string] = ['id', row.id === undefined ? '' : oneLine(`#${row.id}`)];
  const method = oneLine(row.method ?? '');
  const name = oneLine(method.startsWith('tasks/') ? shortId(row.name ?? '') : (row.name ?? ''));
  const line = (...rest: readonly string[]): string => [...rest, ...told, ...faults].filter(Boolean).join(' · ');
  if (row.shape !== 'response') {
    const odd = nonStandardMethod(row.method ?? '') ? t.nonStandard : '';
    const rest = line(content(words, log, row), inputWords(log, row.s, words) ?? '');
    const kind = row.shape === 'request' ? t.request : t.notification;
    const probe = row.operation && row.operation.opened === row.s && isProbe(row.operation) ? t.probe : '';
    return {
      ...toneOf(log, row),
      parts: partsOf(['lead', probe], ['method', method], ['name', name], ['emphasised', odd], ['details', rest], id),
      spoken: [sentence(kind, method, id[1], odd), probe, name, rest],
    };
  }
  if (refusedProbe(log, row)) {
    const rest = line(content(words, log, row));
    return {
      parts: partsOf(['lead', t.probeRefused], ['details', rest], id),
      spoken: [sentence(t.probeRefused, id[1]), method, rest],
    };
  }
  const wrong = wrongText(row, words);
  const error = row.details.some((detail) => detail.code === 'error');
  const rest = wrong === '' ? line(content(words, log, row)) : line();
  const asked: readonly [PartKind, string] =
    name !== '' ? ['name', name] : method !== '' ? ['method', method] : ['lead', t.result];
  return {
    parts: partsOf(asked, ['lead', wrong || rest ? '→' : ''], ['emphasised', wrong], ['details', rest], id),
    spoken: error
      ? [sentence(wrong, id[1]), method, name, rest]
      : [sentence(method ? t.resultOf(method) : t.result, id[1], wrong), name, rest],
  };
}

/** True for the response that tells that a server needs a handshake, also when it comes after the probe's time. */
function refusedProbe(log: SessionLog, { s, operation, trouble }: RowView): boolean {
  if (!operation || trouble || !isProbe(operation)) return false;
  const decoded = log.decoded(s);
  const { outcome } = operation;
  if (decoded?.kind !== 'response' || (outcome !== 'error' && outcome !== 'timeout')) return false;
  return needsHandshake(decoded.outcome === 'error' ? 'error' : undefined, decoded.error);
}

const sentence = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ');

/** What a request or notification asks beside its name, or what came as the answer. */
function content(words: Words, log: SessionLog, { s, method }: RowView): string {
  const event = log.event(s);
  const decoded = log.decoded(s);
  const text = event?.k === 'message' ? event.raw : undefined;
  if (decoded?.kind === 'response') return answeredText(words, method, decoded, text);
  if (decoded?.kind !== 'request' && decoded?.kind !== 'notification') return '';
  return askedText(words, decoded, text);
}

/** What is wrong with an answer: its error, or the tool's; empty for others. */
function wrongText({ details }: RowView, { rows: t, common }: Words): string {
  for (const detail of details) {
    if (detail.code === 'tool-error')
      return `${t.details.toolError}${detail.text === '' ? '' : `${common.colon}${oneLine(detail.text)}`}`;
    if (detail.code !== 'error') continue;
    const { number, name = '', message } = detail;
    const loud = sentence(t.error, number === undefined ? '' : minus(String(number)), name);
    return message === '' || message === name ? loud : `${loud}${common.colon}${oneLine(message)}`;
  }
  return '';
}

function detailText(detail: Exclude<Detail, { readonly code: 'error' | 'tool-error' }>, words: Words): string {
  const t = words.rows.details;
  switch (detail.code) {
    case 'asks':
      return t.asks;
    case 'by':
      return authorWords(detail.author, words);
    case 'changed':
      return t.changed;
    case 'repeats':
      return t.repeats(oneLine(detail.id));
    case 'bytes':
      return size(detail.bytes, words);
    case 'fault':
      return words.problems.faults[detail.fault].title;
    case 'batch':
      return t.batch(detail.count);
  }
}

const authorWords = (author: Author, { rows }: Words): string =>
  entryOf<string>(rows.details.by, author) ?? oneLine(author);

/** The whole row as a sentence, which begins with what the message is and its id. */
export function spokenRow(words: Words, { parts, spoken, took, open }: RowText, row: RowView): string {
  const t = words.rows;
  const ways = row.lane === undefined ? { c2s: t.clientToServer, s2c: t.serverToClient } : t.authorizationWays;
  const kind = { request: t.request, notification: t.notification, malformed: t.malformed, response: '', note: '' };
  const [details, title] = [
    parts.filter((part) => part.kind === 'details'),
    parts.filter((part) => part.kind !== 'details'),
  ];
  return [
    row.trouble ? t.trouble : '',
    row.dir === undefined ? '' : ways[row.dir],
    ...(spoken ?? [sentence(kind[row.shape], ...title.map(({ text }) => text)), ...details.map(({ text }) => text)]),
    open ? took : t.took(took),
    t.atTime(moment(row.t)),
  ]
    .filter(Boolean)
    .join(', ');
}
