/** URI templates (RFC 6570, all levels): variables and expansion. Values: a string, a list or an object of strings, or nothing. */
import { isObject } from '#shared/jsonrpc';

interface Operator {
  readonly first: string;
  readonly separator: string;
  /** Values are written as `name=value`. */
  readonly named: boolean;
  /** What follows the name of an empty value. */
  readonly ifEmpty: string;
  /** Reserved characters stay as they are. */
  readonly reserved: boolean;
}

const PLAIN: Operator = { first: '', separator: ',', named: false, ifEmpty: '', reserved: false };
const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['+', { ...PLAIN, reserved: true }],
  ['#', { ...PLAIN, first: '#', reserved: true }],
  ['.', { ...PLAIN, first: '.', separator: '.' }],
  ['/', { ...PLAIN, first: '/', separator: '/' }],
  [';', { ...PLAIN, first: ';', separator: ';', named: true }],
  ['?', { ...PLAIN, first: '?', separator: '&', named: true, ifEmpty: '=' }],
  ['&', { ...PLAIN, first: '&', separator: '&', named: true, ifEmpty: '=' }],
]);
const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;
const VARIABLE = /^((?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+)(?::([1-9]\d{0,3}))?(\*?)$/;

interface Variable {
  readonly name: string;
  readonly prefix?: number;
  /** `*`: the items of a list, or the pairs of an object, stand by themselves. */
  readonly explode: boolean;
}

function variablesOf(list: string): Variable[] {
  return list.split(',').flatMap((each) => {
    const match = VARIABLE.exec(each.trim());
    const name = match?.[1];
    if (name === undefined) return [];
    const explode = match?.[3] === '*';
    return [{ name, explode, ...(match?.[2] === undefined ? {} : { prefix: Number(match[2]) }) }];
  });
}

const allVariables = (template: string): Variable[] =>
  [...template.matchAll(EXPRESSION)].flatMap(([, , list = '']) => variablesOf(list));

/** Names of the variables, each once, in the order in which they first stand in the template. */
export function templateVariables(template: string): string[] {
  return [...new Set(allVariables(template).map(({ name }) => name))];
}

/** Names of the variables with the explode sign: those whose value is meant to be a list or pairs. */
export function explodedVariables(template: string): ReadonlySet<string> {
  return new Set(allVariables(template).flatMap(({ name, explode }) => (explode ? [name] : [])));
}

/** The address for these values. What is no expression of RFC 6570 stays as it stands; values of other kinds are left out. */
export function expandTemplate(template: string, values: ReadonlyMap<string, unknown>): string {
  return template.replace(EXPRESSION, (whole, sign: string, list: string) => {
    const operator = OPERATORS.get(sign) ?? PLAIN;
    const variables = variablesOf(list);
    if (variables.length === 0) return whole;
    const parts = variables.flatMap((variable) => expand(variable, values.get(variable.name), operator));
    return parts.length === 0 ? '' : operator.first + parts.join(operator.separator);
  });
}

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;

/** What one variable gives (section 3.2.1): one part, or several when it is exploded. */
function expand({ name, prefix, explode }: Variable, value: unknown, operator: Operator): string[] {
  const named = (key: string, text: string): string =>
    !operator.named ? text : text === '' ? `${key}${operator.ifEmpty}` : `${key}=${text}`;
  const text = scalar(value);
  if (text !== undefined) {
    const cut = prefix === undefined ? text : [...text].slice(0, prefix).join('');
    return [named(name, encode(cut, operator.reserved))];
  }
  const pairs = pairsOf(value, operator.reserved);
  // An empty list counts as no value (section 2.3).
  if (pairs.length === 0) return [];
  if (!explode)
    return [named(name, pairs.flatMap(([key, each]) => (key === undefined ? [each] : [key, each])).join(','))];
  return pairs.map(([key, each]) =>
    key === undefined ? named(name, each) : operator.named ? named(key, each) : `${key}=${each}`,
  );
}

/** Encoded items of a list, without a key, or members of an object. */
function pairsOf(value: unknown, reserved: boolean): (readonly [key: string | undefined, text: string])[] {
  const entries: readonly (readonly [string | undefined, unknown])[] = Array.isArray(value)
    ? (value as readonly unknown[]).map((each) => [undefined, each] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, each]) => {
    const text = scalar(each);
    return text === undefined
      ? []
      : [[key === undefined ? undefined : encode(key, reserved), encode(text, reserved)] as const];
  });
}

/** Percent-encode everything but unreserved characters (and, where they may stay, reserved ones and encoded triplets). */
function encode(text: string, reserved: boolean): string {
  const stays = reserved ? /%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]+/y : /[A-Za-z0-9\-._~]+/y;
  const encoder = new TextEncoder();
  let out = '';
  let at = 0;
  while (at < text.length) {
    stays.lastIndex = at;
    const kept = stays.exec(text)?.[0];
    const piece = kept ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
    out +=
      kept ?? [...encoder.encode(piece)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
    at += piece.length;
  }
  return out;
}
