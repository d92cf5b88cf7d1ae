/** JSON values that lose nothing a comparison needs: exact digits (`JSON.parse` equates 9007199254740993 and …992) and repeated members. */
import { isJsonSpace, scanJson, stringEnd, type JsonScan } from '#shared/jsonrpc';

/** A number by its text. Two are equal when their mathematical value is: 1, 1.0 and 1e0 are one number (RFC 8259 section 6). */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  /** Equal for equal values, however they are written: digits without outer zeros, and the power of ten. */
  get key(): string {
    if (/^-?(?:0|[1-9]\d{0,14})$/.test(this.text)) return this.text === '-0' ? '0' : this.text;
    const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,12}))?$/.exec(this.text);
    if (!match) return this.text;
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
    const digits = (whole + fraction).replace(/^0+/, '');
    let end = digits.length;
    while (end > 0 && digits.charCodeAt(end - 1) === 48) end--;
    if (end === 0) return '0';
    const power = Number(exponent) - fraction.length + (digits.length - end);
    // A whole number that is short enough is written as it is, so that it equals one that was.
    if (power >= 0 && end + power <= 15) return sign + digits.slice(0, end) + '0'.repeat(power);
    return `${sign}${digits.slice(0, end)}e${power}`;
  }
}

/** An object: members in their order, the last of repeated ones, and how often a name was repeated. */
export class ExactObject {
  readonly members = new Map<string, Exact>();
  repeated: Map<string, number> | undefined;

  put(name: string, value: Exact): void {
    if (this.members.has(name)) {
      this.repeated ??= new Map();
      this.repeated.set(name, (this.repeated.get(name) ?? 1) + 1);
    }
    this.members.set(name, value);
  }
}

/** JSON text that is not taken apart: it nests too deep, is too long, or is no JSON. Equal when the text is. */
export class Opaque {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Leaf = null | boolean | string | ExactNumber | Opaque;
export type Exact = Leaf | readonly Exact[] | ExactObject;

export const isList = (value: Exact | undefined): value is readonly Exact[] => Array.isArray(value);
export const membersOf = (value: Exact | undefined): ReadonlyMap<string, Exact> =>
  value instanceof ExactObject ? value.members : new Map<string, Exact>();
export const textIn = (value: Exact | undefined, name: string): string | undefined => {
  const member = membersOf(value).get(name);
  return typeof member === 'string' ? member : undefined;
};

/** A text beyond one of these stays opaque. */
const MAX_DEPTH = 200;
const MAX_TEXT_CHARS = 64 * 1024 * 1024;
/** Each costs some hundred bytes, and an object as much as some of them. */
const MAX_VALUE_COUNT = 2_000_000;
const OBJECT_COSTS = 3;
const NUMBER_END = /[^-+.eE\d]/g;

export function isSound(text: string, { fault, depth }: JsonScan): boolean {
  return !fault && depth <= MAX_DEPTH && text.length <= MAX_TEXT_CHARS;
}

/** The value of a JSON text; an `Opaque` of the whole text when it is no JSON, too long or too deep. Never throws. */
export function parseExact(text: string): Exact {
  return text.length <= MAX_TEXT_CHARS && isSound(text, scanJson(text)) ? parseSound(text) : new Opaque(text);
}

/** The value of a text that is sound; an `Opaque` of the whole text when it has too many values. */
export function parseSound(text: string): Exact {
  try {
    return new Parser(text).value();
  } catch (error) {
    if (error instanceof TooMany) return new Opaque(text);
    throw error;
  }
}

class TooMany extends Error {}

class Parser {
  readonly #text: string;
  #at = 0;
  #left = MAX_VALUE_COUNT;

  constructor(text: string) {
    this.#text = text;
  }

  value(): Exact {
    if (this.#left-- <= 0) throw new TooMany();
    this.#space();
    const text = this.#text;
    switch (text.charCodeAt(this.#at)) {
      case 123:
        return this.#object();
      case 91:
        return this.#array();
      case 34:
        return this.#string();
      case 116:
        this.#at += 4;
        return true;
      case 102:
        this.#at += 5;
        return false;
      case 110:
        this.#at += 4;
        return null;
      default: {
        NUMBER_END.lastIndex = this.#at;
        const end = NUMBER_END.exec(text)?.index ?? text.length;
        const number = new ExactNumber(text.slice(this.#at, end));
        this.#at = end;
        return number;
      }
    }
  }

  #space(): void {
    while (isJsonSpace(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  #string(): string {
    const end = stringEnd(this.#text, this.#at);
    const literal = this.#text.slice(this.#at, end);
    this.#at = end;
    return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
  }

  #array(): Exact[] {
    const items: Exact[] = [];
    this.#at++;
    this.#space();
    while (this.#text.charCodeAt(this.#at) !== 93) {
      items.push(this.value());
      this.#next(44);
    }
    this.#at++;
    return items;
  }

  #object(): ExactObject {
    const object = new ExactObject();
    this.#left -= OBJECT_COSTS;
    this.#at++;
    this.#space();
    while (this.#text.charCodeAt(this.#at) !== 125) {
      const name = this.#string();
      this.#next(58);
      object.put(name, this.value());
      this.#next(44);
      this.#space();
    }
    this.#at++;
    return object;
  }

  #next(mark: number): void {
    this.#space();
    if (this.#text.charCodeAt(this.#at) === mark) this.#at++;
    this.#space();
  }
}

/** A text that is equal for equal values whatever the order of members: each leaf as `leaf` gives it, which knows where it stands. */
export function canonical(
  value: Exact,
  leaf: (value: Leaf, path: readonly string[]) => string = leafText,
  path: string[] = [],
): string {
  const below = (name: string, item: Exact): string => {
    path.push(name);
    const text = canonical(item, leaf, path);
    path.pop();
    return text;
  };
  if (isList(value)) return `[${value.map((item, index) => below(String(index), item)).join(',')}]`;
  if (!(value instanceof ExactObject)) return leaf(value, path);
  const members = [...value.members.keys()].sort().map((name) => {
    // A name that was given twice reads otherwise in programs that take the first.
    const times = value.repeated?.get(name);
    return `${JSON.stringify(name)}${times === undefined ? '' : `*${times}`}:${below(name, value.members.get(name) ?? null)}`;
  });
  return `{${members.join(',')}}`;
}

export function leafText(value: Leaf): string {
  if (value instanceof ExactNumber) return value.key;
  if (value instanceof Opaque) return `opaque ${value.text}`;
  return JSON.stringify(value);
}

/** How a leaf is written: unlike `leafText`, another text for 1.0 than for 1. */
export const writtenText = (value: Leaf): string => (value instanceof ExactNumber ? value.text : leafText(value));

/** The JSON text of a value as a person reads it, with the digits that it had, cut off after `most` UTF-16 units. */
export function showExact(value: Exact, most: number): string {
  const text = write(value, most);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function write(value: Exact, most: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > most ? value.slice(0, most) : value);
  if (value instanceof ExactNumber || value instanceof Opaque) return value.text;
  if (value === null || typeof value === 'boolean') return String(value);
  const parts: string[] = [];
  let length = 0;
  const add = (part: string): boolean => {
    parts.push(part);
    length += part.length + 1;
    return length <= most;
  };
  if (value instanceof ExactObject) {
    for (const [name, member] of value.members)
      if (!add(`${JSON.stringify(name)}:${write(member, most - length)}`)) break;
    return `{${parts.join(',')}}`;
  }
  for (const item of value) if (!add(write(item, most - length))) break;
  return `[${parts.join(',')}]`;
}

/** The same of a parsed value, for what is at hand only as that. Values nested too deep are cut off as `Opaque`. */
export function exactOf(value: unknown, depth = 0): Exact {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return new ExactNumber(String(value));
  if (typeof value !== 'object' || depth > MAX_DEPTH) return new Opaque('…');
  if (Array.isArray(value)) return (value as unknown[]).map((item) => exactOf(item, depth + 1));
  const object = new ExactObject();
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) object.put(name, exactOf(member, depth + 1));
  }
  return object;
}

/** True for values that are equal whatever the order of their members. */
export function sameJson(one: Exact | undefined, other: Exact | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && canonical(one) === canonical(other);
}

export const memberNames = (one: Exact | undefined, other: Exact | undefined): ReadonlySet<string> =>
  new Set([...membersOf(one).keys(), ...membersOf(other).keys()]);

/** The names that one of two objects repeats more often than the other, with how often each has them. */
export function repeatDifferences(one: ExactObject, other: ExactObject): [name: string, was: number, is: number][] {
  if (!one.repeated && !other.repeated) return [];
  const names = new Set([...(one.repeated?.keys() ?? []), ...(other.repeated?.keys() ?? [])]);
  return [...names].flatMap((name) => {
    const [was, is] = [one.repeated?.get(name) ?? 1, other.repeated?.get(name) ?? 1];
    return was === is ? [] : [[name, was, is]];
  });
}
