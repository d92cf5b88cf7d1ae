/** Finds secrets in addresses, wherever in a text they stand: users and passwords, segments of paths, and members of queries. */
import type { Add } from './findings.ts';
import { allMatches, percentDecoded } from './matches.ts';
import { isSecretName, isSecretQueryName, isSessionName, isWorkingFolder, looksRandomEnough } from './names/index.ts';
import { SIGN } from './signs.ts';
import type { View } from './view.ts';

/** Addresses in any text; a whole one is the commonest. As long as the longest segment, which must not be cut, and more. */
const ADDRESS = /\bhttps?:\/\/[^\s"'<>\\‹›`|]{1,70000}/gi;
const ORIGIN = /^https?:\/\/[^/?#\s]{1,1024}/i;
/** A segment of letters and digits only: file names have points. */
const SEGMENT = /\/([\w~-]{32,65000}(?:=|%3D){0,2})(?=\/|$)/gi;
/** A segment behind one that says what it is. */
const NAMED_SEGMENT =
  /\/(?:(?:access|api|auth|bearer|secret)[-_]?)?(?:token|key|secret)\/([\w~.-]{8,65000}(?:=|%3D){0,2})(?=\/|$)/gi;
/** A segment of a server's own address: shorter ones, UUIDs and hexadecimal digits let people in as well. */
const SEGMENT_OF_SERVER = /\/([\w~-]{20,65000}(?:=|%3D){0,2})(?=\/|$)/gi;
const HEX = /^(?:[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** Words that are written together have a new one every few characters; random characters look as if they had more. */
const MIN_WORDS_PER_CHAR = 0.28;
const MIN_DIGIT_COUNT = 2;

/**
 * The ranges of the segments that look random, or that stand behind `/token/` and the like, in the addresses of http and https
 * in a text. Identifiers and hashes in hexadecimal digits are none, as they have letters of one case; in the address of the
 * server itself (`isServer`), they are.
 */
export function secretSegments(text: string, isServer = false): (readonly [from: number, to: number])[] {
  const ranges: (readonly [from: number, to: number])[] = [];
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const origin = ORIGIN.exec(address)?.[0].length ?? 0;
    const query = address.slice(origin).search(/[?#]/);
    const path = query < 0 ? address.slice(origin) : address.slice(origin, origin + query);
    for (const pattern of isServer ? [SEGMENT_OF_SERVER, NAMED_SEGMENT] : [SEGMENT, NAMED_SEGMENT]) {
      for (const { 0: all, 1: segment = '', index: within } of path.matchAll(pattern)) {
        if (pattern === NAMED_SEGMENT ? !/\d/.test(segment) : !looksRandom(segment) && !(isServer && HEX.test(segment)))
          continue;
        const from = index + origin + within + all.length - segment.length;
        ranges.push([from, from + segment.length]);
      }
    }
  }
  return ranges;
}

/** True for upper and lower case with digits among them, all mixed. */
function looksRandom(text: string): boolean {
  let words = 0;
  let digits = 0;
  let last = '';
  const kinds = new Set<string>();
  for (const char of text) {
    const kind = /\d/.test(char) ? 'digit' : /[a-z]/.test(char) ? 'lower' : /[A-Z]/.test(char) ? 'upper' : 'sign';
    if (kind === 'digit') digits++;
    // A word goes on in lower case.
    if (kind !== last && !(kind === 'lower' && last === 'upper')) words++;
    last = kind;
    kinds.add(kind);
  }
  const isMixed = kinds.has('lower') && kinds.has('upper') && digits >= MIN_DIGIT_COUNT;
  return isMixed && /[g-zG-Z]/.test(text) && words >= text.length * MIN_WORDS_PER_CHAR;
}

/** `user:password@tcp(host:3306)/db`, as drivers of Go read it, and the same with a host and port: no scheme stands before it. */
const USER_OF_HOST =
  /(?<![\w/@:.+-])[\w.+%-]{1,64}:([^\s@"'`<>\\‹›]{1,400})@(?:(?:tcp|udp|unix|pipe|cloudsql)[46]?\(|[\w.-]{1,255}:\d{2,5}\/)/g;
const USER_INFO = /:\/\/([^\s/@:"'<>\\?#]{0,65000})(?::((?:[^\s/"'<>\\?#]|'(?=\w)){0,65000}))?@/g;

/** In a text that is an address as a whole, nothing but its own signs ends a value. */
const VALUE_OF_ADDRESS = /[^&#\s‹›]{1,65000}/y;
/** An apostrophe may stand in an address, and may end one that is quoted. */
const VALUE = /(?:[^&#\s"'<>\\;‹›]|'(?=['\w%&~+-])){1,65000}/y;
/** The name of a member, wherever an address may stand: in a text, in the value of another address's member, in HTML. */
const MEMBER = /(?:^(?!-|[\w.~-]{1,64}=')|[?&#;]|&amp;)([\w%.~[\]-]{1,64})=/g;
/** A `;` that stands in an address: its beginning is near before. */
const IN_ADDRESS = /:\/\/[^\s"'<>\\‹›]{1,256}$/;
const MAX_ADDRESS_CHARS = 256;
/** Words and numbers, joined, as logs have them: `user:42`, `3.5`, `ok`. */
const WORDS_AND_NUMBERS = /^(?:[A-Za-z]+|\d+)(?:[:/._,](?:[A-Za-z]+|\d+)){0,64}$/;
const MEMBER_OF_ADDRESS = /[?&#;]([\w%.~[\]-]{1,64})=/g;

/** Look through one view of a text; `isAddress` says that it is an address as a whole. */
export function findInAddresses(view: View, isAddress: boolean, add: Add): void {
  const { text, signs } = view;
  if ((signs & SIGN.address) !== 0) {
    findUserInfo(view, add);
    for (const [from, to] of secretSegments(text)) add('addresses', from, to, percentDecoded(text.slice(from, to)));
  }
  if ((signs & SIGN.equals) !== 0) findQuery(view, isAddress, add);
  if ((signs & SIGN.at) === 0) return;
  for (const { 0: all, 1: password = '', index } of allMatches(text, USER_OF_HOST)) {
    const from = index + all.indexOf(':') + 1;
    add('addresses', from, from + password.length, percentDecoded(password));
  }
}

function findUserInfo(view: View, add: Add): void {
  for (const { 0: all, 1: user = '', 2: password, index } of allMatches(view.text, USER_INFO)) {
    if (!view.isDecoded(index)) continue;
    const from = index + 3;
    if (password !== undefined) {
      const to = index + all.length - 1;
      add('addresses', to - password.length, to, percentDecoded(password));
    } else if (looksRandomEnough(percentDecoded(user)))
      add('addresses', from, from + user.length, percentDecoded(user));
  }
}

function findQuery(view: View, isAddress: boolean, add: Add): void {
  const isWhole = isAddress && view.level === 0;
  const valuePattern = isWhole ? VALUE_OF_ADDRESS : VALUE;
  let to = 0;
  for (const { 0: all, 1: name = '', index } of allMatches(view.text, isWhole ? MEMBER_OF_ADDRESS : MEMBER)) {
    if (index < to) continue;
    const plain = percentDecoded(name);
    const session = isSessionName(plain);
    if (!session && !isSecretQueryName(plain) && !isSecretName(plain)) continue;
    valuePattern.lastIndex = index + all.length;
    const found = valuePattern.exec(view.text)?.[0];
    // A member of the path ends where the query begins.
    const value = all.startsWith(';') ? found?.split('?', 1)[0] : found;
    if (!value) continue;
    if (isWorkingFolder(plain, value)) continue;
    const isClear = isAddress || session || isSecretName(plain) || /^[?&#]/.test(all);
    const end = index + all.length + value.length;
    if (!isClear && !looksRandomValue(value) && !standsInQuery(view.text, index, end)) continue;
    to = end;
    // In what was percent-decoded, only a member that was encoded itself is one.
    if (view.level === undefined && !view.isDecoded(to - value.length - 1)) continue;
    const decoded = view.level === undefined ? value : percentDecoded(value.replaceAll('+', ' '));
    add(session ? 'session-ids' : 'addresses', to - value.length, to, decoded);
  }
}

/** True for a value that no log has of a number or a word: `code=0`, `key=user:42`. */
function looksRandomValue(value: string): boolean {
  return looksRandomEnough(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !WORDS_AND_NUMBERS.test(value);
}

/** True when what is at the beginning of a text, or after a `;`, is a member of a form or of an address: logs have no `&`. */
function standsInQuery(text: string, from: number, to: number): boolean {
  if (text.charAt(to) === '&') return true;
  return text.charAt(from) === ';' && IN_ADDRESS.test(text.slice(Math.max(0, from - MAX_ADDRESS_CHARS), from));
}
