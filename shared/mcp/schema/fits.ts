/** A quick yes for messages that fit, by predicates compiled once; others need the validator, which costs a hundred times more. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { schemaRevision, type SchemaRevision } from './history.ts';
import type { JsonSchema } from './json-schema.ts';
import { messagesOf, resultsOf, revisionSchema } from './revision-schema.ts';

type Fits = (value: unknown) => boolean;

/** Addresses that every reader of RFC 3986 takes. */
const PLAIN_URI = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]*(?::\d+)?(?:\/[a-z0-9._~-]*)*$/i;
/** What the validator makes of a keyword that is not here is not known here. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['$ref', 'type', 'properties', 'required', 'additionalProperties', 'items', 'maxItems', 'anyOf', 'allOf'],
  ...['const', 'enum', 'minimum', 'maximum', 'format', 'description', 'examples'],
]);

class Compiler {
  readonly #schema: ReturnType<typeof revisionSchema>;
  readonly #made = new Map<string, Fits>();

  readonly #params: ReadonlyMap<string, Fits>;
  readonly #results = new Map<string, Fits>();
  readonly #revision: SchemaRevision;

  constructor(revision: SchemaRevision) {
    this.#revision = revision;
    this.#schema = revisionSchema(revision);
    const { $defs } = this.#schema;
    this.#params = new Map(
      messagesOf(revision).map(({ method, definition }) => [method, this.#paramsOf($defs[definition] ?? {})]),
    );
  }

  /** The predicate of a definition; one that is never true for a name that there is not. */
  definition(name: string): Fits {
    const known = this.#made.get(name);
    if (known) return known;
    // A definition may refer to itself, so its place is there before it is.
    let fits: Fits = () => false;
    this.#made.set(name, (value) => fits(value));
    const schema = this.#schema.$defs[name];
    if (schema) fits = this.#compile(schema);
    this.#made.set(name, fits);
    return fits;
  }

  /** The predicate of a method's parameters, undefined where they are absent. */
  params(method: string): Fits {
    return this.#params.get(method) ?? NEVER;
  }

  /** The predicate of a method's ordinary result; one that is never true for a method that is not answered. */
  result(method: string): Fits {
    const known = this.#results.get(method);
    if (known) return known;
    const [name] = resultsOf(this.#revision, method);
    if (name === undefined) return NEVER;
    const made = this.definition(name);
    this.#results.set(method, made);
    return made;
  }

  #paramsOf({ properties, required, allOf, anyOf }: JsonSchema): Fits {
    const schema = properties?.['params'];
    if (!schema || allOf !== undefined || anyOf !== undefined) return NEVER;
    const fits = this.#compile(schema);
    const needed = required?.includes('params') ?? false;
    return (params) => (params === undefined ? !needed : fits(params));
  }

  #compile(schema: JsonSchema): Fits {
    if (Object.keys(schema).some((keyword) => !KNOWN.has(keyword))) return () => false;
    const parts = [...this.#structure(schema), ...scalars(schema)];
    const [first, second] = parts;
    if (!first) return ANYTHING;
    if (!second) return first;
    if (parts.length === 2) return (value) => first(value) && second(value);
    return (value) => {
      for (const part of parts) if (!part(value)) return false;
      return true;
    };
  }

  #structure({
    $ref,
    type,
    properties,
    required,
    additionalProperties,
    items,
    maxItems,
    anyOf,
    allOf,
  }: JsonSchema): Fits[] {
    const parts: Fits[] = [];
    const named = properties !== undefined || Array.isArray(required);
    // Who looks at members sees that it is an object.
    if (typeof type === 'string' && !(named && type === 'object')) parts.push(TYPES[type] ?? (() => false));
    if (named) {
      const needed = new Set(Array.isArray(required) ? (required as string[]) : []);
      parts.push(this.#members(properties ?? {}, needed, type !== 'object'));
    }
    if (isObject(additionalProperties)) parts.push(everyMember(this.#compile(additionalProperties)));
    if (isObject(items)) {
      parts.push(everyItem(this.#compile(items)));
    }
    if (typeof maxItems === 'number') parts.push((value) => !Array.isArray(value) || value.length <= maxItems);
    if (Array.isArray(anyOf)) {
      const options = (anyOf as readonly JsonSchema[]).map((each) => this.#compile(each));
      parts.push((value) => {
        for (const option of options) if (option(value)) return true;
        return false;
      });
    }
    if (Array.isArray(allOf)) parts.push(...(allOf as readonly JsonSchema[]).map((each) => this.#condition(each)));
    if (typeof $ref === 'string') parts.push(this.definition($ref.slice($ref.lastIndexOf('/') + 1)));
    return parts;
  }

  /** Members by name, of which `others` than objects have none; what is undefined is not in a JSON value. */
  #members(properties: { readonly [name: string]: JsonSchema }, required: ReadonlySet<string>, others: boolean): Fits {
    const members = [...new Set([...Object.keys(properties), ...required])].flatMap((name) => {
      const needed = required.has(name);
      const fits = properties[name] ? this.#compile(properties[name]) : ANYTHING;
      return needed || fits !== ANYTHING ? [{ name, needed, fits }] : [];
    });
    return (value) => {
      if (!isObject(value)) return others;
      for (const { name, needed, fits } of members) {
        const member = value[name];
        if (member === undefined ? needed : !fits(member)) return false;
      }
      return true;
    };
  }

  /** `if` and `then`, as the writer of the schemas makes them; anything else is not known to fit. */
  #condition({ if: condition, then, ...rest }: JsonSchema): Fits {
    if (Object.keys(rest).length > 0 || !isObject(condition) || !isObject(then)) return () => false;
    const [applies, holds] = [this.#compile(condition), this.#compile(then)];
    return (value) => !applies(value) || holds(value);
  }
}

const ANYTHING: Fits = () => true;
const NEVER: Fits = () => false;

const TYPES: { readonly [type: string]: Fits } = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

function scalars({ const: only, enum: choices, minimum, maximum, format }: JsonSchema): Fits[] {
  const parts: Fits[] = [];
  if (only !== undefined) parts.push((value) => value === only);
  if (Array.isArray(choices)) parts.push((value) => choices.includes(value));
  if (typeof minimum === 'number') parts.push((value) => typeof value !== 'number' || value >= minimum);
  if (typeof maximum === 'number') parts.push((value) => typeof value !== 'number' || value <= maximum);
  if (format === 'uri') parts.push((value) => typeof value !== 'string' || PLAIN_URI.test(value));
  else if (format !== undefined) parts.push((value) => typeof value !== 'string');
  return parts;
}

const everyItem =
  (fits: Fits): Fits =>
  (value) => {
    if (Array.isArray(value)) for (const each of value as unknown[]) if (!fits(each)) return false;
    return true;
  };

const everyMember =
  (fits: Fits): Fits =>
  (value) =>
    !isObject(value) || Object.values(value as JsonObject).every(fits);

/** By the revision as it is named. */
const compilers = new Map<string, Compiler>();
/** Peers make up names that no revision has. */
const MAX_REVISION_COUNT = 50;

function compilerOf(revision: string): Compiler {
  const known = compilers.get(revision);
  if (known) return known;
  const made = new Compiler(schemaRevision(revision));
  if (compilers.size < MAX_REVISION_COUNT) compilers.set(revision, made);
  return made;
}

/** False too for a value that nests too deeply to be looked at. */
function isSure(fits: Fits, value: unknown): boolean {
  try {
    return fits(value);
  } catch {
    return false;
  }
}

/** True when a value surely fits a definition of a revision; false when the validator has to be asked. Never throws. */
export const surelyFits = (revision: string, definition: string, value: unknown): boolean =>
  isSure(compilerOf(revision).definition(definition), value);

/** The same of the ordinary result of a method; false where the revision has no such answer. */
export const surelyFitsResult = (revision: string, method: string, result: unknown): boolean =>
  isSure(compilerOf(revision).result(method), result);

/** The same of the parameters of a message; false for a method that the revision does not have. */
export const surelyFitsParams = (revision: string, method: string, params: unknown): boolean =>
  isSure(compilerOf(revision).params(method), params);
