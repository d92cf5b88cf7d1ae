/** The texts of a recording: where each stands in its line, and a line with another text in that place. */
import {
  contentsOf,
  fromBase64,
  joinBytes,
  KINDS,
  toBase64,
  type Content,
  type Recorded,
  type RecordingFooter,
  type RecordingHeader,
  type WireEvent,
} from '#shared/recording';
import { isObject, type JsonObject, parsedObject } from '#shared/jsonrpc';

type Path = readonly (string | number)[];
/** What a text is, where that says more than its content. */
export type SlotRole = 'text' | 'header' | 'argument' | 'block' | 'bytes' | 'rest';

export interface Slot {
  readonly path: Path;
  readonly role: SlotRole;
  /** The text; base64 for `bytes`. */
  readonly text: string;
  /** Name of the header whose value it is, or the argument before this one. */
  readonly before?: string;
  /** Of `rest`: how the object is read whose other members these are. */
  readonly shape?: Shape;
}

/** How the members of an object are read; those that are not named here are read together, as JSON text. */
type Shape = ReadonlyMap<string, Kind>;
type Word = Extract<Content, string> | 'arguments' | 'texts';
type Kind = Word | Shape;
interface Kinds {
  readonly [name: string]: Word | Kinds;
}

const shapeOf = (kinds: Kinds): Shape =>
  new Map(Object.entries(kinds).map(([name, kind]) => [name, typeof kind === 'string' ? kind : shapeOf(kind)]));
const named = (kind: Word, names: string): Kinds => Object.fromEntries(names.split(' ').map((name) => [name, kind]));

const PLACE = { s: 'number', t: 'number', k: 'word' } as const;
const EVENTS: ReadonlyMap<string, Shape> = new Map(
  Object.entries(KINDS).map(([kind, fields]) => [kind, shapeOf({ ...PLACE, ...contentsOf(fields) })]),
);
const HEADER = shapeOf({
  mcprec: 'number',
  ...named('word', 'id startedAt route commit'),
  ...named('text', 'title host test'),
  by: named('text', 'name version'),
  connection: {
    transport: 'word',
    ...named('text', 'command cwd url'),
    args: 'arguments',
    ...named('texts', 'envKeys headerNames'),
  },
  tags: 'texts',
  note: 'block',
});
const FOOTER = shapeOf({ ...named('number', 'footer events'), reason: 'text' });
/** A kind that is not known here is read as JSON text, its names included. */
const UNKNOWN = shapeOf({ ...PLACE, fields: {} });

/** Words that the program itself writes; whatever else stands there is a text. */
const WORD = /^[\w.:-]{1,64}$/;

/** Number of the line in a recording: -1 for the header, then the events, then the footer. */
export function* linesOf({ header, events, footer }: Recorded): Generator<readonly [s: number, slots: Slot[]]> {
  yield [-1, headerSlots(header)];
  for (let s = 0; s < events.length; s++) {
    const event = events.at(s);
    if (event) yield [s, eventSlots(event)];
  }
  if (footer) yield [events.length, footerSlots(footer)];
}

export const headerSlots = (header: RecordingHeader): Slot[] => slotsOf(header, HEADER);
export const eventSlots = (event: WireEvent): Slot[] => slotsOf(event, EVENTS.get(event.k) ?? UNKNOWN);
export const footerSlots = (footer: RecordingFooter): Slot[] => slotsOf(footer, FOOTER);

function slotsOf(line: object, shape: Shape): Slot[] {
  const slots: Slot[] = [];
  visit(line as JsonObject, shape, [], slots);
  return slots;
}

function visit(fields: JsonObject, shape: Shape, path: Path, slots: Slot[]): void {
  let rest = false;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const kind = shape.get(name);
    if (!fits(kind, value)) {
      rest = true;
      continue;
    }
    if (typeof kind === 'object') visit(value as JsonObject, kind, [...path, name], slots);
    else if (typeof value === 'string') {
      if (kind !== 'word') slots.push({ path: [...path, name], role: roleOf(kind, value), text: value });
    } else if (kind === 'pairs') {
      (value as [string, string][]).forEach(([header, text], index) => {
        slots.push({ path: [...path, name, index, 0], role: 'text', text: header });
        slots.push({ path: [...path, name, index, 1], role: 'header', text, before: header });
      });
    } else if (kind === 'arguments' || kind === 'texts') {
      (value as string[]).forEach((text, index, all) => {
        const role = kind === 'arguments' ? 'argument' : 'text';
        slots.push({ path: [...path, name, index], role, text, before: all[index - 1] ?? '' });
      });
    }
  }
  if (rest) slots.push({ path, role: 'rest', text: restText(fields, shape), shape });
}

/** Base64 that stands for nothing is a text like another. */
function roleOf(kind: Kind | undefined, value: string): SlotRole {
  if (kind === 'bytes') return fromBase64(value).length > 0 ? 'bytes' : 'text';
  return kind === 'block' ? 'block' : 'text';
}

/** True when a member is what its name promises, so that it is read by itself. */
function fits(kind: Kind | undefined, value: unknown): boolean {
  switch (kind) {
    case undefined:
      return false;
    case 'text':
    case 'block':
    case 'bytes':
      return typeof value === 'string' || value === undefined;
    case 'word':
      return value === undefined || (typeof value === 'string' && WORD.test(value));
    case 'number':
      return typeof value !== 'string' && (typeof value !== 'object' || value === null || Array.isArray(value));
    case 'arguments':
    case 'texts':
      return Array.isArray(value) && value.every((each) => typeof each === 'string');
    case 'pairs':
      return (
        Array.isArray(value) &&
        value.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string')
      );
    default:
      return isObject(value);
  }
}

/** The members that are not read by themselves, as JSON text. What is nested too deeply to be written is left out. */
function restText(fields: JsonObject, shape: Shape): string {
  const rest = Object.entries(fields).filter(([name, value]) => !fits(shape.get(name), value));
  try {
    return JSON.stringify(Object.fromEntries(rest));
  } catch {
    return '{}';
  }
}

/** A range of a text that another text takes the place of. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Base64 of the bytes with ranges of them replaced by UTF-8 text; they are in order and do not overlap. */
export function splicedBase64(base64: string, splices: readonly Splice[]): string {
  const bytes = fromBase64(base64);
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of splices) {
    pieces.push(bytes.subarray(at, start), encoder.encode(text));
    at = end;
  }
  pieces.push(bytes.subarray(at));
  return toBase64(joinBytes(pieces));
}

/** A line with the text of a slot changed. The line itself stays as it is. */
export function withText<Line extends object>(line: Line, slot: Slot, text: string): Line {
  return put(line, slot.path, slot, text) as Line;
}

function put(value: unknown, path: Path, slot: Slot, text: string): unknown {
  const [name, ...inner] = path;
  if (name === undefined) return slot.shape ? withRest(value, slot.shape, text) : text;
  if (Array.isArray(value))
    return value.map((each: unknown, index) => (index === name ? put(each, inner, slot, text) : each));
  return isObject(value) ? { ...value, [name]: put(value[name], inner, slot, text) } : value;
}

/** An object whose members that are not read by themselves are those of a JSON text. */
function withRest(value: unknown, shape: Shape, text: string): unknown {
  if (!isObject(value)) return value;
  const known = Object.entries(value).filter(([name, each]) => fits(shape.get(name), each));
  // What a person marked may reach over more than one value: what is left is kept as text.
  return { ...Object.fromEntries(known), ...(parsedObject(text) ?? { redacted: text }) };
}
