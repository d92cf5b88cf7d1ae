/**
 * Finds tokens of JOSE: JWS of three parts, JWE of five (RFC 7515, RFC 7516). No pattern alone does: one that is tried at
 * every `eyJ` of a long text without a point would read the rest of it each time.
 */

/** Longest part (UTF-16 units). */
const LONGEST = 65_000;
/** Fewest units of the header after its first three letters, which say `{"`. */
const SHORTEST = 8;
const START = 'eyJ';
const PARTS = new RegExp(
  `(?:\\.[\\w-]{8,${LONGEST}}\\.[\\w-]{0,${LONGEST}}|\\.\\.[\\w-]{8,${LONGEST}})` +
    `(?:\\.[\\w-]{4,${LONGEST}}\\.[\\w-]{8,${LONGEST}})?`,
  'y',
);
const WORD = /\w/;
const POINT = 0x2e;
/** Characters of base64 for addresses (RFC 4648 section 5). */
const IN_PART = Uint8Array.from({ length: 128 }, (_, code) => (/[\w-]/.test(String.fromCharCode(code)) ? 1 : 0));

/** The range of every such token in a text, in order. The time is linear: every part is read a few times at most. */
export function* joseTokens(text: string): Generator<readonly [from: number, to: number]> {
  /** End of the run of a part's characters that was read last, and where the token ends that has it as its header. */
  let runEnd = 0;
  let end: number | undefined;
  for (let at = text.indexOf(START); at >= 0; at = text.indexOf(START, at)) {
    if (at >= runEnd) {
      runEnd = endOfRun(text, at);
      end = endOfParts(text, runEnd);
    }
    // Whatever begins in the same run would have the same parts after it.
    if (end === undefined) {
      at = runEnd;
      continue;
    }
    const length = runEnd - at - START.length;
    if (length < SHORTEST || length > LONGEST || WORD.test(text.charAt(at - 1))) {
      at += START.length;
      continue;
    }
    yield [at, end];
    at = end;
  }
}

function endOfRun(text: string, from: number): number {
  let at = from;
  while (IN_PART[text.charCodeAt(at)] === 1) at++;
  return at;
}

/** Where the parts after a header end; undefined when there are none. */
function endOfParts(text: string, from: number): number | undefined {
  if (text.charCodeAt(from) !== POINT) return undefined;
  PARTS.lastIndex = from;
  const parts = PARTS.exec(text)?.[0];
  return parts === undefined ? undefined : from + parts.length;
}
