/** The rows of the sequence diagram with everything they say, once for every format it is drawn in. */
import { addTo, isUrl } from '#shared/base';
import type { Recorded, WireEvent } from '#shared/recording';
import { SessionLog } from '#shared/session';
import {
  carrierOf,
  describe,
  reachedBy,
  type Carrier,
  type Exchanges,
  type RowView,
  type Run,
  type Timeline,
} from '#shared/timeline';
import { clock, duration, ENGLISH, oneLine, rowText, runText, type RowText, type Words } from '#shared/words';
import { DiagramReading } from './diagram-reading.ts';
import { laneBars } from './http-lane.ts';
import type { DiagramOptions } from './types.ts';

export interface EventRow {
  readonly type: 'event';
  readonly s: number;
  /** Seconds since the start, as text. */
  readonly time: string;
  readonly view: RowView;
  readonly text: RowText;
  /** The row stands for a run, of which `s` is the first event. */
  readonly run?: Run;
  readonly carrier?: Carrier;
}
export interface BandRow {
  readonly type: 'band';
  /** A phase begins with event `s`, or nothing happened before it. */
  readonly band: 'phase' | 'gap';
  readonly s: number;
  readonly text: string;
}
export type DiagramRow = EventRow | BandRow;

/** An operation that is open between two of the drawn rows; `to` is absent when its end is not drawn. */
export interface DiagramBar {
  readonly side: 'client' | 'server';
  readonly slot: number;
  /** Indexes into the rows. */
  readonly from: number;
  readonly to?: number;
}

export function logOf(recorded: Recorded): SessionLog {
  const log = new SessionLog(recorded.events);
  for (const event of recorded.events) log.append(event);
  return log;
}

export interface Wanted extends Pick<DiagramOptions, 'filter' | 'found' | 'log' | 'reading'> {
  readonly most: number;
  readonly words: Words;
}

export function wanted({ most, words = ENGLISH, ...options }: DiagramOptions, highest: number): Wanted {
  const asked = most === undefined || Number.isNaN(most) ? highest : Math.floor(most);
  return { ...options, most: Math.max(0, Math.min(asked, highest)), words };
}

export type Diagram = ReturnType<typeof diagramOf>;

/** Where the rows of a recording are. */
export function readingOf(
  recorded: Recorded,
  { reading, log, ...options }: DiagramOptions,
  whole = false,
): DiagramReading {
  const read = reading ?? new DiagramReading(log ?? logOf(recorded), options, whole);
  read.advance();
  return read;
}

/** The first `most` rows of a recording's diagram. A note of the person stands below the event that it is about. */
export function diagramOf(recorded: Recorded, options: Wanted) {
  const { most, words } = options;
  const reading = readingOf(recorded, options);
  const { log, timeline, exchanges } = reading;
  const http = exchanges.count > 0;
  const rows: DiagramRow[] = [];
  const left = eachRow(reading, most, words, (row) => rows.push(row));
  return {
    log,
    words,
    title: oneLine(recorded.header.title),
    /** Names of the parties beyond “client” and “server”; empty when unknown. */
    client: nameOf(log.state.client.info) || oneLine(recorded.header.host ?? ''),
    server: nameOf(log.state.server.info),
    /** Host of the authorization server; undefined when none is asked. */
    authorization: hostOfStep(log, timeline.firstStep),
    /** A tap stood between the two. */
    tapped: recorded.header.route === 'tap',
    rows,
    bars: barsOf(log, rows),
    http: http
      ? {
          lane: laneBars(log, exchanges, inOrder(rows), left === 0),
          /** The relay speaks with the server, and does by itself what is automatic. */
          relayed: recorded.header.route === 'relay',
        }
      : undefined,
    left,
  };
}

/** Give the first `most` rows, one after the other. Gives how many more there are. */
export function eachRow(
  { log, timeline, exchanges }: DiagramReading,
  most: number,
  words: Words,
  take: (row: DiagramRow) => void,
): number {
  const notes = notesByRow(log, timeline);
  const moved = new Set([...notes.values()].flat().map(({ s }) => s));
  let given = 0;
  let left = 0;
  const add = (made: () => DiagramRow | undefined): void => {
    if (given >= most) {
      left++;
      return;
    }
    const row = made();
    if (!row) return;
    given++;
    take(row);
  };
  // Idle before a note that stands elsewhere is part of the idle before what follows it.
  let idle = 0;
  let waited = false;
  for (let index = 0; index < timeline.length; index++) {
    const row = timeline.row(index);
    if (!row) continue;
    if (row.type === 'gap') {
      idle += row.idle;
      waited = row.waiting === true;
      continue;
    }
    const { s } = row;
    if (row.type === 'event' && moved.has(s)) continue;
    if (idle > 0) {
      const text = (waited ? words.rows.waited : words.rows.idle)(duration(idle, words.common.locale));
      add(() => ({ type: 'band', band: 'gap', s, text }));
      idle = 0;
    }
    if (row.type === 'phase') add(() => ({ type: 'band', band: 'phase', s, text: words.rows.phases[row.phase] }));
    else {
      add(() => eventRow(log, s, words, row.type === 'run' ? row.run : undefined, exchanges));
      for (const note of notes.get(index) ?? []) add(() => eventRow(log, note.s, words));
    }
  }
  return left;
}

function eventRow(log: SessionLog, s: number, words: Words, run?: Run, exchanges?: Exchanges): EventRow | undefined {
  const view = describe(log, s);
  if (!view) return undefined;
  const carrier = exchanges && carrierOf(exchanges, log, s);
  const base = { type: 'event', s, time: clock(view.t), view, ...(carrier ? { carrier } : {}) } as const;
  return run ? { ...base, text: runText(words, log, run), run } : { ...base, text: rowText(words, log, view) };
}

/** Notes of the person by the index of the row that stands for their event. */
function notesByRow(log: SessionLog, timeline: Timeline): Map<number, WireEvent[]> {
  const notes = new Map<number, WireEvent[]>();
  for (const [s, { kind }] of log.notes.entries()) {
    const event = kind === 'note' ? log.event(s) : undefined;
    if (event?.k !== 'note' || event.at >= s || log.notes.get(event.at)?.kind === 'note') continue;
    const row = timeline.ownRow(event.at);
    if (row >= 0) addTo(notes, row, event);
  }
  return notes;
}

/** First events and indexes of the rows that stand where their events came. */
function inOrder(rows: readonly DiagramRow[]): { readonly s: number; readonly index: number }[] {
  const found: { readonly s: number; readonly index: number }[] = [];
  rows.forEach((row, index) => {
    if (row.type === 'event' && row.s > (found.at(-1)?.s ?? -1)) found.push({ s: row.s, index });
  });
  return found;
}

/** The bars of the operations that begin in a drawn row. Nobody works on what nobody could read. */
function barsOf(log: SessionLog, rows: readonly DiagramRow[]): DiagramBar[] {
  const indexes = new Map<number, number>();
  rows.forEach((row, index) => {
    if (row.type === 'event') for (const s of row.run?.events ?? [row.s]) indexes.set(s, index);
  });
  const bars: DiagramBar[] = [];
  for (const operation of log.operations) {
    const { kind, dir, slot, closed } = operation;
    const from = indexes.get(reachedBy(log, operation) ?? -1);
    if (kind === 'malformed' || from === undefined) continue;
    const to = closed === undefined ? undefined : indexes.get(closed);
    if (to === from) continue;
    bars.push({ side: dir === 'c2s' ? 'server' : 'client', slot, from, ...(to === undefined ? {} : { to }) });
  }
  return bars;
}

const nameOf = (info: { readonly name?: unknown } | undefined): string =>
  typeof info?.name === 'string' ? oneLine(info.name).slice(0, 60) : '';

function hostOfStep(log: SessionLog, s: number | undefined): string | undefined {
  const event = s === undefined ? undefined : log.event(s);
  if (event?.k !== 'http') return undefined;
  const url = event.url ?? '';
  return oneLine(isUrl(url) ? new URL(url).host : url);
}
