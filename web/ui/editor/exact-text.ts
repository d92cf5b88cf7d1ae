/**
 * Text editors know one kind of line end and turn the others into it. What is sent must be what was typed or pasted, so
 * the exact text is kept beside the editor: the editor shows a *view* (every CRLF and lone CR as LF), and each change of
 * the view is carried over to the exact text. Everything else (tabs, U+2028, a byte-order mark, lone surrogates) is the
 * same in both. Offsets are UTF-16 units.
 */

/** `length` units of the view at `offset` became `text`. */
export interface ViewChange {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** The text as an editor shows it: only LF ends a line. */
export const toView = (exact: string): string => (exact.includes('\r') ? exact.replace(/\r\n?/g, '\n') : exact);

/** What the Enter key adds to a text: CRLF where every line ends with it, else LF. */
export function lineEndOf(exact: string): '\n' | '\r\n' {
  return exact.includes('\r\n') && !/(^|[^\r])\n|\r(?!\n)/.test(exact) ? '\r\n' : '\n';
}

/** The place in the exact text of an offset into its view. */
export function exactOffset(exact: string, offset: number): number {
  let shift = 0;
  for (let at = exact.indexOf('\r\n'); at >= 0 && at - shift < offset; at = exact.indexOf('\r\n', at + 2)) shift++;
  return offset + shift;
}

/**
 * The exact text after one change of its view. `pasted` is the exact text of the clipboard, used where it is what was
 * put in. The result's view can differ from the editor's where a CR and an LF came to stand side by side: then the
 * editor must be shown the result again, because on the wire those two are one line end.
 */
export function applyChange(exact: string, change: ViewChange, pasted?: string): string {
  const start = exactOffset(exact, change.offset);
  const end = exactOffset(exact, change.offset + change.length);
  let text = change.text;
  if (pasted !== undefined && toView(pasted) === text) text = pasted;
  else if (text.includes('\n')) {
    if (lineEndOf(exact) === '\r\n') text = text.replaceAll('\n', '\r\n');
    // Behind a lone CR, a bare LF would only complete it.
    else if (text.startsWith('\n') && exact.charAt(start - 1) === '\r') text = `\r${text}`;
  }
  return exact.slice(0, start) + text + exact.slice(end);
}

/** Several changes that were made at once; each offset counts in the view before all of them. */
export function applyChanges(exact: string, changes: readonly ViewChange[], pasted?: string): string {
  return [...changes]
    .sort((a, b) => b.offset - a.offset)
    .reduce((text, change) => applyChange(text, change, pasted), exact);
}

/** The smallest single change that turns one view into another. */
export function changeBetween(before: string, after: string): ViewChange {
  const most = Math.min(before.length, after.length);
  let offset = 0;
  while (offset < most && before.charCodeAt(offset) === after.charCodeAt(offset)) offset++;
  let same = 0;
  while (
    same < most - offset &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same++;
  return { offset, length: before.length - same - offset, text: after.slice(offset, after.length - same) };
}
