/** What a JSON Schema change means. Input schemas bind the caller: asking more breaks. Output schemas bind the server: less breaks. */
import { addTo } from '#shared/base';
import {
  canonical,
  ExactNumber,
  ExactObject,
  isList,
  memberNames,
  membersOf,
  Opaque,
  repeatDifferences,
  sameJson,
} from './exact-json.ts';
import type { Exact } from './exact-json.ts';
import { compareNumbers } from './value-limits.ts';
import type { ChangeClass, DefinitionReason } from './types.ts';

/** Keywords of JSON Schema by what they do (2020-12, and the older names that are still written). */
const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Only people see them. */
const COSMETIC = named('title $schema $comment $id examples example markdownDescription');
/** A larger number refuses more, and a smaller one. */
const LOWER = named('minimum exclusiveMinimum minLength minItems minProperties minContains');
const UPPER = named('maximum exclusiveMaximum maxLength maxItems maxProperties maxContains');
/** With 0 they refuse nothing. */
const FROM_ZERO = named('minLength minItems minProperties');
/** They hold one schema that accepts what the whole accepts in that place. */
const SCHEMAS = named(
  'items additionalItems additionalProperties propertyNames contains unevaluatedItems unevaluatedProperties then else',
);
/** They hold schemas of which any, one or all accept. */
const BRANCHES = named('anyOf oneOf allOf');
/** They hold a schema a place. */
const LISTS = named('prefixItems items');
/** They hold schemas by name that bind. */
const MAPS = named('patternProperties dependentSchemas');
/** They hold schemas by name that bind where they are referred to. */
const DEFINITIONS = named('$defs definitions');
/** Others that refuse something. What is in no list refuses nothing, and a model or a form may go by it. */
const ASSERTING: ReadonlySet<string> = new Set([
  ...named(
    'pattern format multipleOf uniqueItems not if dependencies dependentRequired contentEncoding contentMediaType contentSchema $ref $dynamicRef $recursiveRef',
  ),
  ...SCHEMAS,
  ...BRANCHES,
  ...LISTS,
]);
const HANDLED = named('type enum const properties required');

export type SchemaSide = 'input' | 'output';

export interface SchemaChange {
  readonly class: ChangeClass;
  readonly reason: DefinitionReason;
  readonly path: readonly string[];
  readonly before: Exact | undefined;
  readonly after: Exact | undefined;
}

type Value = Exact | undefined;
type How = 'narrowed' | 'widened' | 'changed';

const MAX_DEPTH = 40;
const MAX_CHANGE_COUNT = 500;

export function schemaChanges(before: Value, after: Value, side: SchemaSide): SchemaChange[] {
  const comparer = new SchemaComparer(side);
  comparer.compare(before, after, [], 0);
  return comparer.changes;
}

class SchemaComparer {
  readonly changes: SchemaChange[] = [];
  readonly #side: SchemaSide;

  constructor(side: SchemaSide) {
    this.#side = side;
  }

  compare(before: Value, after: Value, path: readonly string[], depth: number): void {
    if (before === after) return;
    const [one, other] = [open(before), open(after)];
    if (!(one instanceof ExactObject) || !(other instanceof ExactObject) || depth > MAX_DEPTH) {
      const how = after === false ? 'narrowed' : before === false ? 'widened' : 'changed';
      if (!sameJson(one, other)) this.#bound(path, before, after, how);
      return;
    }
    this.#types(one, other, path);
    this.#values(one, other, path);
    this.#properties(one, other, path, depth);
    for (const name of memberNames(one, other)) {
      if (HANDLED.has(name)) continue;
      const [was, is] = [meaning(name, one.members.get(name)), meaning(name, other.members.get(name))];
      if (!sameJson(was, is)) this.#keyword(name, was, is, [...path, name], depth);
    }
    for (const [name, was, is] of repeatDifferences(one, other))
      this.#add('behavioural', 'other', [...path, name], given(was), given(is));
  }

  #add(kind: ChangeClass, reason: DefinitionReason, path: readonly string[], before: Value, after: Value): void {
    if (this.changes.length < MAX_CHANGE_COUNT) this.changes.push({ class: kind, reason, path, before, after });
  }

  /** A change in what the schema accepts. What is not known to accept more may accept less. */
  #bound(path: readonly string[], before: Value, after: Value, how: How): void {
    const harmless = this.#side === 'input' ? 'widened' : 'narrowed';
    const reason = how === 'changed' ? 'schema-changed' : how;
    this.#add(how === harmless ? 'behavioural' : 'breaking', reason, path, before, after);
  }

  #keyword(name: string, before: Value, after: Value, path: readonly string[], depth: number): void {
    const [one, other] = [membersOf(before), membersOf(after)];
    if (COSMETIC.has(name)) this.#add('cosmetic', name === 'title' ? 'title' : 'annotation', path, before, after);
    else if (LOWER.has(name) || UPPER.has(name)) this.#limit(LOWER.has(name), before, after, path);
    else if (SCHEMAS.has(name) && !isList(before) && !isList(after)) this.compare(before, after, path, depth + 1);
    else if (BRANCHES.has(name) && isList(before) && isList(after)) this.#branches(name, before, after, path, depth);
    else if (LISTS.has(name) && isList(before) && isList(after))
      for (let at = 0; at < Math.max(before.length, after.length); at++)
        this.compare(before[at], after[at], [...path, String(at)], depth + 1);
    else if (MAPS.has(name)) {
      for (const member of memberNames(before, after))
        this.compare(one.get(member), other.get(member), [...path, member], depth + 1);
    } else if (DEFINITIONS.has(name)) {
      // A definition that nothing refers to binds nobody, and one that is referred to does where it is.
      for (const [member, schema] of one)
        if (other.has(member)) this.compare(schema, other.get(member), [...path, member], depth + 1);
    } else if (!ASSERTING.has(name))
      this.#add('behavioural', name === 'description' ? 'description' : 'annotation', path, before, after);
    else
      this.#bound(path, before, after, before === undefined ? 'narrowed' : after === undefined ? 'widened' : 'changed');
  }

  /** Of `anyOf` and `oneOf` one more accepts more; of `allOf` one more accepts less. */
  #branches(
    name: string,
    before: readonly Exact[],
    after: readonly Exact[],
    path: readonly string[],
    depth: number,
  ): void {
    const { pairs, gone, come } = branchPairs(before, after);
    for (const [was, is, at] of pairs) this.compare(was, is, [...path, String(at)], depth + 1);
    const [less, more] = name === 'allOf' ? (['widened', 'narrowed'] as const) : (['narrowed', 'widened'] as const);
    for (const [at, was] of gone) this.#bound([...path, String(at)], was, undefined, less);
    for (const [at, is] of come) this.#bound([...path, String(at)], undefined, is, more);
  }

  #limit(isLower: boolean, before: Value, after: Value, path: readonly string[]): void {
    if (before === undefined) this.#bound(path, before, after, 'narrowed');
    else if (after === undefined) this.#bound(path, before, after, 'widened');
    else {
      const order =
        before instanceof ExactNumber && after instanceof ExactNumber ? compareNumbers(before, after) : undefined;
      if (order === undefined) this.#bound(path, before, after, 'changed');
      else this.#bound(path, before, after, order < 0 === isLower ? 'narrowed' : 'widened');
    }
  }

  #types(before: ExactObject, after: ExactObject, path: readonly string[]): void {
    const [was, is] = [before.members.get('type'), after.members.get('type')];
    const [one, other] = [typesOf(was), typesOf(is)];
    if (one === other || (one && other && accepts(one, other) && accepts(other, one))) return;
    const how =
      !other || (one && accepts(other, one)) ? 'widened' : !one || accepts(one, other) ? 'narrowed' : 'changed';
    if (how === 'changed') this.#add('breaking', 'type-changed', [...path, 'type'], was, is);
    else this.#bound([...path, 'type'], was, is, how);
  }

  #values(before: ExactObject, after: ExactObject, path: readonly string[]): void {
    const [one, other] = [valuesOf(before), valuesOf(after)];
    if (one === undefined && other === undefined) return;
    const name = before.members.has('enum') || after.members.has('enum') ? 'enum' : 'const';
    const [was, is] = [before.members.get(name), after.members.get(name)];
    if (!one || !other) {
      this.#bound([...path, name], was, is, other ? 'narrowed' : 'widened');
      return;
    }
    const lost = [...one].some((value) => !other.has(value));
    const won = [...other].some((value) => !one.has(value));
    if (lost || won) this.#bound([...path, name], was, is, lost && won ? 'changed' : lost ? 'narrowed' : 'widened');
  }

  /** The names of both schemas' common properties, where their orders differ: forms show them in that order. */
  #order(before: ExactObject, after: ExactObject): readonly [] | readonly [Exact, Exact] {
    const [one, other] = [membersOf(before.members.get('properties')), membersOf(after.members.get('properties'))];
    const [was, is] = [
      [...one.keys()].filter((name) => other.has(name)),
      [...other.keys()].filter((name) => one.has(name)),
    ];
    return was.every((name, at) => name === is[at]) ? [] : [was, is];
  }

  #properties(before: ExactObject, after: ExactObject, path: readonly string[], depth: number): void {
    const [one, other] = [membersOf(before.members.get('properties')), membersOf(after.members.get('properties'))];
    const [needed, needs] = [namesIn(before.members.get('required')), namesIn(after.members.get('required'))];
    const isInput = this.#side === 'input';
    for (const name of new Set([...one.keys(), ...other.keys()])) {
      const at = [...path, 'properties', name];
      const [was, is] = [one.get(name), other.get(name)];
      if (was === undefined) {
        if (isInput && needs.has(name)) this.#add('breaking', 'required-property-added', at, undefined, is);
        else this.#add('behavioural', 'property-added', at, undefined, is);
      } else if (is === undefined) this.#add('breaking', 'property-removed', at, was, undefined);
      else this.compare(was, is, at, depth + 1);
    }
    for (const name of new Set([...needed, ...needs])) {
      // With a property that came or went this is told already.
      if (one.has(name) !== other.has(name)) continue;
      const at = [...path, 'required'];
      if (!needed.has(name)) this.#add(isInput ? 'breaking' : 'behavioural', 'property-required', at, undefined, name);
      else if (!needs.has(name))
        this.#add(isInput ? 'behavioural' : 'breaking', 'property-optional', at, name, undefined);
    }
    const [was, is] = this.#order(before, after);
    if (was && is) this.#add('cosmetic', 'order', [...path, 'properties'], was, is);
  }
}

const given = (times: number): Opaque => new Opaque(`given ${times} times`);

/** No schema accepts everything, as `true` does; `false` refuses it. */
const open = (schema: Value): Exact => (schema === undefined || schema === true ? new ExactObject() : schema);

/** A limit that limits nothing is as good as none. */
function meaning(name: string, value: Value): Value {
  if (name === 'uniqueItems' && value === false) return undefined;
  return FROM_ZERO.has(name) && value instanceof ExactNumber && value.key === '0' ? undefined : value;
}

const namesIn = (value: Value): ReadonlySet<string> =>
  new Set(isList(value) ? value.filter((each) => typeof each === 'string') : []);

function typesOf(type: Value): ReadonlySet<string> | undefined {
  if (typeof type === 'string') return new Set([type]);
  return isList(type) ? namesIn(type) : undefined;
}

/** True when the types accept all that the others accept; an integer is a number. */
function accepts(wide: ReadonlySet<string>, narrow: ReadonlySet<string>): boolean {
  return [...narrow].every((type) => wide.has(type) || (type === 'integer' && wide.has('number')));
}

function valuesOf({ members }: ExactObject): ReadonlySet<string> | undefined {
  const [values, only] = [members.get('enum'), members.get('const')];
  if (isList(values)) return new Set(values.map((each) => canonical(each)));
  return only === undefined ? undefined : new Set([canonical(only)]);
}

/**
 * Equal branches are paired wherever they stand; then those of one type and title, in their order; the rest came or went. Gives the
 * pairs that are not equal, with the place of the second, and what is gone and has come, with its place.
 */
function branchPairs(before: readonly Exact[], after: readonly Exact[]) {
  let [was, is] = [[...before.entries()], [...after.entries()]];
  const pairs: [Exact, Exact, number][] = [];
  for (const key of [(branch: Exact) => canonical(branch), kindOf]) {
    const free = new Map<string, [number, Exact][]>();
    for (const entry of is) addTo(free, key(entry[1]), entry);
    const taken = new Set<number>();
    was = was.filter(([, branch]) => {
      const partner = free.get(key(branch))?.shift();
      if (!partner) return true;
      taken.add(partner[0]);
      if (key === kindOf) pairs.push([branch, partner[1], partner[0]]);
      return false;
    });
    is = is.filter(([at]) => !taken.has(at));
  }
  return { pairs, gone: was, come: is };
}

function kindOf(branch: Exact): string {
  if (!(branch instanceof ExactObject)) return 'other';
  const of = (name: string): string => {
    const value = branch.members.get(name);
    return value === undefined ? '' : canonical(value);
  };
  return [of('type'), of('$ref'), of('title'), of('const')].join('\0');
}
