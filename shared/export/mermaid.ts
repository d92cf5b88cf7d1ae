/** The sequence diagram, or the operations over time, as Mermaid text (mermaid.js.org), for places that draw it: issues, wikis, notes. */
import type { Recorded } from '#shared/recording';
import type { Interval } from '#shared/operations';
import { duration, type NotePlace, type Words } from '#shared/words';
import { addTo } from '#shared/base';
import type { Shape } from '#shared/timeline';
import { answerOf, askedOf, operationsOf, type PlacedLine } from './operations.ts';
import { visibleLine } from './markdown-text.ts';
import type { DiagramOptions, DrawnOptions } from './types.ts';
import { diagramOf, wanted, type Diagram, type EventRow } from './diagram.ts';

/** Characters that mean nothing to Mermaid, to HTML or to a formula in a label. Letters beyond ASCII are left alone. */
const HARMLESS = /[\p{L}\p{N}\p{M} .,/_?!=…·→✗µ−()–—“”‘’-]/u;

/** At most `most` characters of a text on one line. Nothing quotes in a label: its syntax (`;`, `#`, `:`, `<`, `end`) becomes entities. */
function mermaidText(text: string, most: number): string {
  const line = visibleLine(text);
  const characters = [...line.slice(0, most * 2)];
  const shown = characters.length > most ? [...characters.slice(0, most - 1), '…'] : characters;
  const escaped = shown.map((character) =>
    HARMLESS.test(character) ? character : `#${character.codePointAt(0) ?? 0xfffd};`,
  );
  return escaped.join('').replace(/\b(e)(nd)\b/gi, (_, e: string, nd: string) => `#${e.charCodeAt(0)};${nd}`);
}

/** Mermaid refuses texts over 50,000 characters by default, and so do the sites that use it. */
const MAX_TEXT_CHARS = 48_000;
const MAX_LINE_COUNT = 200;
const MAX_ASKED_CHARS = 60;
const MAX_ANSWER_CHARS = 50;
/** Below this time (microseconds) the axis tells milliseconds. */
const SHORT_US = 10e6;

/**
 * The operations of a recording as a Gantt diagram: what goes wrong is critical, what is still open is active, and the time that a
 * person took, or a tap, has a line of its own. A bar has a millisecond at least, since Mermaid knows none below it. At most 200 operations and
 * 48,000 characters.
 */
function operationsGantt(recorded: Recorded, options: DiagramOptions): string {
  const { log, words, lines, left } = operationsOf(recorded, options, MAX_LINE_COUNT);
  const end = log.events.at(-1)?.t ?? 0;
  const began = Date.parse(recorded.header.startedAt);
  const start = Number.isFinite(began) ? began : 0;
  const drawn = [
    'gantt',
    `  title ${mermaidText(recorded.header.title, 90) || words.report.session}`,
    '  dateFormat x',
    `  axisFormat ${end < SHORT_US ? '%S.%L' : '%H:%M:%S'}`,
    '  todayMarker off',
  ];
  let length = 0;
  let count = 0;
  for (const placed of lines) {
    const own = tasks(placed, start, end, words);
    length += own.join('').length + own.length * 3;
    if (length > MAX_TEXT_CHARS) break;
    drawn.push(...own.map((line) => `  ${line}`));
    count++;
  }
  const more = left + lines.length - count;
  if (more > 0 || lines.length === 0)
    drawn.push(
      `  ${mermaidText(more > 0 ? words.operations.more(more) : words.operations.none, 90)} :${time(start, 0)}`,
    );
  return `${drawn.join('\n')}\n`;
}

/** A task for the operation, and one for each time in which it waited for a person or at a tap. */
function tasks({ line, depth }: PlacedLine, start: number, end: number, words: Words): string[] {
  const { span, dir, trouble, took } = line;
  const to = span.to ?? end;
  const label = [
    // What begins with an arrow is none of the words that Mermaid knows.
    depth === 1 ? '↳' : dir === 'c2s' ? '→' : '←',
    mermaidText(askedOf(line, words), MAX_ASKED_CHARS),
    '→',
    mermaidText(answerOf(line, words), MAX_ANSWER_CHARS),
    ...(took === undefined ? [] : [`(${mermaidText(duration(took, words.common.locale), MAX_ANSWER_CHARS)})`]),
  ].join(' ');
  const tags = [...(trouble ? ['crit'] : []), ...(span.to === undefined ? ['active'] : [])];
  const waits = (all: readonly Interval[], name: string): string[] =>
    all.map(
      (wait) =>
        `↳ ${mermaidText(name, MAX_ANSWER_CHARS)} :done, ${time(start + wait.from / 1000, (wait.to ?? end) - wait.from)}`,
    );
  return [
    `${label} :${[...tags, time(start + span.from / 1000, to - span.from)].join(', ')}`,
    ...waits(span.person, words.operations.person),
    ...waits(span.held, words.operations.held),
  ];
}

/** Beginning (milliseconds) and length (microseconds) of a task. */
const time = (from: number, length: number): string =>
  `${Math.floor(from)}, ${Math.max(1, Math.round(length / 1000))}ms`;

const CHARS_PER_END = 20;
const MAX_ROW_COUNT = 400;
const MAX_LABEL_CHARS = 90;

const ARROWS: { readonly [shape in Exclude<Shape, 'note'>]: string } = {
  request: '->>',
  response: '-->>',
  notification: '-)',
  malformed: '-x',
};

/** A recording as a Mermaid sequence diagram, or its operations as a Gantt diagram. At most `most` rows (default and highest 400) and 48,000 characters. */
export function toMermaid(recorded: Recorded, options: DrawnOptions = {}): string {
  if (options.operations === true) return operationsGantt(recorded, options);
  return mermaidOf(diagramOf(recorded, wanted(options, MAX_ROW_COUNT)));
}

export function mermaidOf(diagram: Diagram): string {
  const lines = new Lines(diagram);
  const { rows, bars } = diagram;
  const starts = new Map<
    number,
    { readonly party: Party; readonly to: number | undefined; readonly said?: string }[]
  >();
  // A stream that stays open is a bar of the relay's; every other exchange is as long as its operation.
  if (diagram.http?.relayed === true)
    for (const { stream, x, from, to } of diagram.http.lane)
      if (stream) addTo(starts, from, { party: 'R', to, said: `GET ${x}` });
  for (const { side, from, to } of bars) addTo(starts, from, { party: PARTY[side], to });
  const ends = new Map<number, Party[]>();
  let index = 0;
  for (; index < rows.length; index++) {
    const row = rows[index];
    if (!row || lines.length > MAX_TEXT_CHARS) break;
    if (row.type === 'event') lines.add(eventLine(row, diagram));
    else if (row.band === 'phase') lines.phase(row.text);
    else lines.add(`Note over C,S: ${mermaidText(row.text, MAX_LABEL_CHARS)}`);
    for (const { party, to, said } of starts.get(index) ?? []) {
      if (said !== undefined) lines.add(`Note over ${party}: ${mermaidText(said, MAX_LABEL_CHARS)}`);
      lines.activate(party);
      if (to !== undefined) addTo(ends, to, party);
    }
    for (const party of ends.get(index) ?? []) lines.deactivate(party);
  }
  return lines.close(diagram.left + rows.length - index);
}

type Party = 'C' | 'R' | 'T' | 'S';
const PARTY = { client: 'C', server: 'S' } as const;

class Lines {
  readonly #lines: string[] = ['sequenceDiagram'];
  readonly #active = { C: 0, R: 0, T: 0, S: 0 };
  readonly #words: Words;
  #inPhase = false;
  length = 0;

  constructor({ client, server, authorization, http, tapped, words }: Diagram) {
    this.#words = words;
    const { common, report } = words;
    const name = (role: string, own: string): string =>
      mermaidText([role, own].filter(Boolean).join(' '), MAX_LABEL_CHARS);
    this.add(`participant C as ${name(common.client, client)}`);
    if (http?.relayed === true) this.add(`participant R as ${name(common.relay, '')}`);
    if (tapped) this.add(`participant T as ${name(common.tap, '')}`);
    this.add(`participant S as ${name(common.server, server)}`);
    if (authorization !== undefined) this.add(`participant A as ${name(report.authorizationServer, authorization)}`);
  }

  add(line: string): void {
    this.#lines.push(`${this.#inPhase ? '    ' : '  '}${line}`);
    this.length += line.length + 5;
  }

  phase(name: string): void {
    this.#endPhase();
    // Grey with little opacity lies well on light and on dark.
    this.add('rect rgba(128, 128, 128, 0.1)');
    this.#inPhase = true;
    this.add(`Note over C,S: ${mermaidText(name, MAX_LABEL_CHARS)}`);
  }

  activate(party: Party): void {
    this.add(`activate ${party}`);
    this.#active[party]++;
    // Its end is written in any case.
    this.length += CHARS_PER_END;
  }

  deactivate(party: Party): void {
    this.add(`deactivate ${party}`);
    this.#active[party]--;
  }

  /** End what is open; an activation that is not ended would not be drawn. */
  close(left: number): string {
    for (const party of ['C', 'R', 'S'] as const)
      for (; this.#active[party] > 0; this.#active[party]--) this.add(`deactivate ${party}`);
    this.#endPhase();
    if (left > 0) this.add(`Note over C,S: ${this.#words.report.moreRows(left)}`);
    return `${this.#lines.join('\n')}\n`;
  }

  #endPhase(): void {
    if (!this.#inPhase) return;
    this.#inPhase = false;
    this.add('end');
  }
}

function eventLine(row: EventRow, { http, tapped, words }: Diagram): string {
  const { view, text, carrier } = row;
  if (text.place)
    return `Note ${text.place === 'tap' && tapped ? 'over T' : NOTE_PLACES[text.place]}: ${said(row, words, row.run ? ' · ' : ': ')}`;
  const other = view.lane === 'authorization' ? 'A' : tapped && view.leg === 'client' ? 'T' : 'S';
  // What the program does by itself, the relay does.
  const near = carrier?.own === true && http?.relayed === true ? 'R' : tapped && view.leg === 'server' ? 'T' : 'C';
  const [from, to] = view.dir === 's2c' ? [other, near] : [near, other];
  const arrow = view.shape === 'note' ? ARROWS.notification : ARROWS[view.shape];
  const by = carrier ? ` · ${mermaidText(carrier.text, MAX_LABEL_CHARS)}` : '';
  const took = text.took === '' ? '' : ` (${mermaidText(text.took, MAX_LABEL_CHARS)})`;
  return `${from}${arrow}${to}: ${said(row, words, ' ')}${by}${took}`;
}

/** A cross marks what went wrong: Mermaid has no colours for single arrows. */
function said({ view, text }: EventRow, { report }: Words, between: string): string {
  const label = mermaidText(text.parts.map((part) => part.text).join(between), MAX_LABEL_CHARS);
  return `${view.trouble ? '✗ ' : ''}${label || report.empty}`;
}

const NOTE_PLACES: { readonly [place in NotePlace]: string } = {
  client: 'left of C',
  server: 'right of S',
  chip: 'right of S',
  middle: 'over C,S',
  tap: 'over C,S',
};
