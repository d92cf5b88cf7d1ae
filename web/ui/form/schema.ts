/** A JSON Schema (draft-07 or 2020-12) as form fields, a level at a time. Servers write it: a keyword may be missing or of a wrong type. */
import { defined } from '#shared/base';
import { isObject } from '#shared/jsonrpc';
import { jsonText } from '../../base/json-text.ts';
import { readingOf, type Reading, type Schema } from './resolve.ts';

interface FieldBase {
  readonly title?: string;
  readonly description?: string;
  /** JSON text of the default. */
  readonly default?: string;
  /** `null` is allowed beside what the field says. */
  readonly nullable: boolean;
}
export interface StringField extends FieldBase {
  readonly kind: 'string';
  readonly format?: string;
}
export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
}
export interface Option {
  /** JSON text of the value. */
  readonly json: string;
  readonly label: string;
}
export interface ChoiceField extends FieldBase {
  /** One of a list of values, or several, each at most once. */
  readonly kind: 'choice' | 'choices';
  readonly options: readonly Option[];
}
export interface ArrayField extends FieldBase {
  readonly kind: 'array';
  /** Schemas of the first items, one each (`prefixItems`; a list as `items` in draft-07). */
  readonly prefix: readonly unknown[];
  /** Schema of the items after those; false when there can be none. */
  readonly items: unknown;
}
export interface Member {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}
export interface ObjectField extends FieldBase {
  readonly kind: 'object';
  readonly members: readonly Member[];
  /** Schema of members under names of the person's choice, where the schema invites them. */
  readonly extra?: unknown;
}
export interface Alternative {
  readonly title: string;
  readonly schema: unknown;
}
/** One of several shapes (`oneOf`, `anyOf`, a list of types). */
export interface AlternativesField extends FieldBase {
  readonly kind: 'alternatives';
  readonly alternatives: readonly Alternative[];
}
export interface PlainField extends FieldBase {
  /** `boolean`, or anything that a form cannot say better than JSON. */
  readonly kind: 'boolean' | 'json';
  /** There is more to it than a form can hold. */
  readonly tooLarge?: true;
}
export type Field = StringField | NumberField | ChoiceField | ArrayField | ObjectField | AlternativesField | PlainField;

/** JSON text of a constant; one too deep to write can only be left out, and `null` says that least wrongly. */
const textOf = (value: unknown): string => jsonText(value) ?? 'null';
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The field for a schema of `root`, the whole one or its `Reading`; JSON, marked as too large, if it has too many parts. Never throws. */
export function fieldOf(schema: unknown, root: unknown): Field {
  const reading = readingOf(root);
  return isObject(schema)
    ? reading.once(schema, 'field', () => read(schema, reading))
    : { kind: 'json', nullable: false };
}

function read(schema: Schema, reading: Reading): Field {
  const field = reading.spent ? undefined : told(reading.resolve(schema), reading);
  return field === undefined || reading.spent ? { kind: 'json', nullable: false, tooLarge: true } : field;
}

function told(resolved: Schema, reading: Reading): Field {
  const { schema: inner, nullable } = withoutNull(resolved, reading);
  const base: FieldBase = {
    nullable,
    ...defined({
      title: text(resolved['title']) ?? text(inner['title']),
      description: text(resolved['description']) ?? text(inner['description']),
      default: Object.hasOwn(resolved, 'default') ? defaultOf(resolved['default'], reading) : undefined,
    }),
  };
  const options = optionsOf(inner, reading);
  if (options) return { ...base, kind: 'choice', options };
  const alternatives = alternativesOf(inner, reading);
  if (alternatives) return { ...base, kind: 'alternatives', alternatives };
  switch (inner['type'] ?? (isObject(inner['properties']) ? 'object' : undefined)) {
    case 'string':
      return {
        ...base,
        kind: 'string',
        ...defined({ format: text(inner['format']) }),
      };
    case 'number':
    case 'integer':
      return {
        ...base,
        kind: 'number',
        integer: inner['type'] === 'integer',
        ...defined({ minimum: finite(inner['minimum']) }),
      };
    case 'boolean':
      return { ...base, kind: 'boolean' };
    case 'array':
      return arrayField(base, inner, reading);
    case 'object': {
      const members = membersOf(inner);
      const extra = extraOf(inner);
      // Nothing is known of the members: only JSON can say them.
      if (members.length === 0 && extra === undefined) return { ...base, kind: 'json' };
      return { ...base, kind: 'object', members, ...(extra === undefined ? {} : { extra }) };
    }
    default:
      return { ...base, kind: 'json' };
  }
}

/** JSON text of a default; the same text for each place that refers to it. */
function defaultOf(value: unknown, reading: Reading): string | undefined {
  if (typeof value === 'object' && value !== null) return reading.once(value, 'json', () => jsonText(value));
  return typeof value !== 'string' || reading.spend(Math.ceil(value.length / 100)) ? jsonText(value) : undefined;
}

/** The members of an object schema, required ones not moved: the server's order is meant. */
export function membersOf(schema: Schema): Member[] {
  const { properties } = schema;
  if (!isObject(properties)) return [];
  const required = new Set<unknown>(Array.isArray(schema['required']) ? schema['required'] : []);
  return Object.entries(properties).map(([name, each]) => ({ name, schema: each, required: required.has(name) }));
}

/** Schema of members that go by any name: `additionalProperties`, or the one pattern of `patternProperties`. */
function extraOf({ additionalProperties, patternProperties }: Schema): unknown {
  if (isObject(additionalProperties) || additionalProperties === true) return additionalProperties;
  const patterns = isObject(patternProperties) ? Object.values(patternProperties) : [];
  return patterns.length === 1 ? patterns[0] : undefined;
}

function arrayField(base: FieldBase, schema: Schema, reading: Reading): Field {
  const { items, prefixItems, additionalItems } = schema;
  const draft07 = Array.isArray(items);
  const prefix = (draft07 ? items : Array.isArray(prefixItems) ? prefixItems : []) as readonly unknown[];
  const rest: unknown = draft07 ? additionalItems : items;
  if (prefix.length > 0) return { ...base, kind: 'array', prefix, items: isObject(rest) ? rest : false };
  if (!isObject(items)) return { ...base, kind: 'json' };
  const options = optionsOf(reading.resolve(items), reading);
  return options ? { ...base, kind: 'choices', options } : { ...base, kind: 'array', prefix: [], items };
}

/** The shapes to choose from. Alternatives that only say which members must be there are left to the advice. */
function alternativesOf(schema: Schema, reading: Reading): Alternative[] | undefined {
  const { type } = schema;
  if (Array.isArray(type) && reading.spend(type.length * Object.keys(schema).length))
    return (type as readonly unknown[]).map((each) => ({
      title: typeof each === 'string' ? each : '',
      schema: { ...schema, type: each },
    }));
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const { [keyword]: listed, title: _title, description: _description, default: _default, ...shared } = schema;
    if (!Array.isArray(listed) || listed.length < 2) continue;
    const resolved = reading.list(listed);
    if (isObject(shared['properties']) && resolved.every((each) => !isObject(each['properties']))) continue;
    const make = (): Alternative[] =>
      reading.spend(resolved.length)
        ? resolved.map((each, index) => ({ title: titleOf(each, index), schema: reading.merge([shared, each]) }))
        : [];
    return Object.keys(shared).length > 0 ? make() : reading.once(resolved, 'alternatives', make);
  }
  return undefined;
}

/** What tells an alternative from the others: its title, the constant of a member, its type, or its number. */
function titleOf(schema: Schema, index: number): string {
  const given = text(schema['title']);
  if (given !== undefined) return given;
  const { properties, format } = schema;
  const constant = isObject(properties) ? constantOf(properties) : undefined;
  if (constant !== undefined) return constant;
  const type = text(schema['type']);
  if (type === undefined || type === 'object') return `${type ?? ''} ${index + 1}`.trim();
  const { items } = schema;
  const inner = isObject(items) ? text(items['type']) : undefined;
  return inner === undefined ? `${type}${typeof format === 'string' ? ` (${format})` : ''}` : `${inner}[]`;
}

/** The first text that a member must have; it stands near the beginning, or it does not tell much. */
function constantOf(properties: Schema): string | undefined {
  let left = 50;
  for (const name in properties) {
    const each = properties[name];
    if (isObject(each) && typeof each['const'] === 'string') return each['const'];
    if (--left === 0) break;
  }
  return undefined;
}

/** Take `null` out of a type list, a list of alternatives or an enumeration. */
function withoutNull(schema: Schema, reading: Reading): { readonly schema: Schema; readonly nullable: boolean } {
  const { type } = schema;
  if (Array.isArray(type)) {
    const types = (type as readonly unknown[]).filter((each) => each !== 'null');
    return { schema: { ...schema, type: types.length === 1 ? types[0] : types }, nullable: types.length < type.length };
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const alternatives = schema[keyword];
    if (!Array.isArray(alternatives)) continue;
    const resolved = reading.list(alternatives);
    const others = reading.once(resolved, 'others', () =>
      resolved.filter((each) => each['type'] !== 'null' && each['const'] !== null),
    );
    const { [keyword]: _, ...rest } = schema;
    const [only] = others;
    if (others.length === 1 && only && others.length < resolved.length)
      return { schema: { ...only, ...rest }, nullable: true };
    if (others.length < resolved.length) return { schema: { ...rest, [keyword]: others }, nullable: true };
  }
  if (schema['nullable'] === true) return { schema, nullable: true };
  return { schema, nullable: false };
}

/** The values to choose from: `enum` (with `enumNames`), `const`, or alternatives that are all constants (with titles). */
function optionsOf(schema: Schema, reading: Reading): readonly Option[] | undefined {
  const { enum: values, enumNames: names, oneOf, anyOf } = schema;
  if (Array.isArray(values) && values.length > 0) {
    const labels: readonly unknown[] = Array.isArray(names) ? names : [];
    const make = (): readonly Option[] => choicesOf(values, labels, reading);
    // The same values may have other names elsewhere, where few places do.
    return labels.length > 0 ? make() : reading.once(values, 'options', make);
  }
  if (Object.hasOwn(schema, 'const')) return choicesOf([schema['const']], [], reading);
  for (const alternatives of [oneOf, anyOf]) {
    if (!Array.isArray(alternatives) || alternatives.length === 0) continue;
    const resolved = reading.list(alternatives);
    if (resolved.length === 0 || !resolved.every((each) => Object.hasOwn(each, 'const'))) continue;
    return reading.once(resolved, 'options', () =>
      choicesOf(
        resolved.map((each) => each['const']),
        resolved.map((each) => each['title']),
        reading,
      ),
    );
  }
  return undefined;
}

function choicesOf(values: readonly unknown[], labels: readonly unknown[], reading: Reading): readonly Option[] {
  if (!reading.spend(values.length)) return [];
  return values.map((value, index) => {
    const json = textOf(value);
    return { json, label: text(labels[index]) ?? (typeof value === 'string' ? value : json) };
  });
}
