/** Values from the wire beside each other. */
import { isObject } from '#shared/jsonrpc';
import { PLACEHOLDER } from '#shared/recording';
import { jsonText } from './value-text.ts';

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
export function isRedacted(value: unknown): boolean {
  return typeof value === 'string' && value.search(PLACEHOLDER) >= 0;
}

/** True when some text inside a value was replaced by a placeholder. Never throws. */
export function hasRedacted(value: unknown): boolean {
  return isRedacted(jsonText(value));
}

/** True for a list of texts. */
export function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** The object at the end of a path of members, or undefined. Never throws. */
export function objectAt(value: unknown, ...path: readonly string[]): { readonly [name: string]: unknown } | undefined {
  let at: unknown = value;
  for (const name of path) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return isObject(at) ? at : undefined;
}
