import { isObject } from './decode.ts';

/** The member of this name where the value is an object and the member a text; undefined for anything else. */
export function textMember(value: unknown, name: string): string | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
}
