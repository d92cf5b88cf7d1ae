/** Finds secrets in containers under a secret name: `{"password": {"value": "x"}}`. JSON Schema properties and kinds are not secret. */
import { isJsonSpace } from '#shared/jsonrpc';
import type { View } from './view.ts';
import { endOfString, pastSpace, type MemberValue } from './json-places.ts';
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

interface Level {
  readonly isList: boolean;
  readonly name: string;
  key: string | undefined;
}

/** The secrets in the object or list that opens at `at`, under the secret name `name`. Objects and lists inside count. */
export function heldBy(view: View, at: number, name: string, quote: string): Held {
  const { text } = view;
  const values: MemberValue[] = [];
  const levels: Level[] = [];
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
