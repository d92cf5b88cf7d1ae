/** Finds values of JSON members with secret names, in whole or broken JSON, without parsing. Objects under them get a closer look. */
import { isJsonSpace } from '#shared/jsonrpc';
import type { View } from './view.ts';
import { endOfString, pastSpace, quoteAt, type MemberValue } from './json-places.ts';
import { unescaped } from './views.ts';

/** Members of a JSON Schema's definition, and of what forms add to it. */
const OF_SCHEMA: ReadonlySet<string> = new Set(
  (
    'type title description default examples example format enum enumNames const pattern minLength maxLength minimum ' +
    'maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems items prefixItems contains ' +
    'properties required additionalProperties patternProperties propertyNames minProperties maxProperties ' +
    'unevaluatedProperties dependentRequired dependentSchemas dependencies allOf anyOf oneOf not if then else ' +
    'contentEncoding contentMediaType readOnly writeOnly deprecated nullable optional sensitive secret definitions $ref ' +
    '$defs $id $schema $comment $anchor'
  ).split(' '),
);
const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/** Members whose texts say what a secret is for, whose it is, how long it lasts: never the secret itself. */
const ABOUT =
  /^(?:type|kind|format|name|title|label|description|placeholder|hint|help|message|error|reason|status|id|\w*Id|\w*_id|user|username|user_name|login|email|scopes?|provider|issuer|audience|url|uri|\w*Url|\w*Uri|\w*_ur[il]|host|hostname|port|method|methods|algorithm|alg|mode|source|version|env|variable|path|file|expires?\w*|\w*_at|\w*At|region|role|account|created|updated|modified|issued|model|owner|tags?|labels?|service)$/;
/** A sentence, which is an explanation rather than a secret. */
const SENTENCE = /\S\s+\S+\s+\S/;
/** A day, or a time of it: none is a secret, and other places have the same. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.,+-]{0,32}Z?)?$/;
/** How far into an object its secrets are looked for (UTF-16 units): nobody writes longer ones by hand. */
const MAX_OBJECT_CHARS = 10_000;
const NUMBER = /-?\d[\d.eE+-]*/y;

/** What an object or a list holds, and where it ends. */
export interface Held {
  readonly values: readonly MemberValue[];
  readonly to: number;
}

/** The secrets in the object or list that opens at `at`, under the secret name `name`. Objects and lists inside count. */
function heldBy(view: View, at: number, name: string, quote: string): Held {
  const { text } = view;
  const values: MemberValue[] = [];
  const levels: { readonly isList: boolean; readonly name: string; key: string | undefined }[] = [];
  const keys = new Set<string>();
  let type: string | undefined;
  let here = at;
  for (const end = Math.min(text.length, at + MAX_OBJECT_CHARS); here < end;) {
    const char = text.charAt(here);
    const level = levels.at(-1);
    if (char === '{' || char === '[') {
      levels.push({ isList: char === '[', name: level?.key ?? level?.name ?? name, key: undefined });
      here++;
    } else if (char === '}' || char === ']') {
      levels.pop();
      here++;
      if (levels.length === 0) break;
      const outer = levels.at(-1);
      if (outer) outer.key = undefined;
    } else if (char === '"') {
      // A quote of another level ends the text in which the object stands.
      if (!view.isDecoded(here)) break;
      const { end: last, closed } = endOfString(view, here);
      const value = unescaped(text.slice(here + 1, last));
      const after = closed ? pastSpace(text, last + 1) : last;
      if (level && !level.isList && level.key === undefined && closed && text.charAt(after) === ':') {
        level.key = value;
        if (levels.length === 1) keys.add(value);
        here = after + 1;
        continue;
      }
      const own = level?.key ?? level?.name ?? name;
      if (levels.length === 1 && level?.key === 'type') type = value;
      if (isSecretIn(own, value)) values.push({ name, value, from: here + 1, to: last });
      if (!closed) break;
      if (level) level.key = undefined;
      here = after;
    } else {
      NUMBER.lastIndex = here;
      const number = NUMBER.exec(text)?.[0];
      if (number !== undefined && level?.key === 'value')
        values.push({ name, value: number, from: here, to: here + number.length, quote });
      if (char !== ',' && !isJsonSpace(text.charCodeAt(here)) && level) level.key = undefined;
      here += number?.length ?? 1;
    }
  }
  const isSchema =
    text.charAt(at) === '{' &&
    ((type !== undefined && TYPES.has(type) && !keys.has('value')) ||
      [...keys].every((key) => OF_SCHEMA.has(key) || key.startsWith('x-')));
  return { values: isSchema ? [] : values, to: here };
}

function isSecretIn(name: string, value: string): boolean {
  return !ABOUT.test(name) && (name === 'value' || !(SENTENCE.test(value) || DATE.test(value)));
}

const WORD = /(?:null|true|false)\b/y;
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
