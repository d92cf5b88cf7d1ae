/** What the placeholders of a pattern stand for: each takes the longest piece of its kind at a place, and is never tried again shorter. */
import { TIMES, UUID } from './value-masks.ts';

/** How many UTF-16 units may still be looked at: what takes more does not fit. */
export interface Steps {
  left: number;
}

/** Where the piece that begins at `at` ends, or -1 where none begins. */
type Scan = (text: string, at: number, steps: Steps) => number;

/** What a regular expression of bounded length may cost. */
const BOUNDED = 200;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}';
const DATES = [
  '\\d{4}-\\d{2}-\\d{2}',
  '\\d{4}/\\d{1,2}/\\d{1,2}',
  '\\d{1,2}/\\d{1,2}/\\d{4}',
  '\\d{1,2}\\.\\d{1,2}\\.\\d{4}',
  `(?:${DAY},? )?(?:\\d{1,2} ${MONTH}|${MONTH} \\d{1,2}),? \\d{4}`,
];
const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?:[ \\u202f]?[AaPp][Mm]\\b)?';
const UNITS: ReadonlySet<string> = new Set(
  'ns nanoseconds nanosecond us µs μs microseconds microsecond ms millis milliseconds millisecond s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days'.split(
    ' ',
  ),
);

const stickyPattern = (...sources: readonly string[]): Scan => {
  const pattern = new RegExp(`(?:${sources.join('|')})(?![\\dA-Za-z])`, 'y');
  return (text, at, steps) => {
    steps.left -= BOUNDED;
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : -1;
  };
};

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

/** The end of a run of characters that `belongs` takes; `at` where there is none. */
function runEnd(text: string, at: number, steps: Steps, belongs: (text: string, at: number) => boolean): number {
  let end = at;
  while (end < text.length && belongs(text, end)) end++;
  steps.left -= end - at + 1;
  return end;
}

const run =
  (belongs: (text: string, at: number) => boolean): Scan =>
  (text, at, steps) => {
    const end = runEnd(text, at, steps, belongs);
    return end > at ? end : -1;
  };

/** A number as people and programs write it: a sign, commas between thousands, a fraction, a power of ten. */
function scanNumber(text: string, at: number, steps: Steps): number {
  const first = text.charAt(at) === '-' || text.charAt(at) === '+' ? at + 1 : at;
  let end = runEnd(text, first, steps, isDigit);
  if (end === first) return -1;
  while (end - first <= 400 && text.charAt(end) === ',' && isThousand(text, end + 1)) end += 4;
  if (text.charAt(end) === '.' && isDigit(text, end + 1)) end = runEnd(text, end + 1, steps, isDigit);
  const power = /[eE]/.test(text.charAt(end)) ? end + (/[+-]/.test(text.charAt(end + 1)) ? 2 : 1) : end;
  return power > end && isDigit(text, power) ? runEnd(text, power, steps, isDigit) : end;
}
const isThousand = (text: string, at: number): boolean =>
  isDigit(text, at) && isDigit(text, at + 1) && isDigit(text, at + 2) && !isDigit(text, at + 3);

const isLetter = (text: string, at: number): boolean => /[A-Za-zµμ]/.test(text.charAt(at));
const isAlphanumeric = (text: string, at: number): boolean => /[A-Za-z0-9]/.test(text.charAt(at));

/** `12 ms`, `1.5s`, `1h 2m 3s`, `PT1.5S`. */
function scanDuration(text: string, at: number, steps: Steps): number {
  if (text.startsWith('PT', at)) return scanIsoDuration(text, at, steps);
  let end = -1;
  for (let from = at; isDigit(text, from); from = text.charAt(end) === ' ' ? end + 1 : end) {
    const number = scanNumber(text, from, steps);
    const unit = text.charAt(number) === ' ' ? number + 1 : number;
    const after = runEnd(text, unit, steps, isLetter);
    // `12 minutely` is none, and in `1h2m` the next one follows at once.
    if (!UNITS.has(text.slice(unit, Math.min(after, unit + 12)))) break;
    end = after;
  }
  return end;
}
const scanIsoDuration = stickyPattern('PT(?=\\d)(?:\\d{1,9}H)?(?:\\d{1,9}M)?(?:\\d{1,12}(?:\\.\\d{1,12})?S)?');

const isIdPart = (text: string, at: number): boolean => /[A-Za-z0-9_-]/.test(text.charAt(at));
const isHexDigit = (text: string, at: number): boolean => /[0-9a-fA-F]/.test(text.charAt(at));
const isWordPart = (text: string, at: number): boolean => /[\p{L}\p{M}\p{N}_]|\p{Cs}/u.test(text.charAt(at));
const isBeforeEnd = (text: string, at: number): boolean => text.charAt(at) !== '\n';
/** A mark at the end of a sentence is no part of the path before it. */
const isPathPart = (text: string, at: number): boolean => {
  const char = text.charAt(at);
  if (/[\s"'`<>|*?()[\]{}]/.test(char)) return false;
  return !/[.,;:!]/.test(char) || (at + 1 < text.length && !/[\s"'`<>|*?()[\]{}]/.test(text.charAt(at + 1)));
};

const scanHex: Scan = (text, at, steps) => {
  const end = run(isHexDigit)(text, at, steps);
  return end > at && isAlphanumeric(text, end) ? -1 : end;
};

const SCANS = {
  number: scanNumber,
  duration: scanDuration,
  date: stickyPattern(...DATES),
  time: stickyPattern(...TIMES, CLOCK),
  uuid: stickyPattern(UUID),
  hex: scanHex,
  id: run(isIdPart),
  word: run(isWordPart),
  path: run(isPathPart),
  // Nothing at all is a line too.
  line: (text: string, at: number, steps: Steps) => runEnd(text, at, steps, isBeforeEnd),
};

export type Placeholder = keyof typeof SCANS | 'any';
export const PLACEHOLDERS = [...Object.keys(SCANS), 'any'] as readonly Placeholder[];
export const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDERS.some((each) => each === name);

/** End (UTF-16 units) of the longest piece a placeholder takes at `at`, -1 if none. Never throws; `steps` counts the characters read. */
export function pieceEnd(kind: Exclude<Placeholder, 'any'>, text: string, at: number, steps: Steps): number {
  return SCANS[kind](text, at, steps);
}
