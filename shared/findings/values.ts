/** Values from the wire beside each other. */
import { escapeName, isObject } from '#shared/jsonrpc';
import { PLACEHOLDER } from '#shared/recording';

/** True when two JSON values are the same, whatever the order of members. Too deep to be compared counts as the same. */
export function sameValue(one: unknown, other: unknown): boolean {
  try {
    return same(one, other);
  } catch {
    return true;
  }
}

function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => same(each, other[at]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
  );
}

/** True for a text in which something was replaced by a placeholder: it can't be compared with what it was. */
export const isRedacted = (value: unknown): boolean => typeof value === 'string' && value.search(PLACEHOLDER) >= 0;

/** True when some text inside a value was replaced by a placeholder. Never throws. */
export const hasRedacted = (value: unknown): boolean => isRedacted(jsonText(value));

export function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** The object at the end of a path of members, or undefined. Never throws. */
export function objectAt(value: unknown, ...path: readonly string[]): { readonly [name: string]: unknown } | undefined {
  let at: unknown = value;
  for (const name of path) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return isObject(at) ? at : undefined;
}

const MAX_TEXT_CHARS = 80;

/** A value as it is written in JSON, cut to 80 characters; texts as they are. What is absent is empty: the sentence says so in words. Never throws. */
export function shortText(value: unknown): string {
  if (value === undefined) return '';
  return short(typeof value === 'string' ? value : jsonText(value));
}

/** A wire value in JSON: strings keep their quotes. */
export const quoted = (value: unknown): string => (value === undefined ? '' : short(jsonText(value)));

/** The names of an object's members; `{}` for one that has none, or is not there. */
export const namesOf = (value: object | undefined): string => Object.keys(value ?? {}).join(', ') || '{}';

/** A value in JSON, whole; the name of its type where it nests too deeply. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // A value too deep to be written.
    return typeof value;
  }
}

const short = (text: string): string => (text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS - 1)}…` : text);

/** RFC 6901 pointer of a path. */
export function pointerTo(...path: readonly (string | number)[]): string {
  return path.map((name) => `/${escapeName(String(name))}`).join('');
}

/** True when one place is the other, or within it. */
export const overlap = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
