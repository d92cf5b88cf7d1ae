/** Texts and numbers that a schema accepts, and by which of its words they were made. */
import type { JsonObject } from '#shared/jsonrpc';
import { patternExample } from './example-pattern.ts';

/**
 * Where a value of an example is from. Of the schema itself: its `default`, `const`, `enum` or `examples`, an example in its
 * `description`, made by its `format`, its `pattern` or its `limits` (least, most, steps). `suggested`: by who asked for the
 * example. `made-up`: by its type alone, or by nothing.
 */
export type ExampleOrigin =
  | 'default'
  | 'const'
  | 'enum'
  | 'examples'
  | 'description'
  | 'format'
  | 'pattern'
  | 'limits'
  | 'suggested'
  | 'made-up';

export interface Scalar<Value> {
  readonly value: Value;
  readonly from: ExampleOrigin;
}

/** JSON Schema 2020-12, Validation, section 7.3, and `url`, which many write. */
const FORMATS: { readonly [format: string]: string } = {
  email: 'someone@example.com',
  'idn-email': 'someone@example.com',
  uri: 'https://example.com/',
  'uri-reference': 'https://example.com/',
  iri: 'https://example.com/',
  'iri-reference': 'https://example.com/',
  url: 'https://example.com/',
  'uri-template': 'https://example.com/{id}',
  date: '2026-01-31',
  time: '12:00:00Z',
  'date-time': '2026-01-31T12:00:00Z',
  duration: 'P1D',
  uuid: '00000000-0000-4000-8000-000000000000',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '127.0.0.1',
  ipv6: '::1',
  regex: '.*',
  'json-pointer': '/a',
  'relative-json-pointer': '0',
  byte: 'dGV4dA==',
  base64: 'dGV4dA==',
};

const MAX_FILL_CHARS = 10_000;
/** UTF-16 units of a description that are looked at, and of an example in it. */
const DESCRIPTION = 2000;
const EXAMPLE =
  /\b(?:e\.g\.|for example|such as|examples?:|like)[,:]? ?(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|`([^`\n]{1,200})`|“([^”\n]{1,200})”)/i;

/** A text for a schema of texts: by its format, its pattern, an example in its description; else `text`, or as long as it asks for. */
export function textFor(schema: JsonObject): Scalar<string> {
  const { format, pattern, minLength, maxLength } = schema;
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = typeof maxLength === 'number' ? Math.max(0, maxLength) : Infinity;
  const fits = (text: string): boolean => text.length >= least && text.length <= most;
  if (typeof pattern === 'string') {
    const value = patternExample(pattern, least, most);
    if (value !== undefined) return { value, from: 'pattern' };
  }
  const known = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (known !== undefined && fits(known)) return { value: known, from: 'format' };
  const told = exampleIn(schema['description']);
  if (told !== undefined && fits(told)) return { value: told, from: 'description' };
  const filled = (known ?? 'text').padEnd(Math.min(least, MAX_FILL_CHARS), 'x');
  return { value: most < filled.length ? filled.slice(0, most) : filled, from: 'made-up' };
}

/** The first text in quotation marks that a description calls an example; undefined where there is none. */
function exampleIn(description: unknown): string | undefined {
  if (typeof description !== 'string') return undefined;
  const [, ...quoted] = EXAMPLE.exec(description.slice(0, DESCRIPTION)) ?? [];
  return quoted.find((each) => each !== undefined);
}

/** A number within the limits of a schema: 1, where that is within them. `exclusiveMinimum: true` is of draft-04. */
export function numberFor(schema: JsonObject, whole: boolean): Scalar<number> {
  const at = (name: string): number | undefined => (typeof schema[name] === 'number' ? schema[name] : undefined);
  const step = at('multipleOf') ?? (whole ? 1 : 0);
  const above = schema['exclusiveMinimum'] === true ? at('minimum') : at('exclusiveMinimum');
  const below = schema['exclusiveMaximum'] === true ? at('maximum') : at('exclusiveMaximum');
  const limits = [at('multipleOf'), at('minimum'), at('maximum'), above, below];
  const from = limits.some((each) => each !== undefined) ? 'limits' : 'made-up';
  const least = Math.max(at('minimum') ?? -Infinity, above === undefined ? -Infinity : above + (step || 0.5));
  const most = Math.min(at('maximum') ?? Infinity, below === undefined ? Infinity : below - (step || 0.5));
  const value = least > 1 ? least : most < 1 ? most : 1;
  if (step === 0) return { value, from };
  const up = Math.ceil(value / step) * step;
  return { value: up <= most ? up : Math.floor(value / step) * step, from };
}
