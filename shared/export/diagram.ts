/** The rows of the sequence diagram with everything they say, once for every format it is drawn in. */
import { addTo, isUrl } from '#shared/base';
import type { Recorded, WireEvent } from '#shared/recording';
import { SessionLog } from '#shared/session';
import {
  carrierOf,
  describe,
  Exchanges,
  reachedBy,
  Timeline,
  type Carrier,
  type FoundLookup,
  type RowView,
  type Run,
} from '#shared/timeline';
import { clock, duration, ENGLISH, oneLine, rowText, runText, type RowText, type Words } from '#shared/words';
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

/** Events that are taken at once. */
const STEP = 32;

export interface Wanted {
  readonly most: number;
  readonly filter: string;
  readonly found: FoundLookup | undefined;
  readonly words: Words;
  readonly log?: SessionLog | undefined;
  /** Every event has a row of its own. */
  readonly whole?: boolean;
}

export function wanted({ most, filter = '', found, words = ENGLISH, log }: DiagramOptions, highest: number): Wanted {
  const asked = most === undefined || Number.isNaN(most) ? highest : Math.floor(most);
  return { most: Math.max(0, Math.min(asked, highest)), filter, found, words, log };
}

export type Diagram = ReturnType<typeof diagramOf>;

/** The first `most` rows of a recording's diagram. A note of the person stands below the event that it is about. */
export function diagramOf(
  recorded: Recorded,
  { most, filter, found, words, log: known, whole = false }: Wanted,
  log = known ?? logOf(recorded),
) {
  const timeline = new Timeline(log, { filter, routine: false, whole, found });
  const exchanges = new Exchanges(log);
  // Side by side, so that no event has to be read from a file twice.
  while ([timeline.advance(STEP), exchanges.advance(STEP)].includes(true));
  const notes = notesByRow(log, timeline);
  const http = exchanges.count > 0;
  const moved = new Set([...notes.values()].flat().map(({ s }) => s));
  const rows: DiagramRow[] = [];
  let left = 0;
  const add = (row: () => DiagramRow | undefined): void => {
    if (rows.length >= most) {
      left++;
      return;
    }
    const made = row();
    if (made) rows.push(made);
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
    if (event?.k !== 'note' || event.at >= s || log.notes[event.at]?.kind === 'note') continue;
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
