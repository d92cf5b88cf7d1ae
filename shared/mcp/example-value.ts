/** A value that a JSON Schema (2020-12 or draft-07) accepts, made from the schema alone. */
import { isObject } from '#shared/jsonrpc';

type JsonObject = { readonly [name: string]: unknown };

/** Nesting beyond which a schema gives null: schemas may refer to themselves. */
const DEEPEST = 12;
/** Schemas looked at for one value, beyond which they give null: a few that refer to each other make millions of places. */
const MOST_SCHEMAS = 10_000;

/** The whole schema, for references, and how many more of its places may be looked at. */
interface Within {
  readonly root: unknown;
  left: number;
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
 * limits. Objects get their required members and those with a default. Patterns are not solved. Takes any value as a
 * schema; never throws.
 */
export function exampleValue(schema: unknown): unknown {
  return valueOf(schema, { root: schema, left: MOST_SCHEMAS }, 0);
}

function valueOf(schema: unknown, within: Within, depth: number): unknown {
  if (within.left-- <= 0) return null;
  if (!isObject(schema) || depth > DEEPEST) return schema === true || isObject(schema) ? '' : null;
  if (schema['default'] !== undefined) return schema['default'];
  if ('const' in schema) return schema['const'];
  for (const name of ['enum', 'examples']) {
    const values = schema[name];
    if (Array.isArray(values) && values.length > 0) return values[0] as unknown;
  }
  const referred = typeof schema['$ref'] === 'string' ? refer(schema['$ref'], within.root) : undefined;
  if (referred !== undefined) return valueOf(referred, within, depth + 1);
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
      return stringIn(schema);
  }
}

function members(schema: JsonObject, within: Within, depth: number): unknown {
  const { properties } = schema;
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const names = new Set(required.filter((name): name is string => typeof name === 'string'));
  if (isObject(properties)) {
    for (const [name, each] of Object.entries(properties))
      if (isObject(each) && each['default'] !== undefined) names.add(name);
  }
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      valueOf(isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : {}, within, depth + 1),
    ]),
  );
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
