/** Under which keys a value is known that may come back: an opaque one by itself, a short one only in a place of the same meaning. */
import { isIdName } from '#shared/compare';
import { isOpaque } from './opaque.ts';

/** Members that hold a server's value by their meaning, however it looks, and what they mean. */
const HELD: ReadonlyMap<string, string> = new Map([
  ['cursor', 'cursor'],
  ['nextCursor', 'cursor'],
  ['taskId', 'task'],
  ['requestState', 'state'],
]);
const DIGITS = /^(?:0|[1-9]\d{0,18})$/;
/** A number of fewer digits may be a count: it is the same id only where the name is the same too. */
const OWN_DIGITS = 7;

export const isHeld = (name: string): boolean => HELD.has(name);

/** A name without what only writes it otherwise. */
export const plainName = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

/** Keys of a value under `name`; none for a word, a count, or contents. `value` is its text without quotes. */
export function keysOf(kind: 'string' | 'number', name: string, value: string): string[] {
  if (kind === 'string') {
    if (isOpaque(value)) return [value];
    const meaning = HELD.get(name);
    if (meaning !== undefined) return [`@${meaning}:${value}`];
  }
  if (!isIdName(name) || !DIGITS.test(value)) return [];
  return [value.length < OWN_DIGITS ? `#${plainName(name)}:${value}` : `#${value}`];
}

/** The same for a value that comes back: `noteId` may be what a note calls `id`. */
export function keysToFind(kind: 'string' | 'number', name: string, value: string): string[] {
  const keys = keysOf(kind, name, value);
  const [key] = keys;
  return key?.startsWith('#') && value.length < OWN_DIGITS ? [...keys, `#id:${value}`] : keys;
}
