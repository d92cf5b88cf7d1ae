/** Text from a stranger as a person may read it: nothing in it is hidden, turns the line round, or moves a cursor. */
import { hiddenRuns, type HiddenRun } from './hidden-runs.ts';

export interface VisibleOptions {
  /** `block`: line feeds and tabs stay, for a text of several lines; by default they are marked like any control. */
  readonly layout?: 'line' | 'block';
}

/** Code points of a run of different ones. */
const MAX_NAMED_COUNT = 4;

/**
 * `text` with a visible mark in the place of each hidden character: control pictures (␛) for C0 controls, `‹U+202E›` for the
 * rest, runs as one mark (`‹U+200B ×12›`), tags with what they spell (`‹6 tag characters: "delete"›`). What a script or an
 * emoji needs stays. Printable ASCII is unchanged, a result given again too. Takes time linear in the text; never throws.
 */
export function visibleText(text: string, { layout = 'line' }: VisibleOptions = {}): string {
  const parts: string[] = [];
  let from = 0;
  for (const run of hiddenRuns(text, layout === 'block')) {
    parts.push(text.slice(from, run.at), markOf(run));
    from = run.end;
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

function markOf({ codes }: HiddenRun): string {
  if (codes.every(isC0)) return String.fromCharCode(...codes.slice(0, 1000).map(pictureOf)) + more(codes.length - 1000);
  if (codes.length > 1 && codes.every(isTag)) return `‹${codes.length} tag characters: "${spelled(codes)}"›`;
  const [first = 0] = codes;
  if (codes.length === 1) return `‹${name(first)}›`;
  if (codes.every((code) => code === first)) return `‹${name(first)} ×${codes.length}›`;
  if (codes.length <= MAX_NAMED_COUNT)
    return codes.map((code) => (isC0(code) ? String.fromCharCode(pictureOf(code)) : `‹${name(code)}›`)).join('');
  return `‹${codes.length} hidden characters: ${codes.slice(0, MAX_NAMED_COUNT).map(name).join(' ')} …›`;
}

const name = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
const isC0 = (code: number): boolean => code < 0x20 || code === 0x7f;
const pictureOf = (code: number): number => (code === 0x7f ? 0x2421 : 0x2400 + code);
const more = (n: number): string => (n > 0 ? `‹${n} more control characters›` : '');
const isTag = (code: number): boolean => code >= 0xe0020 && code <= 0xe007f;
const spelled = (codes: readonly number[]): string =>
  codes.map((code) => (code === 0xe007f ? '' : String.fromCharCode(code - 0xe0000))).join('');

/** A hidden character as it is, or what may be the escape of one: most texts have neither, and are not read further. */
const PERHAPS =
  /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|\\u(?:00[01789aA]|03|06|11|17|18|20|28|3164|[dD]|[fF][eEfF])/u;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/gs;

/**
 * True when a string in a JSON text (or any text) has hidden characters, escaped or not, beside line feeds, tabs and what scripts
 * and emoji need. Takes time linear in the text; never throws.
 */
export function hidesText(json: string): boolean {
  if (!PERHAPS.test(json)) return false;
  const meant = json.replace(ESCAPE, (escape, hex?: string) =>
    hex === undefined ? escape : String.fromCharCode(parseInt(hex, 16)),
  );
  // A carriage return is part of many line ends.
  return hiddenRuns(meant.replaceAll('\r', ''), true).next().done === false;
}
