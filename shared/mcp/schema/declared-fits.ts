/** A quick yes for values against schemas that a peer wrote: most fit, and the validator takes ten times as long to say so. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { dialectOf } from './dialect.ts';

/** Keywords that assert nothing about a value by themselves. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'examples', 'format', '$comment', 'readOnly', 'writeOnly', 'deprecated'],
  ...['$defs', 'definitions', 'x-mcp-header', 'enumNames'],
]);
const MAX_DEPTH = 32;

/** True only for a value that fits the schema for sure; false where it does not, and where that takes the validator. Never throws. */
export function fitsDeclared(schema: unknown, value: unknown, depth = 0): boolean {
  if (schema === true) return true;
  if (!isObject(schema) || depth > MAX_DEPTH) return false;
  for (const keyword of Object.keys(schema)) if (!fits(keyword, schema[keyword], schema, value, depth)) return false;
  return true;
}

function fits(keyword: string, says: unknown, schema: JsonObject, value: unknown, depth: number): boolean {
  switch (keyword) {
    case 'type':
      return typeof says === 'string'
        ? isType(says, value)
        : Array.isArray(says) && says.some((each) => isType(each, value));
    case 'properties':
      return isObject(says) && (!isObject(value) || propertiesFit(says, value, depth));
    case 'required':
      return (
        Array.isArray(says) &&
        (!isObject(value) || says.every((name) => typeof name === 'string' && Object.hasOwn(value, name)))
      );
    case 'additionalProperties':
      return says === true || !isObject(value) || othersFit(says, schema['properties'] ?? {}, value, depth);
    case 'items':
      if (!Array.isArray(value)) return isObject(says) || typeof says === 'boolean';
      return value.every((each) => fitsDeclared(says, each, depth + 1));
    case 'anyOf':
      return Array.isArray(says) && says.some((each) => fitsDeclared(each, value, depth + 1));
    case 'enum':
      return Array.isArray(says) && isScalar(value) && says.includes(value);
    case 'const':
      return isScalar(value) && says === value;
    case '$schema':
      return depth === 0 && dialectOf(schema) !== undefined;
    default:
      return SAYS_NOTHING.has(keyword) || isWithin(keyword, says, value);
  }
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

function isType(type: unknown, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return isObject(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  return (type === 'string' || type === 'number' || type === 'boolean') && typeof value === type;
}

function propertiesFit(properties: JsonObject, value: JsonObject, depth: number): boolean {
  for (const name of Object.keys(properties))
    if (Object.hasOwn(value, name) && !fitsDeclared(properties[name], value[name], depth + 1)) return false;
  return true;
}

/** Members without a schema of their own. Where names have patterns, the keyword for them is none that is known here. */
function othersFit(says: unknown, properties: unknown, value: JsonObject, depth: number): boolean {
  if (!isObject(properties)) return false;
  return Object.keys(value).every(
    (name) => Object.hasOwn(properties, name) || fitsDeclared(says, value[name], depth + 1),
  );
}

function isWithin(keyword: string, limit: unknown, value: unknown): boolean {
  if (typeof limit !== 'number') return false;
  switch (keyword) {
    case 'minimum':
      return typeof value !== 'number' || value >= limit;
    case 'maximum':
      return typeof value !== 'number' || value <= limit;
    case 'exclusiveMinimum':
      return typeof value !== 'number' || value > limit;
    case 'exclusiveMaximum':
      return typeof value !== 'number' || value < limit;
    // A character has one or two units.
    case 'minLength':
      return typeof value !== 'string' || value.length >= 2 * limit;
    case 'maxLength':
      return typeof value !== 'string' || value.length <= limit;
    case 'minItems':
      return !Array.isArray(value) || value.length >= limit;
    case 'maxItems':
      return !Array.isArray(value) || value.length <= limit;
    default:
      return false;
  }
}
