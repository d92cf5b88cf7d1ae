/** Texts from the wire, cut to what a row has room for. */

/** UTF-16 units of a text that a row shows. */
const SHORT = 200;

/** The beginning of a text on one line; an ellipsis says where it was cut. */
export const oneLine = (text: string): string =>
  (text.length > SHORT + 1 ? `${text.slice(0, SHORT)}…` : text).replace(/\s+/g, ' ').trim();

/** A line of a program's output: as `oneLine`, with its spaces, so that a caret points at what stands above it. */
export const inColumns = (text: string): string =>
  (text.length > SHORT + 1 ? `${text.slice(0, SHORT)}…` : text).trimEnd().replaceAll(/\s/g, ' ');

/** A line cut to `most` UTF-16 units; an ellipsis says so. No character is cut in two. */
export const cutTo = (most: number, line: string): string =>
  line.length > most
    ? `${line
        .slice(0, most - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
    : line.trim();

/** The beginning of an id that a program made up, which is enough to tell it from others; what else a person wrote stays whole. */
export const shortId = (id: string): string => (/^[\da-f-]{16,}$/i.test(id) ? `${id.slice(0, 8)}…` : id);

/** A number with the true minus sign that error codes deserve. */
export const minus = (digits: string): string => digits.replace('-', '−');

/** A value of any type in a few words. An object's own `toString` is not called: it may not be a function. */
export const plain = (value: unknown): string =>
  typeof value === 'string' ? oneLine(value) : typeof value === 'number' ? String(value) : '?';

/** Path and query of an address; the whole text when it is not one. */
export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';

/** How an address is shown: as it is, or with its secrets hidden. */
export type ShowUrl = (url: string) => string;
export const asItIs: ShowUrl = (url) => url;

/** An entry of a dictionary by a key from the wire; undefined when there is none. */
export const entryOf = <Value>(entries: { readonly [key: string]: Value }, key: string): Value | undefined =>
  Object.hasOwn(entries, key) ? entries[key] : undefined;

/** A fault or problem in plain words: what happened, and what to do about it. */
export interface Explained {
  readonly title: string;
  readonly text: string;
}
