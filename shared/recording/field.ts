/** Members of a recording's lines: each is its type, the check that reading makes, its part of the published JSON Schema, and what redaction reads in it. */
import { isObject, type JsonObject } from '#shared/jsonrpc';

/**
 * How redaction reads a member: as a text (`block`: of many lines), bytes in base64, pairs of names and values, or an object of members.
 * A `word` or `number` of the format holds no secret.
 */
export type Content = 'text' | 'block' | 'bytes' | 'pairs' | 'word' | 'number' | Contents;
export interface Contents {
  readonly [member: string]: Content;
}

export interface Field<Value = unknown> {
  readonly is: (value: unknown) => value is Value;
  /** JSON Schema (2020-12) of the values that `is` accepts. */
  readonly schema: object;
  /** Absent: redaction reads it together with the unknown members, as JSON text. */
  readonly content?: Content;
  /**
   * The value is the number of another event. Where that one is left out of a copy, the event of an `owner` is left out too; of an
   * `origin`, only the member.
   */
  readonly refersTo?: 'owner' | 'origin';
}
export type ValueOf<Each extends Field> = Each extends Field<infer Value> ? Value : never;

interface Fields {
  readonly [name: string]: Field;
}

/** Members of an object. Others are allowed too. */
export interface Shape {
  readonly required: Fields;
  readonly optional?: Fields;
  /** Exactly one of these is there. */
  readonly oneOf?: Fields;
  /** Members that mark another kind of line, or that only page and relay send each other: the schema refuses them. */
  readonly never?: readonly string[];
}

type Optional<Of> = Of extends Fields ? { readonly [name in keyof Of]?: ValueOf<Of[name]> } : unknown;
type Flat<Of> = { readonly [name in keyof Of]: Of[name] };
/** The objects that fit a shape. */
export type Members<Of extends Shape> = Flat<
  { readonly [name in keyof Of['required']]: ValueOf<Of['required'][name]> } & Optional<Of['optional']> &
    Optional<Of['oneOf']>
>;

/** The same field, with a sentence for whoever reads the schema. */
export const about = <Value>(description: string, field: Field<Value>): Field<Value> => ({
  ...field,
  schema: { ...field.schema, description },
});

export const text: Field<string> = {
  is: (value) => typeof value === 'string',
  schema: { type: 'string' },
  content: 'text',
};
/** A text of many lines. */
export const block: Field<string> = { ...text, content: 'block' };
/** A name that the program itself makes. */
export const name: Field<string> = { ...text, content: 'word' };
export const number: Field<number> = {
  is: (value): value is number => Number.isFinite(value),
  schema: { type: 'number' },
  content: 'number',
};
export const count: Field<number> = {
  is: (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
  schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  content: 'number',
};
/** The number of the event that this one is about. */
export const owner: Field<number> = { ...count, refersTo: 'owner' };
/** Only ever `true`: absent otherwise. */
export const mark: Field<true> = { is: (value) => value === true, schema: { const: true }, content: 'number' };
export const date: Field<string> = {
  is: (value): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  schema: { type: 'string', format: 'date-time' },
};
/** Base64 with padding (RFC 4648, section 4). The check is the looser one: megabytes pass through it. */
export const base64: Field<string> = {
  is: (value): value is string =>
    typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
  schema: {
    type: 'string',
    contentEncoding: 'base64',
    pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
    description: 'Exact bytes that are not valid UTF-8 (RFC 4648, section 4).',
  },
  content: 'bytes',
};

export const oneWord = <const Word extends string>(...words: readonly Word[]): Field<Word> => ({
  is: (value): value is Word => words.includes(value as Word),
  schema: { enum: words },
  content: 'word',
});
export const orNull = <Value>(field: Field<Value>): Field<Value | null> => ({
  ...field,
  is: (value) => value === null || field.is(value),
  schema: { anyOf: [field.schema, { type: 'null' }] },
});
/** Redaction reads the member together with the unknown ones. */
export const asJson = <Value>({ is, schema }: Field<Value>): Field<Value> => ({ is, schema });
export const listOf = <Value>({ is, schema }: Pick<Field<Value>, 'is' | 'schema'>): Field<readonly Value[]> => ({
  is: (value): value is readonly Value[] => Array.isArray(value) && value.every(is),
  schema: { type: 'array', items: schema },
});
export const texts = listOf(text);
export const pairs: Field<readonly (readonly [name: string, value: string])[]> = {
  ...listOf({
    is: (value): value is readonly [string, string] =>
      Array.isArray(value) && value.length === 2 && value.every(text.is),
    schema: { type: 'array', prefixItems: [text.schema, text.schema], minItems: 2, maxItems: 2 },
  }),
  content: 'pairs',
};
export const objectOf = <const Of extends Shape>(shape: Of): Field<Members<Of>> => ({
  is: (value): value is Members<Of> => isObject(value) && fits(value, shape),
  schema: schemaOf(shape),
  content: contentsOf(shape),
});

/** How redaction reads the members of a shape. */
export function contentsOf({ required, optional, oneOf }: Shape): Contents {
  const members = Object.entries({ ...required, ...optional, ...oneOf });
  return Object.fromEntries(
    members.flatMap(([member, { content }]) => (content === undefined ? [] : [[member, content]])),
  );
}

/** True when the members that a shape names have their types. */
export function fits(fields: JsonObject, { required, optional, oneOf }: Shape): boolean {
  for (const member in required) if (!required[member]?.is(fields[member])) return false;
  for (const member in optional)
    if (fields[member] !== undefined && !optional[member]?.is(fields[member])) return false;
  if (!oneOf) return true;
  let found = 0;
  for (const member in oneOf) {
    if (fields[member] === undefined) continue;
    if (!oneOf[member]?.is(fields[member])) return false;
    found++;
  }
  return found === 1;
}

/** JSON Schema of the objects that fit a shape. */
export function schemaOf({ required, optional, oneOf = {}, never = [] }: Shape): object {
  const schemas = (members: Fields): object =>
    Object.fromEntries(Object.entries(members).map(([member, { schema }]) => [member, schema]));
  const alternatives = Object.keys(oneOf);
  return {
    type: 'object',
    required: Object.keys(required),
    properties: {
      ...schemas({ ...required, ...optional }),
      ...Object.fromEntries(never.map((member) => [member, false])),
      ...schemas(oneOf),
    },
    ...(alternatives.length > 0 ? { oneOf: alternatives.map((member) => ({ required: [member] })) } : {}),
  };
}
