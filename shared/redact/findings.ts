/** Collects what the rules find: values, and the places where they stand. */
import { countBefore } from '#shared/base';
import { canBeMarked, canBeSecret, looksRandomEnough } from './names/index.ts';
import { kindOf, MARKS, type Rule, type RuleName } from './rules.ts';
import type { Place } from './types.ts';
import type { View } from './view.ts';

export interface Found {
  readonly value: string;
  readonly rule: string;
  readonly kind: string;
  everywhere: boolean;
  readonly places: FoundPlace[];
}

/** A place with its order among all texts of the recording. */
export interface FoundPlace extends Place {
  readonly order: number;
}

/** The text that is being read: one of the recording, or several stretches joined. */
export interface Spot {
  readonly s: number;
  readonly path: Place['path'];
  readonly order: number;
  /** Ranges of placeholders that stand in the text already, in order. */
  readonly standing: readonly (readonly [from: number, to: number])[];
  /** The stretches, in order, where the text is joined of several: a range of it is one in each that it touches. */
  readonly parts?: readonly Part[];
}

/** A stretch of a text of the recording in what it is joined to. */
export interface Part {
  readonly spot: Spot;
  /** Where the stretch begins in the joined text, and in its own (UTF-16 units). */
  readonly at: number;
  readonly from: number;
  readonly length: number;
}

/** Takes what a rule found: the range in which it is written, and the value where that is not the text of the range. */
export type Add = (rule: RuleName, from: number, to: number, value?: string, quote?: string) => void;

export class Findings {
  readonly byValue = new Map<string, Found>();
  readonly #off: ReadonlySet<string>;

  constructor(off: readonly string[]) {
    this.#off = new Set(off);
  }

  isOn(rule: RuleName): boolean {
    return !this.#off.has(rule);
  }

  addTo(spot: Spot, view: View): Add {
    return (rule, from, to, value = view.text.slice(from, to), quote) => {
      if (!this.isOn(rule) || !canBeSecret(value)) return;
      // Keys are followed line by line, however these are cut.
      if (rule === 'private-keys' && spot.parts) return;
      this.place(this.#entry({ name: rule, kind: kindOf(rule) }, value), spot, view, from, to, quote);
    };
  }

  addOwn(rule: Rule, value: string, spot: Spot, view: View, from: number, to: number): void {
    if (canBeMarked(value)) this.place(this.#entry(rule, value), spot, view, from, to);
  }

  /** A value that is secret and stands in a text only in parts or encoded, like the password in Basic credentials. */
  know(rule: RuleName, value: string): void {
    if (this.isOn(rule) && canBeSecret(value) && looksRandomEnough(value))
      this.#entry({ name: rule, kind: kindOf(rule) }, value);
  }

  /** A text that the person marked: looked for everywhere, however short. */
  mark(value: string, rule: Rule = MARKS): void {
    if (canBeMarked(value)) this.#entry(rule, value).everywhere = true;
  }

  place(found: Found, spot: Spot, view: View, from: number, to: number, quote?: string): void {
    if (to <= from) return;
    const [start, end] = view.source(from, to);
    if (cutsOne(spot.standing, start, end)) return;
    if (spot.parts) return placeInParts(found, spot.parts, start, end);
    const { s, path, order } = spot;
    const quotes = view.quotes ?? (view.encoded ? undefined : quote);
    found.places.push({ s, path, order, from: start, to: end, ...(quotes === undefined ? {} : { quote: quotes }) });
  }

  #entry({ name, kind }: Rule, value: string): Found {
    let found = this.byValue.get(value);
    if (!found) {
      found = { value, rule: name, kind, everywhere: looksRandomEnough(value), places: [] };
      this.byValue.set(value, found);
    }
    return found;
  }
}

/** A range of joined stretches: what is before one may say that the next one is a secret. */
function placeInParts({ places }: Found, parts: readonly Part[], start: number, end: number): void {
  for (const { spot, at, from, length } of parts.filter((part) => part.at < end && start < part.at + part.length))
    places.push({
      s: spot.s,
      path: spot.path,
      order: spot.order,
      from: from + Math.max(0, start - at),
      to: from + Math.min(length, end - at),
    });
}

/** True when a range has a part of one of these ranges, but not the whole of it. */
function cutsOne(standing: Spot['standing'], from: number, to: number): boolean {
  // Whatever lies between two that are cut lies inside the range: the first and the last that it touches decide.
  const last = standing[countBefore(standing.length, (index) => (standing[index]?.[0] ?? 0) < to) - 1];
  if (last && last[1] > from && (last[0] < from || last[1] > to)) return true;
  const first = standing[countBefore(standing.length, (index) => (standing[index]?.[1] ?? 0) <= from)];
  return first !== undefined && first[0] < from;
}
