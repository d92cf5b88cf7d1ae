/** Values from the wire as short texts, for the sentences of findings. */
import { escapeName } from '#shared/jsonrpc';

const MAX_TEXT_CHARS = 80;

/** A value as it is written in JSON, cut to 80 characters; texts as they are. What is absent is empty: the sentence says so in words. Never throws. */
export function shortText(value: unknown): string {
  if (value === undefined) return '';
  return short(typeof value === 'string' ? value : jsonText(value));
}

/** A wire value in JSON: strings keep their quotes. */
export function quoted(value: unknown): string {
  return value === undefined ? '' : short(jsonText(value));
}

/** The names of an object's members; `{}` for one that has none, or is not there. */
export function namesOf(value: object | undefined): string {
  return Object.keys(value ?? {}).join(', ') || '{}';
}

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
