/** A value that a JSON Schema (2020-12 or draft-07) accepts, made from the schema alone. */
import { isObject, weigh } from '#shared/jsonrpc';

type JsonObject = { readonly [name: string]: unknown };

/** Nesting beyond which a schema gives null: schemas may refer to themselves. */
const DEEPEST = 12;
/** Schemas looked at for one value, beyond which they give null: a few that refer to each other make millions of places. */
const MOST_SCHEMAS = 10_000;

/**
 * Values and UTF-16 units that a made value may hold, and how deep a constant of the schema may nest: what is made is sent,
 * and a default that many places refer to would be written out for each of them.
 */
const MOST_NODES = 10_000;
const MOST_CHARS = 256 * 1024;
const DEEPEST_CONSTANT = 200;

/** The whole schema, for references, what is left to spend on it, and the references that are being followed. */
interface Within {
  readonly root: unknown;
  left: number;
  nodes: number;
  chars: number;
  readonly open: Set<unknown>;
  /** The members that an object gets, by its schema: many places may refer to a wide one. */
  readonly names: Map<unknown, ReadonlySet<string>>;
  cut: boolean;
}

const FORMATS: { readonly [format: string]: string } = {
  email: 'someone@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  date: '2026-01-31',
  time: '12:00:00Z',
  'date-time': '2026-01-31T12:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
  hostname: 'example.com',
  ipv4: '127.0.0.1',
  ipv6: '::1',
};

/**
 * The schema's own default, constant, first choice or first example, else the plainest value of its type within its
 * limits. Objects get their required members and those with a default. Patterns are not solved. A reference inside of what
 * it refers to gives null, and so does everything past a bound, so that the value is short and nests no deeper than can be
 * written. Takes any value as a schema; never throws.
 */
export function exampleValue(schema: unknown): unknown {
  return boundedExample(schema).value;
}

/** The value of `exampleValue`; `cut` when something that the schema gives is left out of it, for want of room. */
export function boundedExample(schema: unknown): { readonly value: unknown; readonly cut: boolean } {
  const open = new Set([schema]);
  const spent = { left: MOST_SCHEMAS, nodes: MOST_NODES, chars: MOST_CHARS };
  const within: Within = { root: schema, ...spent, open, names: new Map(), cut: false };
  const value = valueOf(schema, within, 0);
  return { value, cut: within.cut };
}

/** A value that the schema gives, or null when there is no room for it. */
function constant(value: unknown, within: Within): unknown {
  const weight = weigh(value, { nodes: within.nodes, chars: within.chars, depth: DEEPEST_CONSTANT });
  if (!weight) {
    within.cut = true;
    return null;
  }
  within.nodes -= weight.nodes;
  within.chars -= weight.chars;
  return value;
}

function valueOf(schema: unknown, within: Within, depth: number): unknown {
  if (within.left-- <= 0) {
    within.cut = true;
    return null;
  }
  if (!isObject(schema) || depth > DEEPEST) return schema === true || isObject(schema) ? '' : null;
  if (schema['default'] !== undefined) return constant(schema['default'], within);
  if ('const' in schema) return constant(schema['const'], within);
  for (const name of ['enum', 'examples']) {
    const values = schema[name];
    if (Array.isArray(values) && values.length > 0) return constant(values[0], within);
  }
  const referred = typeof schema['$ref'] === 'string' ? refer(schema['$ref'], within.root) : undefined;
  if (referred !== undefined) {
    if (within.open.has(referred)) return null;
    within.open.add(referred);
    const value = valueOf(referred, within, depth + 1);
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
      );
  }
  const all = schema['allOf'];
  if (Array.isArray(all) && schema['properties'] === undefined && all.length > 0) {
    const parts = all.map((each) => valueOf(each, within, depth + 1));
    return parts.every(isObject) ? Object.assign({}, ...parts) : parts[0];
  }
  return ofType(schema, within, depth);
}

function ofType(schema: JsonObject, within: Within, depth: number): unknown {
  const listed: unknown = Array.isArray(schema['type'])
    ? (schema['type'].find((each) => each !== 'null') ?? 'null')
    : schema['type'];
  switch (listed ?? (schema['properties'] ? 'object' : schema['items'] ? 'array' : 'string')) {
    case 'integer':
    case 'number':
      return numberIn(schema, listed === 'integer');
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array': {
      const least = typeof schema['minItems'] === 'number' ? Math.min(schema['minItems'], 16) : 0;
      const prefix = Array.isArray(schema['prefixItems']) ? (schema['prefixItems'] as unknown[]) : [];
      return Array.from({ length: least }, (_, index) =>
        valueOf(prefix[index] ?? (isObject(schema['items']) ? schema['items'] : {}), within, depth + 1),
      );
    }
    case 'object':
      return members(schema, within, depth);
    default:
      return constant(stringIn(schema), within);
  }
}

function members(schema: JsonObject, within: Within, depth: number): unknown {
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
    made.push([name, valueOf(each, within, depth + 1)]);
  }
  return Object.fromEntries(made);
}

/** The members that are required or have a default. */
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

function numberIn(schema: JsonObject, whole: boolean): number {
  const at = (name: string): number | undefined => (typeof schema[name] === 'number' ? schema[name] : undefined);
  const step = at('multipleOf') ?? (whole ? 1 : 0);
  const above = at('exclusiveMinimum');
  const below = at('exclusiveMaximum');
  const least = Math.max(at('minimum') ?? -Infinity, above === undefined ? -Infinity : above + (step || 0.5));
  const most = Math.min(at('maximum') ?? Infinity, below === undefined ? Infinity : below - (step || 0.5));
  const value = least > 1 ? least : most < 1 ? most : 1;
  if (step === 0) return value;
  const up = Math.ceil(value / step) * step;
  return up <= most ? up : Math.floor(value / step) * step;
}

function stringIn(schema: JsonObject): string {
  const { format, minLength, maxLength } = schema;
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  let text = known ?? 'text';
  if (typeof minLength === 'number') text = text.padEnd(Math.min(minLength, 10_000), 'x');
  return typeof maxLength === 'number' ? text.slice(0, Math.max(0, maxLength)) : text;
}

/** The part of `root` that a local reference names (`#`, `#/$defs/…`, `#/definitions/…`). */
function refer(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined;
  return reference
    .slice(1)
    .split('/')
    .filter((step) => step !== '')
    .reduce<unknown>((at, step) => {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      return isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    }, root);
}
