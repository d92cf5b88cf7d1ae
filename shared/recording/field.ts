/** Fields of a recording's lines: each is the check that reading makes and what the published JSON Schema says of it. */
import { isObject, type JsonObject } from '#shared/jsonrpc';

export interface Field {
  readonly is: (value: unknown) => boolean;
  /** JSON Schema (2020-12) of the values that `is` accepts. */
  readonly schema: object;
}

/** Members of an object. Others are allowed too. */
export interface Shape {
  readonly required: { readonly [name: string]: Field };
  readonly optional?: { readonly [name: string]: Field };
  /** Exactly one of these is there: a text, or base64. */
  readonly oneOf?: readonly [text: string, base64: string];
  /** Members that mark another kind of line, or that only page and relay send each other: the schema refuses them. */
  readonly never?: readonly string[];
}

/** The same field, with a sentence for whoever reads the schema. */
export const about = (description: string, { is, schema }: Field): Field => ({
  is,
  schema: { ...schema, description },
});

export const text: Field = { is: (value) => typeof value === 'string', schema: { type: 'string' } };
export const number: Field = { is: (value) => Number.isFinite(value), schema: { type: 'number' } };
export const count: Field = {
  is: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
};
/** Only ever `true`: absent otherwise. */
export const mark: Field = { is: (value) => value === true, schema: { const: true } };
export const date: Field = {
  is: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  schema: { type: 'string', format: 'date-time' },
};
/** Base64 with padding (RFC 4648, section 4). The check is the looser one: megabytes pass through it. */
const base64: Field = {
  is: (value) => typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
  schema: {
    type: 'string',
    contentEncoding: 'base64',
    pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
    description: 'Exact bytes that are not valid UTF-8 (RFC 4648, section 4).',
  },
};

export const oneWord = (...words: readonly string[]): Field => ({
  is: (value) => words.includes(value as string),
  schema: { enum: words },
});
export const orNull = ({ is, schema }: Field): Field => ({
  is: (value) => value === null || is(value),
  schema: { anyOf: [schema, { type: 'null' }] },
});
export const listOf = ({ is, schema }: Field): Field => ({
  is: (value) => Array.isArray(value) && value.every(is),
  schema: { type: 'array', items: schema },
});
export const texts = listOf(text);
export const pairs = listOf({
  is: (value) => Array.isArray(value) && value.length === 2 && value.every(text.is),
  schema: { type: 'array', prefixItems: [text.schema, text.schema], minItems: 2, maxItems: 2 },
});
export const objectOf = (shape: Shape): Field => ({
  is: (value) => isObject(value) && fits(value, shape),
  schema: schemaOf(shape),
});

/** True when the members that a shape names have their types. */
export function fits(fields: JsonObject, { required, optional, oneOf }: Shape): boolean {
  for (const name in required) if (!required[name]?.is(fields[name])) return false;
  for (const name in optional) if (fields[name] !== undefined && !optional[name]?.is(fields[name])) return false;
  if (!oneOf) return true;
  const [plain, encoded] = [fields[oneOf[0]], fields[oneOf[1]]];
  return encoded === undefined ? text.is(plain) : plain === undefined && base64.is(encoded);
}

/** JSON Schema of the objects that fit a shape. */
export function schemaOf({ required, optional = {}, oneOf, never = [] }: Shape): object {
  const fields = Object.entries({ ...required, ...optional }).map(([name, { schema }]) => [name, schema]);
  const [plain, encoded] = oneOf ?? [];
  return {
    type: 'object',
    required: Object.keys(required),
    properties: {
      ...Object.fromEntries([...fields, ...never.map((name) => [name, false])]),
      ...(plain && encoded ? { [plain]: text.schema, [encoded]: base64.schema } : {}),
    },
    ...(oneOf ? { oneOf: oneOf.map((name) => ({ required: [name] })) } : {}),
  };
}
