/**
 * URI templates (RFC 6570): which variables one has, and the address it gives for their values. Values are strings, as a
 * form gives them; a variable without a value is left out. All eight operators, prefixes and the explode sign are read.
 */

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
}

function variablesOf(list: string): Variable[] {
  return list.split(',').flatMap((each) => {
    const match = VARIABLE.exec(each.trim());
    const name = match?.[1];
    if (name === undefined) return [];
    return [{ name, ...(match?.[2] === undefined ? {} : { prefix: Number(match[2]) }) }];
  });
}

/** Names of the variables, each once, in the order in which they first stand in the template. */
export function templateVariables(template: string): string[] {
  const names = [...template.matchAll(EXPRESSION)].flatMap(([, , list = '']) => variablesOf(list));
  return [...new Set(names.map(({ name }) => name))];
}

/** The address for these values. What is no expression of RFC 6570 stays as it stands. */
export function expandTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(EXPRESSION, (whole, sign: string, list: string) => {
    const operator = OPERATORS.get(sign) ?? PLAIN;
    const variables = variablesOf(list);
    if (variables.length === 0) return whole;
    const parts = variables.flatMap(({ name, prefix }) => {
      const value = values.get(name);
      if (value === undefined) return [];
      const cut = prefix === undefined ? value : [...value].slice(0, prefix).join('');
      const text = encode(cut, operator.reserved);
      if (!operator.named) return [text];
      return [text === '' ? `${name}${operator.ifEmpty}` : `${name}=${text}`];
    });
    return parts.length === 0 ? '' : operator.first + parts.join(operator.separator);
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
