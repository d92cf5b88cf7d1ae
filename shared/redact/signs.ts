/** What is in a text, told in one reading of it: a rule that needs what is not there need not look. A sign may be there for nothing; none is missed. */

export const SIGN = {
  /** A character of its own: a backslash, a percent sign, a zero byte, a line end, and what is not ASCII. */
  escape: 1 << 0,
  percent: 1 << 1,
  zero: 1 << 2,
  line: 1 << 3,
  foreign: 1 << 4,
  dollar: 1 << 5,
  equals: 1 << 6,
  at: 1 << 7,
  angle: 1 << 8,
  /** `//` behind a colon. */
  address: 1 << 9,
  /** A hyphen that is inside no word, and behind no other. */
  option: 1 << 10,
  /** As many numbers with commas behind them as a list of bytes has at least. */
  list: 1 << 11,
  /** Characters in a row that may be a text in base64 or hexadecimal digits; those of a token. */
  base64: 1 << 12,
  token: 1 << 13,
  /** The end of a name that says a secret, or of a word that rules look for as they look for names. */
  name: 1 << 14,
  /** Words: `value`, `home`, `kty`. */
  value: 1 << 15,
  home: 1 << 16,
  keyType: 1 << 17,
} as const;

/** Names that are none of the rules' own, but of which one alone tells a secret. */
export const ANY_NAME = SIGN.name | SIGN.escape | SIGN.foreign | SIGN.dollar;

/** What every name ends with for which a question of `names` holds, without signs and in small letters; words that rules have in their patterns. */
const ENDS =
  'secret token tokens secrets key apikeys accesskeys recoverycodes backupcodes authorization credential credentials assertion ' +
  'authorizationcode authcode devicecode accesscode usercode verificationcode recoverycode mfacode otpcode passcode codeverifier ' +
  'phrase mnemonic securityanswer secretanswer connectionstring csrf xsrf sessid sessionid tokenhint setcookie pass pw passwords ' +
  'passwort kennwort contrasena motdepasse senha wachtwoord privatelines ' +
  ['ss', 's5', '5s', '55'].map((start) => `${start}word ${start}w0rd ${start}wd`).join(' ');
/** The same of names that are such a word, or have it behind a sign. */
const WHOLE =
  'pwd pin otp totp 2fa cvv cvv2 cvc ssn jwt dsn pat sig signature seed code auth bearer basic session cookie cookie2 cookies dpop';

const SYMBOL_COUNT = 37;
/** Of the letters and digits, a number from 1 on; 0 for what is none. */
const SYMBOLS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase();
  return /[a-z]/.test(char) ? char.charCodeAt(0) - 96 : /\d/.test(char) ? code - 21 : 0;
});

/** The words, read from their ends: for each node, the next by symbol, and the signs of the words that begin there. */
const NEXT: number[] = new Array<number>(SYMBOL_COUNT).fill(0);
const BEGIN: number[] = [0];
const BEGIN_WHOLE: number[] = [0];

function learn(words: string, sign: number, begin: number[]): void {
  for (const word of words.split(' ')) {
    let node = 0;
    for (let at = word.length - 1; at >= 0; at--) {
      const edge = node * SYMBOL_COUNT + (SYMBOLS[word.charCodeAt(at)] ?? 0);
      if (!NEXT[edge]) {
        NEXT[edge] = BEGIN.length;
        BEGIN.push(0);
        BEGIN_WHOLE.push(0);
        NEXT.push(...new Array<number>(SYMBOL_COUNT).fill(0));
      }
      node = NEXT[edge] ?? 0;
    }
    begin[node] = (begin[node] ?? 0) | sign;
  }
}
learn(ENDS, SIGN.name, BEGIN);
learn(WHOLE, SIGN.name, BEGIN_WHOLE);
// `paramvalue` too: the rule has no beginning of the word.
learn('value val', SIGN.value, BEGIN);
learn('home users', SIGN.home, BEGIN_WHOLE);
learn('kty', SIGN.keyType, BEGIN_WHOLE);

/** The protocol's own name that ends like a secret's: every report of progress has it. */
const PROGRESS = '"progressToken":';
/** No name is longer. */
export const MAX_NAME_CHARS = 256;
const QUOTE = 34;

/** The signs of the words that end at `last`, letters apart from each other too: names may have any signs in them, but quotes. */
function wordSigns(text: string, last: number): number {
  let signs = 0;
  let node = 0;
  for (let at = last, first = Math.max(0, last - MAX_NAME_CHARS); at >= first; at--) {
    const code = text.charCodeAt(at);
    const symbol = code < 128 ? (SYMBOLS[code] ?? 0) : 0;
    if (symbol === 0) {
      if (code === QUOTE) break;
      continue;
    }
    node = NEXT[node * SYMBOL_COUNT + symbol] ?? 0;
    if (node === 0) break;
    signs |= BEGIN[node] ?? 0;
    const whole = BEGIN_WHOLE[node] ?? 0;
    if (whole !== 0 && (at === 0 || !SYMBOLS[text.charCodeAt(at - 1)])) signs |= whole;
  }
  return signs === SIGN.name && text.startsWith(PROGRESS, last + 3 - PROGRESS.length) ? 0 : signs;
}

const IN_WORD = 1 << 28;
const DIGIT = 1 << 27;
const IN_BASE64 = 1 << 26;
const IN_TOKEN = 1 << 25;
const OF_TEXT = IN_TOKEN - 1;
const OWN: ReadonlyMap<string, number> = new Map([
  ['\\', SIGN.escape],
  ['%', SIGN.percent],
  ['\0', SIGN.zero],
  ['\n', SIGN.line],
  ['$', SIGN.dollar],
  ['=', SIGN.equals],
  ['@', SIGN.at],
  ['<', SIGN.angle],
]);
const KINDS = Int32Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return (
    (OWN.get(char) ?? 0) |
    (/[A-Za-z\d]/.test(char) ? IN_WORD : 0) |
    (/\d/.test(char) ? DIGIT : 0) |
    (/[\w+/-]/.test(char) ? IN_BASE64 : 0) |
    (/[\w.=+/~-]/.test(char) ? IN_TOKEN : 0)
  );
});

export const MIN_BASE64_CHARS = 20;
/** Tokens have a digit in so many characters, or are longer. */
const MIN_TOKEN_CHARS = 15;
const MIN_LONG_TOKEN_CHARS = 32;
/** Commas in the shortest list of bytes. */
const MIN_COMMA_COUNT = 7;

const SPACE = 32;
const COMMA = 44;
const HYPHEN = 45;
const SLASH = 47;
const COLON = 58;
const UNDERSCORE = 95;

/** What each character of base64, standard or for addresses, stands for. */
const BITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code).replace('-', '+').replace('_', '/');
  return Math.max(0, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(char));
});
const PACKED = /H4sI|[\da-f]{2}|0x/iy;

/** False for most words: as base64 they begin with a control character, or with what goes on with one of UTF-8. */
function mayBePacked(text: string, from: number): boolean {
  const byte = ((BITS[text.charCodeAt(from)] ?? 0) << 2) | ((BITS[text.charCodeAt(from + 1)] ?? 0) >> 4);
  if (byte < 32 ? byte === 9 || byte === 10 || byte === 13 : byte < 127 || byte > 0xc1) return true;
  PACKED.lastIndex = from;
  return PACKED.test(text);
}

/** The signs of a text, as bits of `SIGN`. */
export function signsOf(text: string): number {
  let signs = 0;
  /** Of the run since the last character that no token has. */
  let run = 0;
  let commas = 0;
  let word = 0;
  let base64 = 0;
  let token = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE;
    const kind = code < 128 ? (KINDS[code] ?? 0) : SIGN.foreign;
    if ((kind & IN_WORD) !== 0) {
      run |= kind;
      continue;
    }
    signs |= kind;
    if (at > word) signs |= wordSigns(text, at - 1);
    word = at + 1;
    if (code === HYPHEN) {
      const before = text.charCodeAt(at - 1);
      if (((KINDS[before] ?? 0) & IN_WORD) === 0 && before !== HYPHEN && before !== UNDERSCORE) signs |= SIGN.option;
    } else if (code === SLASH) {
      if (text.charCodeAt(at - 1) === SLASH && text.charCodeAt(at - 2) === COLON) signs |= SIGN.address;
    } else if (code === COMMA) {
      const before = text.charCodeAt(at - 1);
      if (before <= SPACE || before > 127 || ((KINDS[before] ?? 0) & DIGIT) !== 0) commas++;
    }
    if ((kind & IN_BASE64) !== 0) continue;
    if (at - base64 >= MIN_BASE64_CHARS && mayBePacked(text, base64)) signs |= SIGN.base64;
    base64 = at + 1;
    if ((kind & IN_TOKEN) !== 0) continue;
    const length = at - token;
    if (length >= MIN_TOKEN_CHARS && ((run & DIGIT) !== 0 || length >= MIN_LONG_TOKEN_CHARS)) signs |= SIGN.token;
    token = at + 1;
    run = 0;
  }
  if (commas >= MIN_COMMA_COUNT) signs |= SIGN.list;
  return signs & OF_TEXT;
}
