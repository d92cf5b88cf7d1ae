/**
 * JSON Schemas that a peer wrote: which dialect they are in, and where they are no schemas of it. What the meta-schemas say
 * (json-schema.org/draft/2020-12/schema and its forerunners) is a table of keywords here: it gives the first place that is wrong,
 * and costs little for lists of many tools.
 */
import { escapeName, isObject, type JsonObject } from '#shared/jsonrpc';

export type Dialect = '2020-12' | '2019-09' | '7' | '6' | '4';

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft-07/schema', '7'],
  ['json-schema.org/draft-06/schema', '6'],
  ['json-schema.org/draft-04/schema', '4'],
]);

/** The dialect that `$schema` names, 2020-12 where it is absent; undefined for one that is not known. */
export function dialectOf(schema: unknown): Dialect | undefined {
  const named = isObject(schema) ? schema['$schema'] : undefined;
  if (named === undefined) return '2020-12';
  return typeof named === 'string' ? DIALECTS.get(named.replace(/^https?:\/\//, '').replace(/#$/, '')) : undefined;
}

type Check = (value: unknown) => boolean;
const isCount: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
const isText: Check = (value) => typeof value === 'string';
/** It compiles as a regular expression of ECMA-262, with Unicode or without (JSON Schema Validation 2020-12, section 6.3.3). */
const isPattern: Check = (value) => typeof value === 'string' && ['u', ''].some((flags) => compiles(value, flags));
function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number';
const isNames: Check = (value) => Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const TYPES: ReadonlySet<unknown> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
const isType: Check = (value) =>
  TYPES.has(value) ||
  (isNames(value) && (value as unknown[]).length > 0 && (value as unknown[]).every((each) => TYPES.has(each)));

/** What a keyword holds: a value that can be judged alone, or schemas: one, a list, a table, or one or a list. */
type Holds = Check | 'schema' | 'schemas' | 'map' | 'items' | 'dependencies' | 'flag-or-schema';
type Keywords = { readonly [keyword: string]: Holds };

const named = <Kind extends Holds>(holds: Kind, ...names: readonly string[]): { readonly [name: string]: Kind } =>
  Object.fromEntries(names.map((name) => [name, holds]));

const EVERY: Keywords = {
  ...named(isText, '$schema', 'title', 'description', 'format'),
  pattern: isPattern,
  ...named(isNumber, 'maximum', 'minimum'),
  ...named(isCount, 'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'),
  ...named('map', 'properties', 'patternProperties', 'definitions'),
  ...named('schemas', 'allOf', 'anyOf', 'oneOf'),
  not: 'schema',
  uniqueItems: isFlag,
  required: isNames,
  type: isType,
  enum: (value) => Array.isArray(value),
  dependencies: 'dependencies',
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
};
const LISTED_ITEMS: Keywords = { items: 'items', additionalItems: 'schema' };
const SINCE_6: Keywords = {
  ...EVERY,
  ...named(isText, '$id', '$ref'),
  ...named(isNumber, 'exclusiveMaximum', 'exclusiveMinimum'),
  ...named('schema', 'additionalProperties', 'contains', 'propertyNames'),
  examples: (value) => Array.isArray(value),
};
const SINCE_7: Keywords = {
  ...SINCE_6,
  ...named('schema', 'if', 'then', 'else'),
  ...named(isText, '$comment', 'contentMediaType', 'contentEncoding'),
  readOnly: isFlag,
};
const SINCE_2019: Keywords = {
  ...SINCE_7,
  ...named('map', '$defs', 'dependentSchemas'),
  ...named('schema', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema'),
  ...named(isCount, 'maxContains', 'minContains'),
  ...named(isFlag, 'deprecated', 'writeOnly'),
  $recursiveRef: isText,
  $id: (value) => typeof value === 'string' && /^[^#]*#?$/.test(value),
  $anchor: (value) => typeof value === 'string' && /^[A-Za-z_][-A-Za-z0-9._:]*$/.test(value),
  dependentRequired: (value) => isObject(value) && Object.values(value).every(isNames),
};
const KEYWORDS: { readonly [dialect in Dialect]: Keywords } = {
  '4': {
    ...EVERY,
    ...LISTED_ITEMS,
    ...named('flag-or-schema', 'additionalItems', 'additionalProperties'),
    ...named(isFlag, 'exclusiveMaximum', 'exclusiveMinimum'),
    id: isText,
  },
  '6': { ...SINCE_6, ...LISTED_ITEMS },
  '7': { ...SINCE_7, ...LISTED_ITEMS },
  '2019-09': { ...SINCE_2019, ...LISTED_ITEMS, $recursiveAnchor: isFlag },
  '2020-12': {
    ...SINCE_2019,
    ...named(isText, '$dynamicRef', '$dynamicAnchor'),
    prefixItems: 'schemas',
    items: 'schema',
  },
};

export interface SchemaFault {
  /** RFC 6901 pointer into the schema. */
  readonly at: string;
  readonly value: unknown;
  readonly dialect: Dialect;
}

/** Below one schema; beyond it the answer is unknown. */
const MAX_SCHEMA_COUNT = 20_000;

/** The first place at which a schema is none of its dialect; `unknown` for a dialect that is not known. Never throws. */
export function schemaFault(schema: unknown): SchemaFault | 'unknown' | undefined {
  const dialect = dialectOf(schema);
  if (dialect === undefined) return 'unknown';
  const keywords = KEYWORDS[dialect];
  const waiting: (readonly [value: unknown, at: string])[] = [[schema, '']];
  for (let next = 0; next < waiting.length; next++) {
    if (next >= MAX_SCHEMA_COUNT) return 'unknown';
    const [value, at] = waiting[next] ?? [undefined, ''];
    if (typeof value === 'boolean' && dialect !== '4') continue;
    if (!isObject(value)) return { at, value, dialect };
    const wrong = below(value, at, keywords, waiting);
    if (wrong !== undefined) return { at: wrong, value: value[wrong.slice(wrong.lastIndexOf('/') + 1)], dialect };
  }
  return undefined;
}

/** Puts the schemas in a schema on the list; the place of a keyword that holds something else than it may, if there is one. */
function below(
  schema: JsonObject,
  at: string,
  keywords: Keywords,
  waiting: (readonly [value: unknown, at: string])[],
): string | undefined {
  for (const keyword of Object.keys(schema)) {
    const holds = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
    if (holds === undefined) continue;
    const value = schema[keyword];
    if (typeof holds === 'function') {
      if (holds(value)) continue;
      return `${at}/${keyword}`;
    }
    const place = `${at}/${keyword}`;
    if (holds === 'schemas' || (holds === 'items' && Array.isArray(value))) {
      if (!Array.isArray(value) || value.length === 0) return place;
      for (const [index, each] of value.entries()) waiting.push([each, `${place}/${index}`]);
    } else if (holds === 'map' || holds === 'dependencies') {
      if (!isObject(value) || (keyword === 'patternProperties' && !Object.keys(value).every(isPattern))) return place;
      for (const name of Object.keys(value))
        if (holds === 'map' || !isNames(value[name])) waiting.push([value[name], `${place}/${escapeName(name)}`]);
    } else if (holds !== 'flag-or-schema' || typeof value !== 'boolean') waiting.push([value, place]);
  }
  return undefined;
}
