/**
 * A quick yes for values that fit a JSON Schema: predicates that are compiled once. Most values fit, and the validator takes ten to a
 * hundred times as long. A predicate is true only for a value that fits for sure: what it does not know, the validator has to judge.
 */
import { isObject, type JsonObject } from '#shared/jsonrpc';

export type Fits = (value: unknown) => boolean;
/** Makes the predicate of one keyword, given its value and the schema that it is in. */
type Rule = (says: unknown, schema: JsonObject, compile: (schema: unknown) => Fits) => Fits;
export type Rules = { readonly [keyword: string]: Rule };

const ANYTHING: Fits = () => true;
export const NEVER: Fits = () => false;
const MAX_DEPTH = 32;

/** Keywords that assert nothing about a value by themselves. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'examples', '$comment', 'readOnly', 'writeOnly', 'deprecated'],
  ...['$defs', 'definitions', 'x-mcp-header', 'enumNames'],
]);

const TYPES: ReadonlyMap<unknown, Fits> = new Map<unknown, Fits>([
  ['object', isObject],
  ['array', Array.isArray],
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => typeof value === 'number'],
  ['integer', Number.isInteger],
  ['boolean', (value) => typeof value === 'boolean'],
  ['null', (value) => value === null],
]);

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const ofObjects =
  (fits: (value: JsonObject) => boolean): Fits =>
  (value) =>
    !isObject(value) || fits(value);
const limit =
  (fits: (value: number, limit: number) => boolean, measure: (value: unknown) => number | undefined): Rule =>
  (says) => {
    if (typeof says !== 'number') return NEVER;
    return (value) => {
      const measured = measure(value);
      return measured === undefined || fits(measured, says);
    };
  };
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const textLength = (value: unknown): number | undefined => (typeof value === 'string' ? value.length : undefined);
const itemCount = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);
const atLeast = (value: number, least: number): boolean => value >= least;
const atMost = (value: number, most: number): boolean => value <= most;

export const RULES: Rules = {
  type: (says) => {
    const types = [says].flat().map((each) => TYPES.get(each) ?? NEVER);
    return types.length === 1 ? (types[0] ?? NEVER) : (value) => types.some((fits) => fits(value));
  },
  // What is undefined is not in a JSON value.
  properties: (says, _, compile) => {
    if (!isObject(says)) return NEVER;
    const members = Object.entries(says).flatMap(([name, schema]) => {
      const fits = compile(schema);
      return fits === ANYTHING ? [] : [{ name, fits }];
    });
    return ofObjects((value) => {
      for (const { name, fits } of members) {
        const member = Object.hasOwn(value, name) ? value[name] : undefined;
        if (member !== undefined && !fits(member)) return false;
      }
      return true;
    });
  },
  required: (says) => {
    if (!Array.isArray(says) || !says.every((name) => typeof name === 'string')) return NEVER;
    return ofObjects((value) => says.every((name) => Object.hasOwn(value, name) && value[name] !== undefined));
  },
  // Where names have patterns, the keyword for them is none that is known here.
  additionalProperties: (says, { properties = {} }, compile) => {
    if (!isObject(properties)) return NEVER;
    const fits = compile(says);
    return ofObjects((value) =>
      Object.keys(value).every((name) => Object.hasOwn(properties, name) || fits(value[name])),
    );
  },
  items: (says, _, compile) => {
    if (!isObject(says) && typeof says !== 'boolean') return NEVER;
    const fits = compile(says);
    return (value) => !Array.isArray(value) || value.every(fits);
  },
  anyOf: (says, _, compile) => {
    const options = Array.isArray(says) ? says.map(compile) : [];
    return (value) => options.some((fits) => fits(value));
  },
  enum: (says) => (Array.isArray(says) ? (value) => isScalar(value) && says.includes(value) : NEVER),
  const: (says) => (value) => isScalar(value) && value === says,
  minimum: limit(atLeast, numberOf),
  maximum: limit(atMost, numberOf),
  exclusiveMinimum: limit((value, above) => value > above, numberOf),
  exclusiveMaximum: limit((value, below) => value < below, numberOf),
  // A character has one or two units.
  minLength: limit((length, least) => length >= 2 * least, textLength),
  maxLength: limit(atMost, textLength),
  minItems: limit(atLeast, itemCount),
  maxItems: limit(atMost, itemCount),
};

/** The predicate of a schema by rules for its keywords. */
export function quickCheck(schema: unknown, rules: Rules, depth = 0): Fits {
  if (schema === true) return ANYTHING;
  if (!isObject(schema) || depth > MAX_DEPTH) return NEVER;
  const parts: Fits[] = [];
  for (const [keyword, says] of Object.entries(schema)) {
    if (SAYS_NOTHING.has(keyword)) continue;
    const rule = Object.hasOwn(rules, keyword) ? rules[keyword] : undefined;
    if (!rule) return NEVER;
    parts.push(rule(says, schema, (inner) => quickCheck(inner, rules, depth + 1)));
  }
  const [first, second] = parts;
  if (!first) return ANYTHING;
  if (!second) return first;
  return (value) => {
    for (const part of parts) if (!part(value)) return false;
    return true;
  };
}
