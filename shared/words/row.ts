/**
 * A row of the diagram in words: its text as parts, which page, terminal and drawn diagrams show each in its own way, and one
 * sentence to read aloud.
 */
import { nonStandardMethod } from '#shared/mcp';
import type { Author } from '#shared/recording';
import { metLostSession, type Operation, type SessionLog } from '#shared/session';
import type { Detail, RowView } from '#shared/timeline';
import type { Words } from './dictionary.ts';
import { duration, moment, size } from './figures.ts';
import { inputWords } from './input.ts';
import { noteText, type NotePlace } from './note.ts';
import { stepText, type StepText } from './step.ts';
import { asItIs, entryOf, minus, oneLine, type ShowUrl } from './text.ts';

/**
 * What a part of a row is: words before the method (`lead`), the method, the request's id, the part that went wrong (`loud`), wire
 * text that is not a message (`raw`), what else is told (`details`); of a note its kind (`tag`), and words or wire text.
 */
export type PartKind = 'lead' | 'method' | 'id' | 'loud' | 'raw' | 'details' | 'tag' | 'said' | 'wire';
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
  /** `took` is about something that has not ended, or not ended well. */
  readonly open: boolean;
}

/** Put row `row` of `log` in words, as of event `asOf`. */
export function rowText(words: Words, log: SessionLog, row: RowView, asOf = Infinity, showUrl = asItIs): RowText {
  const opens = log.notes[row.s]?.role === 'opens';
  const lost = opens && metLostSession(row.operation, log, asOf);
  const took = lost ? undefined : row.duration;
  const state = lost ? 'session-lost' : opens ? standing(row.operation) : undefined;
  return {
    ...labelOf(words, log, row, showUrl),
    took: took !== undefined ? duration(took, words.common.locale) : state ? words.outcomes[state] : '',
    open: took === undefined,
  };
}

/** What became of the operation that a row opens; undefined when it was answered. */
function standing(operation: Operation | undefined): keyof Words['outcomes'] | undefined {
  if (!operation) return undefined;
  const { closed, kind, outcome } = operation;
  // Nobody promised an answer to malformed text, so waiting for one is already the news.
  if (closed === undefined) return kind === 'malformed' ? 'silence' : 'open';
  return outcome === 'result' || outcome === 'error' || outcome === 'tool-error' ? undefined : outcome;
}

function labelOf(words: Words, log: SessionLog, row: RowView, showUrl: ShowUrl): Pick<RowText, 'parts' | 'place'> {
  const event = log.events[row.s];
  if (!event) return { parts: [] };
  const note = noteText(words, log, event, showUrl);
  if (note) {
    const { tag, text, place, mono } = note;
    return { parts: partsOf(['tag', tag], [mono ? 'wire' : 'said', text]), place };
  }
  const step = stepText(words, log, event, showUrl);
  return { parts: step ? stepParts(step, row.trouble, words) : messageParts(words, log, row) };
}

const partsOf = (...parts: readonly (readonly [PartKind, string])[]): RowPart[] =>
  parts.flatMap(([kind, text]) => (text.trim() === '' ? [] : [{ kind, text: text.trim() }]));

/** An answer begins with what it says, because the address is long and is in the row above. */
function stepParts({ step, line, status, body }: StepText, trouble: boolean, { common }: Words): RowPart[] {
  return partsOf(
    ['lead', `${step}${common.colon.trim()}`],
    [trouble ? 'loud' : 'method', status || line],
    ['details', [status && line, body].filter(Boolean).join(' · ')],
  );
}

function messageParts(words: Words, log: SessionLog, row: RowView): RowPart[] {
  const t = words.rows;
  const error = row.details.find((detail) => detail.code === 'error');
  const faults = row.faults.map((fault) => words.problems.faults[fault].title);
  const rest = [
    ...row.details.flatMap((detail) => (detail === error ? [] : [detailText(detail, words)])),
    inputWords(log, row.s, words) ?? '',
  ];
  const joined = [...rest, ...faults].filter(Boolean).join(' · ');
  const id = row.id === undefined ? '' : oneLine(`#${row.id}`);
  const method = oneLine(row.method ?? '');
  if (row.shape === 'malformed')
    return partsOf(['raw', oneLine(row.text ?? '')], ['details', [...faults, ...rest].filter(Boolean).join(', ')]);
  if (row.shape !== 'response')
    return partsOf(
      ['method', method],
      ['id', id],
      ['loud', nonStandardMethod(row.method ?? '') ? t.nonStandard : ''],
      ['details', joined],
    );
  if (error) {
    const loud = [t.error, error.number === undefined ? '' : minus(String(error.number)), error.name ?? '']
      .filter(Boolean)
      .join(' ');
    const says = error.message === '' || error.message === error.name ? '' : error.message;
    return partsOf(
      ['loud', says === '' ? loud : `${loud}${words.common.colon}${oneLine(says)}`],
      ['id', id],
      ['details', [method, joined].filter(Boolean).join(' · ')],
    );
  }
  const failed = row.details.some((detail) => detail.code === 'tool-error');
  return partsOf(
    ['lead', method ? t.resultOf : t.result],
    ['method', method],
    ['id', id],
    [failed ? 'loud' : 'details', joined],
  );
}

/** One detail in words. */
function detailText(detail: Detail, words: Words): string {
  const t = words.rows.details;
  switch (detail.code) {
    case 'subject':
      return oneLine(detail.text);
    case 'offers':
      return t.offers(oneLine(detail.revision));
    case 'agreed':
      return oneLine([detail.revision, detail.capabilities.slice(0, 20).join(' ')].filter(Boolean).join(' · '));
    case 'items':
      return t.items(detail.list, detail.count, detail.more);
    case 'blocks':
      return t.blocks(detail.count);
    case 'tool-error':
      return detail.text === '' ? t.toolError : `${t.toolError}${words.common.colon}${oneLine(detail.text)}`;
    case 'error':
      return oneLine(detail.message);
    case 'progress':
      return [
        t.progress(`${detail.progress}`, detail.total === undefined ? undefined : `${detail.total}`),
        oneLine(detail.message ?? ''),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'asks':
      return t.asks;
    case 'by':
      return authorWords(detail.author, words);
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

/** The whole row as a sentence. */
export function spokenRow(words: Words, { parts, took, open }: RowText, row: RowView): string {
  const t = words.rows;
  const ways = row.lane === undefined ? { c2s: t.clientToServer, s2c: t.serverToClient } : t.authorizationWays;
  const kind = { request: t.request, notification: t.notification, malformed: t.malformed, response: '', note: '' };
  const title = parts.flatMap((part) => (part.kind === 'details' ? [] : [part.text]));
  return [
    row.trouble ? t.trouble : '',
    row.dir === undefined ? '' : ways[row.dir],
    [kind[row.shape], ...title].filter(Boolean).join(' '),
    ...parts.flatMap((part) => (part.kind === 'details' ? [part.text] : [])),
    open ? took : t.took(took),
    t.atTime(moment(row.t)),
  ]
    .filter(Boolean)
    .join(', ');
}
