/** One line of a recording file to what it holds, and back. The order of fields is fixed, so that equal events give equal lines. */
import { isObject } from '#shared/jsonrpc';
import { payloadLength } from './bytes.ts';
import type { RecordingFooter, RecordingHeader } from './header.ts';
import { isDeeperThan, isTooComplex, MAX_DEPTH, MAX_HEADER_VALUES, MAX_LINE, MAX_VALUES } from './limits.ts';
import { FORMAT, migrationFrom, type Fields, type Format, type Migration } from './migrate.ts';
import { hasShape, wrongInHeader } from './shape.ts';
import { kindOf, type WireEvent } from './kinds/index.ts';

/** Why a line or file was refused, or what is wrong with it: a code for programs, the 1-based line for people. */
export interface RecordingProblem {
  readonly code:
    | 'not-json'
    | 'not-a-recording'
    | 'from-the-future'
    | 'bad-header'
    | 'bad-event'
    | 'out-of-order'
    | 'missing'
    | 'another-recording'
    | 'clock-back'
    | 'unknown-direction'
    | 'bad-packing'
    | 'line-too-long'
    | 'too-complex'
    | 'too-many-events'
    | 'too-many-empty-lines'
    | 'too-long';
  readonly line: number;
  readonly detail: string;
}

export type Line =
  /** `migration` leads from the header's version in the file to the present one, where they differ. */
  | { readonly type: 'header'; readonly header: RecordingHeader; readonly migration?: Migration }
  | { readonly type: 'event'; readonly event: WireEvent }
  | { readonly type: 'footer'; readonly footer: RecordingFooter }
  | { readonly type: 'problem'; readonly problem: RecordingProblem };

export interface LineOptions {
  /** For a header: what it is read as. */
  readonly format?: Format;
  /** For any other line: what leads from the header's version to the present one. */
  readonly migration?: Migration;
  /** The line comes from a relay to its page, and may hold `large`, which no file does. */
  readonly view?: true;
}

/** The event as one line of the file, without the line end. */
export function encodeEvent(event: WireEvent): string {
  if (event.k === 'unknown') return JSON.stringify({ s: event.s, t: event.t, ...event.fields });
  if (startsInOrder(event)) return JSON.stringify(event);
  const { s, t, ...body } = event;
  return JSON.stringify({ s, t, ...body });
}

/** True when number and time come first, as in every event that was read: then its fields are not put together anew. */
function startsInOrder(event: object): boolean {
  let last = '';
  for (const name in event) {
    if (last === 's') return name === 't';
    if (name !== 's') return false;
    last = name;
  }
  return false;
}

/** The event as a file line that every reader takes; one too long or of too many values becomes a gap that says so. */
export function recordLine(event: WireEvent): string {
  let why = 'too long for a line of the recording';
  try {
    const line = encodeEvent(event);
    // A kind without a list has a fixed number of values, most of them texts.
    const isComplex = (kindOf(event.k)?.hasList ?? true) && isTooComplex(line);
    if (isComplex) why = 'too many values for a line of the recording';
    else if (line.length <= MAX_LINE) return line;
  } catch (error) {
    // The escaped text is longer than a string can be.
    if (!(error instanceof RangeError)) throw error;
  }
  const bytes = event.k === 'message' ? { bytes: payloadLength(event) } : {};
  return encodeEvent({ s: event.s, t: event.t, k: 'gap', ...bytes, why });
}

/** Header or footer as one line of the file, without the line end. */
export function encodeEnd(end: RecordingHeader | RecordingFooter): string {
  return JSON.stringify(end);
}

/** Read line number `number` (from 1; line 1 must be the header). Gives what it holds or a problem; never throws. */
export function decodeLine(text: string, number: number, options: LineOptions = {}): Line {
  const plain = number > 1 && !options.migration ? plainMessage(text) : undefined;
  if (plain) return { type: 'event', event: plain };
  const most = number === 1 ? MAX_HEADER_VALUES : MAX_VALUES;
  if (isTooComplex(text, most)) return problem('too-complex', number, `more than ${most} values`);
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    return problem(number === 1 ? 'not-a-recording' : 'not-json', number, text.slice(0, 80));
  }
  if (!isObject(fields)) return problem(number === 1 ? 'not-a-recording' : 'bad-event', number, text.slice(0, 80));
  for (const value of Object.values(fields))
    if (isDeeperThan(value, MAX_DEPTH - 1)) return problem('too-complex', number, `nested deeper than ${MAX_DEPTH}`);
  if (number === 1) return decodeHeader(fields, options.format ?? FORMAT);
  if (fields['footer'] === true && !Object.hasOwn(fields, 's')) {
    const { events, reason } = fields;
    const count = typeof events === 'number' && Number.isSafeInteger(events) ? events : 0;
    return {
      type: 'footer',
      footer: { ...fields, footer: true, events: count, reason: typeof reason === 'string' ? reason : '' },
    };
  }
  return decodeEventFields(options.migration ? options.migration.event(fields) : fields, number, options);
}

/** Number and time have so few digits that they are exact. */
const PLAIN = /^\{"s":(0|[1-9]\d{0,14}),"t":(0|[1-9]\d{0,14}),"k":"message","dir":"(s2c|c2s)","raw":"/;

/** The event of a line that is as `encodeEvent` writes a message of stdio that carries nothing but its text: most lines are. */
function plainMessage(text: string): WireEvent | undefined {
  const [head, s, t, dir] = PLAIN.exec(text) ?? [];
  if (head === undefined || !text.endsWith('"}')) return undefined;
  try {
    // One text and nothing behind it, or the line is none of these.
    const raw = JSON.parse(text.slice(head.length - 1, -1)) as string;
    return { s: Number(s), t: Number(t), k: 'message', dir: dir === 's2c' ? 's2c' : 'c2s', raw };
  } catch {
    return undefined;
  }
}

function decodeHeader(fields: Fields, format: Format): Line {
  const version = fields['mcprec'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return problem('not-a-recording', 1, 'no mcprec');
  const migration = migrationFrom(version, format);
  if (!migration) return problem('from-the-future', 1, String(version));
  const header = migration.header(fields);
  const wrong = wrongInHeader(header);
  if (wrong !== undefined) return problem('bad-header', 1, wrong);
  const older = version < format.version;
  return { type: 'header', header: header as unknown as RecordingHeader, ...(older ? { migration } : {}) };
}

function decodeEventFields(fields: Fields, number: number, { view }: LineOptions): Line {
  const { s, t, k } = fields;
  if (!Number.isSafeInteger(s) || !isTime(t) || typeof k !== 'string') return problem('bad-event', number, 's, t, k');
  // What a relay says of a payload is not for a file to say.
  const foreign = Object.hasOwn(fields, 'large') && !(view && isLarge(fields['large']));
  if (!foreign && hasShape(k, fields)) return { type: 'event', event: fields as unknown as WireEvent };
  const { s: _s, t: _t, ...rest } = fields;
  return { type: 'event', event: { s: s as number, t, k: 'unknown', fields: rest } };
}

/** Microseconds that can be counted exactly. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

function isLarge(value: unknown): boolean {
  if (!isObject(value) || typeof value['bytes'] !== 'number' || typeof value['decoded'] !== 'string') return false;
  return value['result'] === undefined || typeof value['result'] === 'string';
}

function problem(code: RecordingProblem['code'], line: number, detail: string): Line {
  return { type: 'problem', problem: { code, line, detail } };
}
