/**
 * Where a JSON number ends (RFC 8259, section 6). Character by character: a text may hold millions of them, and each run of an
 * expression costs far more than so few characters do.
 */

const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const UPPER_E = 69;
const LOWER_E = 101;

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isE = (code: number): boolean => code === UPPER_E || code === LOWER_E;
const isSign = (code: number): boolean => code === PLUS || code === MINUS;

/** True for the first character of a number. */
export function startsNumber(code: number): boolean {
  return code === MINUS || isDigit(code);
}

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

/** End (exclusive) of the number at `start`; -1 when it is none, or when it goes on as none does. */
export function numberEnd(text: string, start: number): number {
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
  let at = text.charCodeAt(first) === ZERO ? first + 1 : digitsEnd(text, first);
  if (at === first) return -1;
  if (text.charCodeAt(at) === DOT) {
    const end = digitsEnd(text, at + 1);
    if (end === at + 1) return -1;
    at = end;
  }
  if (isE(text.charCodeAt(at))) {
    const exponent = isSign(text.charCodeAt(at + 1)) ? at + 2 : at + 1;
    const end = digitsEnd(text, exponent);
    if (end === exponent) return -1;
    at = end;
  }
  const next = text.charCodeAt(at);
  return isDigit(next) || isSign(next) || isE(next) || next === DOT ? -1 : at;
}

const CUT = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?)?)?$/;

/** True when the text ends within what could have become a number at `start`. */
export function isCutNumber(text: string, start: number): boolean {
  return CUT.test(text.slice(start));
}
