/** Values against schemas that peers declared: arguments, content, forms. What can't be decided, or not cheaply, is `unknown`. */
import { dereference, validate, type Schema, type SchemaDraft } from '@cfworker/json-schema';
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { leavesOf, schemaValueIn } from '../leaves.ts';
import { referencesIn } from '../references.ts';
import { dialectOf, schemaFault } from './dialect.ts';
import { NEVER, quickCheck, RULES, type Fits, type Rules } from './quick.ts';

/** Where a value does not fit, and the keyword that says so. */
export interface Misfit {
  /** RFC 6901 pointer below the value that was checked; of a member that is missing, where it would be. */
  readonly at: string;
  /** The same, or of a missing member the object that should have it. */
  readonly holder: string;
  readonly keyword: string;
}

interface Usable {
  readonly schema: Schema;
  readonly draft: SchemaDraft;
  readonly lookup: ReturnType<typeof dereference>;
  readonly patterns: boolean;
}

const MAX_SCHEMA_COUNT = 400;
const MAX_PART_COUNT = 5000;
const MAX_VALUE_COUNT = 5000;
const MAX_DEPTH = 64;
const MAX_REFERENCE_COUNT = 5000;
/** A foreign pattern is tried on no longer text. */
const MAX_MATCHED_CHARS = 200;

const RULES_OF_PEERS: Rules = { ...RULES, format: () => () => true };

/** Checks values; schemas are kept ready for the next value, by identity. */
export class DeclaredSchemas {
  readonly #usable = new Map<object, Usable | undefined>();
  readonly #quick = new WeakMap<object, Fits>();

  /** Where a value does not fit a schema, undefined where it fits everywhere; `unknown` when that cannot be decided. Never throws. */
  check(schema: unknown, value: unknown): Misfit | 'unknown' | undefined {
    if (typeof schema === 'boolean') return schema ? undefined : { at: '', holder: '', keyword: 'false' };
    if (!isObject(schema)) return 'unknown';
    if (this.#fits(schema)(value)) return undefined;
    const usable = this.#ready(schema);
    if (!usable || !isModest(value, usable.patterns)) return 'unknown';
    try {
      const { valid, errors } = validate(value, usable.schema, usable.draft, limited(usable.lookup), true);
      if (valid) return undefined;
      const [leaf] = leavesOf(errors, schemaValueIn(usable.schema, referencesIn(usable.schema)));
      if (!leaf) return { at: '', holder: '', keyword: errors[0]?.keyword ?? '' };
      const missing = leaf.keyword === 'required' ? /required property "([^]*)"\.$/.exec(leaf.message)?.[1] : undefined;
      return { at: missing === undefined ? leaf.at : `${leaf.at}/${missing}`, holder: leaf.at, keyword: leaf.keyword };
    } catch {
      return 'unknown';
    }
  }

  #fits(schema: JsonObject): Fits {
    const known = this.#quick.get(schema);
    if (known) return known;
    const { $schema: _, ...rest } = schema;
    const fits = dialectOf(schema) === undefined ? NEVER : quickCheck(rest, RULES_OF_PEERS);
    this.#quick.set(schema, fits);
    return fits;
  }

  #ready(schema: object): Usable | undefined {
    if (this.#usable.has(schema)) return this.#usable.get(schema);
    if (this.#usable.size >= MAX_SCHEMA_COUNT) this.#usable.clear();
    const usable = prepare(schema);
    this.#usable.set(schema, usable);
    return usable;
  }
}

/** The table of references, which gives up after too many: a schema can ask for itself without end. */
function limited(lookup: Usable['lookup']): Usable['lookup'] {
  let left = MAX_REFERENCE_COUNT;
  return new Proxy(lookup, {
    get(table, name) {
      if (--left < 0) throw new Error('too many references');
      return typeof name === 'string' ? table[name] : undefined;
    },
  });
}

function prepare(given: object): Usable | undefined {
  const dialect = dialectOf(given);
  // What is no schema decides nothing about a value.
  if (dialect === undefined || schemaFault(given) !== undefined) return undefined;
  const copy = new Copy(dialect === '2020-12');
  try {
    // The library writes into the schema it is given.
    const schema = copy.of(given, 0) as Schema;
    const draft = dialect === '6' ? '7' : dialect;
    return { schema, draft, lookup: dereference(schema), patterns: copy.patterns };
  } catch {
    return undefined;
  }
}

/** Keywords whose members are schemas by name, and those whose value is data. */
const TABLES = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const DATA = new Set(['const', 'default', 'enum', 'examples', 'required', 'dependentRequired', 'type']);
/** Keywords that the library does not know well enough. */
const UNKNOWN = new Set(['$dynamicRef', '$recursiveRef', '$vocabulary', 'unevaluatedProperties', 'unevaluatedItems']);

/** A copy without `format`, which asserts nothing (JSON Schema Validation 2020-12, section 7.2.1). Throws for what is not known. */
class Copy {
  patterns = false;
  #parts = 0;
  readonly #strictItems: boolean;

  constructor(strictItems: boolean) {
    this.#strictItems = strictItems;
  }

  of(value: unknown, depth: number): unknown {
    if (++this.#parts > MAX_PART_COUNT || depth > MAX_DEPTH) throw new Error('too large');
    if (Array.isArray(value)) return value.map((each) => this.of(each, depth + 1));
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([keyword, each]) => keyword !== 'format' || isObject(each));
    return Object.fromEntries(kept.map(([keyword, each]) => [keyword, this.#keyword(keyword, each, depth)]));
  }

  #keyword(keyword: string, value: unknown, depth: number): unknown {
    if (UNKNOWN.has(keyword)) throw new Error(keyword);
    if (keyword === 'items' && this.#strictItems && Array.isArray(value)) throw new Error(keyword);
    if (keyword === 'pattern') this.#pattern(value);
    if (DATA.has(keyword)) return value;
    if (!TABLES.has(keyword) || !isObject(value)) return this.of(value, depth + 1);
    if (keyword === 'patternProperties') for (const each of Object.keys(value)) this.#pattern(each);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.of(each, depth + 1)]));
  }

  #pattern(pattern: unknown): void {
    this.patterns = true;
    if (typeof pattern !== 'string' || !isHarmless(pattern)) throw new Error('pattern');
  }
}

/** True for a pattern whose cost is bounded on a short text: no repeated group, no reference back, few endless repetitions. */
function isHarmless(pattern: string): boolean {
  if (/\)[*+{?]|\\[1-9k]|\(\?[=!<]/.test(pattern)) return false;
  return (pattern.match(/[*+]|,\}|\{\d{3,}/g)?.length ?? 0) <= 2;
}

/** True for a value that is checked in no time. */
function isModest(value: unknown, patterns: boolean): boolean {
  const waiting: (readonly [value: unknown, depth: number])[] = [[value, 0]];
  for (let next = 0; next < waiting.length; next++) {
    const [part, depth] = waiting[next] ?? [undefined, 0];
    if (typeof part === 'string' && patterns && part.length > MAX_MATCHED_CHARS) return false;
    if (typeof part !== 'object' || part === null) continue;
    const inside: unknown[] = Object.values(part);
    if (depth >= MAX_DEPTH || waiting.length + inside.length > MAX_VALUE_COUNT) return false;
    for (const each of inside) waiting.push([each, depth + 1]);
  }
  return true;
}
