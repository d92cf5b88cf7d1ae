/** A value that a JSON Schema (2020-12 or draft-07) accepts, made from the schema alone. */
import { escapeName, isObject, unescapeName, weigh, type JsonObject } from '#shared/jsonrpc';
import { numberFor, textFor, type ExampleOrigin } from './example-text.ts';
import { referencesIn, type References } from './references.ts';

/** A deeper schema gives null: schemas may refer to themselves. */
const MAX_DEPTH = 12;
/** Visited for one value; further ones give null: a few that refer to each other make millions of places. */
const MAX_SCHEMA_COUNT = 10_000;

/** Bounds of a made value, which is sent: shared defaults are written out at each use. */
const MAX_NODE_COUNT = 10_000;
const MAX_CHARS = 256 * 1024;
const MAX_CONSTANT_DEPTH = 200;

export interface ValueOrigin {
  /** JSON pointer to the value; empty for the whole. */
  readonly at: string;
  readonly from: ExampleOrigin;
  /** What `Suggested` said of it. */
  readonly of?: string;
}

export interface Suggested {
  readonly value: string | number;
  /** Who says so, in a few words. */
  readonly of?: string;
}

/** A value where the schema wants a text or number and names none; `name` is the nearest member's, `kind` the type. */
export type Suggest = (name: string, kind: 'string' | 'number', schema: JsonObject) => Suggested | undefined;

export interface Example {
  readonly value: unknown;
  /** Something that the schema gives is left out, for want of room. */
  readonly cut: boolean;
  /** Each text, number, constant and empty value, in the order of the schema. */
  readonly origins: readonly ValueOrigin[];
}

/** The references of the whole schema, what is left to spend on it, and the references that are being followed. */
interface Within {
  readonly refer: References;
  readonly suggest: Suggest | undefined;
  readonly origins: ValueOrigin[];
  left: number;
  nodes: number;
  chars: number;
  /** Places where null stands for what could not be made. */
  holes: number;
  readonly open: Set<unknown>;
  /** The members that an object gets, by its schema: many places may refer to a wide one. */
  readonly names: Map<unknown, ReadonlySet<string>>;
  cut: boolean;
}

/**
 * The schema's own default, constant, first choice or first example, else the plainest value of its type within its
 * limits. Objects get their required members and those with a default. A reference inside of what
 * it refers to gives null, and so does everything past a bound, so that the value is short and nests no deeper than can be
 * written. Takes any value as a schema; never throws.
 */
export const exampleValue = (schema: unknown): unknown => boundedExample(schema).value;

/** The value of `exampleValue` and where its parts are from; `suggest` comes before what would be made up. */
export function boundedExample(schema: unknown, suggest?: Suggest): Example {
  const open = new Set([schema]);
  const spent = { left: MAX_SCHEMA_COUNT, nodes: MAX_NODE_COUNT, chars: MAX_CHARS };
  const within: Within = {
    refer: referencesIn(schema),
    suggest,
    origins: [],
    ...spent,
    holes: 0,
    open,
    names: new Map(),
    cut: false,
  };
  const value = valueOf(schema, within, 0, '');
  // Parts of one schema may each describe the same member.
  const origins = new Map(within.origins.map((origin) => [origin.at, origin]));
  return { value, cut: within.cut, origins: [...origins.values()] };
}

/** A value that the schema gives at a place, or null when there is no room for it. */
function from(origin: ExampleOrigin, value: unknown, within: Within, at: string, of?: string): unknown {
  within.origins.push({ at, from: origin, ...(of === undefined ? {} : { of }) });
  const weight = weigh(value, { nodes: within.nodes, chars: within.chars, depth: MAX_CONSTANT_DEPTH });
  if (!weight) {
    within.cut = true;
    return null;
  }
  within.nodes -= weight.nodes;
  within.chars -= weight.chars;
  return value;
}

function valueOf(schema: unknown, within: Within, depth: number, at: string): unknown {
  if (within.left-- <= 0) {
    within.cut = true;
    return null;
  }
  if (!isObject(schema) || depth > MAX_DEPTH) {
    if (schema !== true) within.holes++;
    return schema === true || isObject(schema) ? '' : null;
  }
  if (schema['default'] !== undefined) return from('default', schema['default'], within, at);
  if ('const' in schema) return from('const', schema['const'], within, at);
  for (const name of ['enum', 'examples'] as const) {
    if (name === 'examples') {
      const suggested = suggestedFor(schema, within, at);
      if (suggested) return from('suggested', suggested.value, within, at, suggested.of);
    }
    const values = schema[name];
    if (Array.isArray(values) && values.length > 0) return from(name, values[0], within, at);
  }
  const referred = typeof schema['$ref'] === 'string' ? within.refer(schema['$ref']) : undefined;
  if (referred !== undefined) {
    if (within.open.has(referred)) {
      within.holes++;
      return null;
    }
    within.open.add(referred);
    const value = valueOf(referred, within, depth + 1, at);
    within.open.delete(referred);
    return value;
  }
  for (const name of ['oneOf', 'anyOf']) {
    const choices = schema[name];
    if (Array.isArray(choices) && choices.length > 0 && schema['type'] !== 'object')
      return valueOf(
        choices.find((each) => !isObject(each) || each['type'] !== 'null') ?? choices[0],
        within,
        depth + 1,
        at,
      );
  }
  const { allOf: all, ...beside } = schema;
  if (!Array.isArray(all) || all.length === 0) return ofType(schema, within, depth, at);
  const parts = all.map((each) => valueOf(each, within, depth + 1, at));
  if (beside['properties'] === undefined) return parts.every(isObject) ? Object.assign({}, ...parts) : parts[0];
  // What stands beside the parts says most of the members that it describes, and nothing of others that it requires.
  const own = Object.entries(members(beside, within, depth, at));
  const described = own.filter(([name]) => isObject(beside['properties']) && Object.hasOwn(beside['properties'], name));
  return Object.assign(Object.fromEntries(own), ...parts.filter(isObject), Object.fromEntries(described)) as unknown;
}

/** The type that a schema names, the first that is not null; undefined where it names none. */
function typeOf(schema: JsonObject): unknown {
  const { type } = schema;
  return Array.isArray(type) ? ((type as unknown[]).find((each) => each !== 'null') ?? 'null') : type;
}

/** Texts and numbers may be suggested; of a pattern nobody knows what it takes. */
function suggestedFor(schema: JsonObject, { suggest }: Within, at: string): Suggested | undefined {
  if (!suggest || schema['pattern'] !== undefined) return undefined;
  const type = typeOf(schema);
  const kind = type === 'integer' || type === 'number' ? 'number' : type === 'string' ? 'string' : undefined;
  if (kind === undefined) return undefined;
  const name = at.split('/').findLast((step) => step !== '' && !/^\d+$/.test(step)) ?? '';
  const suggested = suggest(unescapeName(name), kind, schema);
  return suggested && fits(suggested.value, schema, type) ? suggested : undefined;
}

function fits(value: string | number, schema: JsonObject, type: unknown): boolean {
  const limit = (name: string, otherwise: number): number => {
    const own = schema[name];
    return typeof own === 'number' ? own : otherwise;
  };
  if (typeof value === 'string')
    return type === 'string' && value.length >= limit('minLength', 0) && value.length <= limit('maxLength', Infinity);
  return (
    type !== 'string' &&
    (type !== 'integer' || Number.isInteger(value)) &&
    value >= limit('minimum', -Infinity) &&
    value <= limit('maximum', Infinity) &&
    value > limit('exclusiveMinimum', -Infinity) &&
    value < limit('exclusiveMaximum', Infinity) &&
    schema['multipleOf'] === undefined
  );
}

function ofType(schema: JsonObject, within: Within, depth: number, at: string): unknown {
  const listed = typeOf(schema);
  switch (listed ?? (schema['properties'] ? 'object' : schema['items'] ? 'array' : 'string')) {
    case 'integer':
    case 'number': {
      const { value, from: origin } = numberFor(schema, listed === 'integer');
      return from(origin, value, within, at);
    }
    case 'boolean':
      return from('made-up', false, within, at);
    case 'null':
      return null;
    case 'array':
      return items(schema, within, depth, at);
    case 'object':
      return members(schema, within, depth, at);
    default: {
      const { value, from: origin } = textFor(schema);
      return from(origin, value, within, at);
    }
  }
}

/** As many as the schema asks for; one, where what is made is for use (`suggest`), so that something comes of it. */
function items(schema: JsonObject, within: Within, depth: number, at: string): unknown[] {
  const { minItems, prefixItems, items: each } = schema;
  const least = typeof minItems === 'number' ? Math.min(minItems, 16) : 0;
  const prefix = Array.isArray(prefixItems) ? (prefixItems as unknown[]) : [];
  if (least === 0 && within.suggest && isObject(each) && schema['maxItems'] !== 0) {
    const one = oneItem(each, within, depth, at);
    if (one !== undefined) return [one];
  }
  if (least === 0) within.origins.push({ at, from: 'made-up' });
  return Array.from({ length: least }, (_, index) =>
    valueOf(prefix[index] ?? (isObject(each) ? each : {}), within, depth + 1, `${at}/${index}`),
  );
}

/** The only item of a list that could be empty; undefined where the schema refers to itself or there is no room for one. */
function oneItem(schema: JsonObject, within: Within, depth: number, at: string): unknown {
  const { cut, nodes, chars, holes } = within;
  const known = within.origins.length;
  const value = valueOf(schema, within, depth + 1, `${at}/0`);
  if (within.cut === cut && within.holes === holes) return value;
  within.origins.length = known;
  Object.assign(within, { cut, nodes, chars, holes });
  return undefined;
}

function members(schema: JsonObject, within: Within, depth: number, at: string): JsonObject {
  const { properties } = schema;
  const names = within.names.get(schema) ?? namesOf(schema);
  within.names.set(schema, names);
  const made: [string, unknown][] = [];
  for (const name of names) {
    // Names are written out for each place that refers to the schema, like constants.
    within.chars -= name.length;
    if (within.left <= 0 || within.chars < 0) {
      within.cut = true;
      break;
    }
    const each = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : {};
    made.push([name, valueOf(each, within, depth + 1, `${at}/${escapeName(name)}`)]);
  }
  return Object.fromEntries(made);
}

function namesOf(schema: JsonObject): ReadonlySet<string> {
  const { properties } = schema;
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const names = new Set(required.filter((name): name is string => typeof name === 'string'));
  if (isObject(properties)) {
    for (const [name, each] of Object.entries(properties))
      if (isObject(each) && each['default'] !== undefined) names.add(name);
  }
  return names;
}

/** Of one text; a made-up text is longer only where its schema demands it. */
export const MAX_TEXT_CHARS = 4096;
/** Texts and names together have at most `chars`. */
const BOUNDS = { nodes: 64 * 1024, chars: 64 * 1024, depth: 64, text: MAX_TEXT_CHARS };

/** True for a value whose texts are short, one by one and together, and that does not nest deep. Takes any value of JSON. */
export const isShort = (value: unknown): boolean => weigh(value, BOUNDS) !== undefined;
