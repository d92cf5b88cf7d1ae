/** Finds values of JSON members with secret names, in whole or broken JSON, without parsing. Objects under them get a closer look. */
import { heldBy } from './find-containers.ts';
import { endOfString, pastSpace, quoteAt, type MemberValue } from './json-places.ts';
import type { View } from './view.ts';
import { unescaped } from './views.ts';

const WORD = /(?:null|true|false)\b/y;
const NUMBER = /-?\d[\d.eE+-]*/y;
/** Members of a schema in which lists under the name of a property are names of other properties. */
const LISTS_OF_NAMES: ReadonlySet<string> = new Set(['dependentRequired', 'dependencies']);
/** How far into such a member its lists are told from others, in UTF-16 units. */
const MAX_SCHEMA_CHARS = 10_000;

/**
 * Give every value of a member for whose name `isSecret` holds, of the level of JSON that the view unescaped last, and the
 * secrets in objects, and lists of them, under a name for which `holds` holds.
 */
export function* memberValues(
  view: View,
  isSecret: (name: string) => boolean,
  holds: (name: string) => boolean,
): Generator<MemberValue> {
  const { text, level } = view;
  if (level === undefined) return;
  const listsNames = (name: string, from: number, to: number): boolean =>
    LISTS_OF_NAMES.has(name) && to - from < MAX_SCHEMA_CHARS && !text.slice(from, to).includes('}');
  let named = { name: '', at: 0 };
  /** How far objects under secret names were read: what is inside them is not read again. */
  let read = 0;
  for (let quote = text.indexOf('"'); quote >= 0;) {
    if (!view.isDecoded(quote)) {
      quote = text.indexOf('"', quote + 1);
      continue;
    }
    const { end, closed } = endOfString(view, quote);
    const colon = closed ? pastSpace(text, end + 1) : end;
    if (!closed || text.charAt(colon) !== ':') {
      // Where quotes are out of step, a closing one may be an opening one.
      quote = closed ? end : text.indexOf('"', end + 1);
      if (quote === end && end >= text.length) return;
      continue;
    }
    const name = end - quote <= 200 ? unescaped(text.slice(quote + 1, end)) : '';
    const at = pastSpace(text, colon + 1);
    let next = at;
    if (isSecret(name)) {
      const isList = text.charAt(at) === '[' && !listsNames(named.name, named.at, quote);
      for (const value of isList ? listValues(view, at + 1, quoteAt(level)) : scalar(view, at, quoteAt(level))) {
        yield { name, ...value };
        next = Math.max(next, value.to);
      }
      // Past the closing quote of a text, which would open another one.
      if (next > at && text.charAt(next) === '"') next++;
    }
    if (
      at >= read &&
      '{['.includes(text.charAt(at) || ' ') &&
      holds(name) &&
      !listsNames(named.name, named.at, quote)
    ) {
      const held = heldBy(view, at, name, quoteAt(level));
      read = held.to;
      yield* held.values;
    }
    if (text.charAt(at) === '{') named = { name, at };
    quote = text.indexOf('"', next);
  }
}

type Value = Omit<MemberValue, 'name'>;

function scalar(view: View, at: number, quote: string): Value[] {
  const { text } = view;
  if (text.charAt(at) === '"' && view.isDecoded(at)) {
    const { end } = endOfString(view, at);
    return [{ value: unescaped(text.slice(at + 1, end)), from: at + 1, to: end }];
  }
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text);
  return number ? [{ value: number[0], from: at, to: at + number[0].length, quote }] : [];
}

function listValues(view: View, from: number, quote: string): Value[] {
  const values: Value[] = [];
  for (let at = pastSpace(view.text, from); ;) {
    const [value] = scalar(view, at, quote);
    WORD.lastIndex = at;
    const word = value ? undefined : WORD.exec(view.text)?.[0];
    if (value) values.push(value);
    else if (word === undefined) return values;
    at = pastSpace(view.text, value ? (value.quote === undefined ? value.to + 1 : value.to) : at + (word ?? '').length);
    if (view.text.charAt(at) !== ',') return values;
    at = pastSpace(view.text, at + 1);
  }
}
