/** References and parts of a parsed JSON Schema put together, once for each place and within a bound: a short schema can mean millions. */
import { isObject } from '#shared/jsonrpc';
import { referencesIn, type References } from '#shared/mcp';

export type Schema = { readonly [keyword: string]: unknown };

/** References and parts followed for one place; beyond these it is one that refers to itself without end. */
const MOST_PARTS = 64;
/** Parts, members and alternatives put together for all places of one whole schema. */
const MOST_COST = 500_000;

/** A list of alternatives, each resolved; the same list for the same alternatives. */
type Listed = readonly Schema[];

/** What is known of one whole schema. Keep one as long as the schema is shown, so that each place is read once. */
export class Reading {
  readonly #refer: References;
  readonly #resolved = new WeakMap<object, Schema>();
  readonly #lists = new WeakMap<object, Listed>();
  readonly #kept = new WeakMap<object, Map<string, unknown>>();
  #left = MOST_COST;

  constructor(root: unknown) {
    this.#refer = referencesIn(root);
  }

  /** True when no more of the schema is put together: what was not by then is empty. */
  get spent(): boolean {
    return this.#left <= 0;
  }

  /** Take `cost` parts from the bound; false when there is nothing left of it. */
  spend(cost: number): boolean {
    this.#left -= cost;
    return this.#left > 0;
  }

  /** Follows references, merges `allOf` (objects by member, else the nearest wins). Circles and dead ends give `{}`. Never throws. */
  resolve(schema: unknown): Schema {
    if (!isObject(schema)) return {};
    const known = this.#resolved.get(schema);
    if (known) return known;
    const found = this.#follow(schema, { parts: MOST_PARTS, open: new Set() });
    this.#resolved.set(schema, found);
    return found;
  }

  list(alternatives: readonly unknown[]): Listed {
    const known = this.#lists.get(alternatives);
    if (known) return known;
    const found = this.spend(alternatives.length) ? alternatives.map((each) => this.resolve(each)) : [];
    this.#lists.set(alternatives, found);
    // What is resolved stays as it is.
    this.#lists.set(found, found);
    return found;
  }

  /** What `make` gives for an object of the schema, made once for each `use`. */
  once<Value>(of: object, use: string, make: () => Value): Value {
    const uses = this.#kept.get(of) ?? new Map<string, unknown>();
    this.#kept.set(of, uses);
    if (!uses.has(use)) uses.set(use, make());
    return uses.get(use) as Value;
  }

  /** The objects that the references of one place lead to, one after the other. */
  through(schema: unknown): readonly object[] {
    const found = new Set<object>();
    let at = schema;
    while (isObject(at) && typeof at['$ref'] === 'string' && found.size < MOST_PARTS) {
      at = this.#refer(at['$ref']);
      if (!isObject(at) || found.has(at)) break;
      found.add(at);
    }
    return [...found];
  }

  #follow(schema: unknown, left: { parts: number; readonly open: Set<object> }): Schema {
    if (!isObject(schema) || left.open.has(schema) || left.parts-- <= 0 || !this.spend(1)) return {};
    const { $ref, allOf, ...rest } = schema;
    if (typeof $ref !== 'string' && !Array.isArray(allOf)) return schema;
    left.open.add(schema);
    const parts: Schema[] = [
      ...(typeof $ref === 'string' ? [this.#follow(this.#refer($ref), left)] : []),
      ...(Array.isArray(allOf) ? allOf.slice(0, MOST_PARTS).map((each) => this.#follow(each, left)) : []),
      rest,
    ];
    left.open.delete(schema);
    return this.merge(parts);
  }

  /** Schemas that a value has to meet at once, as one, as far as a form can tell. */
  merge(parts: readonly Schema[]): Schema {
    const full = parts.filter((each) => Object.keys(each).length > 0);
    const [only] = full;
    if (full.length <= 1) return only ?? {};
    const properties = full.map((each) => each['properties']).filter(isObject);
    const required = full.map((each) => each['required']).filter(Array.isArray) as unknown[][];
    const entries = properties.length > 1 ? properties.flatMap((each) => Object.entries(each)) : [];
    const names = required.length > 1 ? required.flat() : [];
    const cost = full.reduce((sum, each) => sum + Object.keys(each).length, entries.length + names.length);
    if (!this.spend(cost)) return {};
    return {
      ...(Object.assign({}, ...full) as Schema),
      ...(properties.length > 0
        ? { properties: properties.length > 1 ? Object.fromEntries(entries) : properties[0] }
        : {}),
      ...(required.length > 0 ? { required: required.length > 1 ? [...new Set(names)] : required[0] } : {}),
    };
  }
}

/** What is known of a whole schema. A schema that is not read yet is read for this one use. */
export const readingOf = (root: unknown): Reading => (root instanceof Reading ? root : new Reading(root));
