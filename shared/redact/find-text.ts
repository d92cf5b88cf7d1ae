/** Finds secrets by their looks and by what stands before them, in any text: addresses, command lines, logs, messages. */
import { findInAddresses } from './find-addresses.ts';
import type { Findings, Spot } from './findings.ts';
import { joseTokens } from './jose.ts';
import { allMatches, percentDecoded } from './matches.ts';
import {
  isRedactedHeaderName,
  isSecretName,
  isSecretQueryName,
  isSessionName,
  isTelling,
  isWorkingFolder,
} from './names/index.ts';
import type { View } from './view.ts';

/**
 * Longest value that a pattern takes (UTF-16 units). A pattern remembers every unit of a repetition: in many megabytes
 * without a space it would run out of memory for that. Members of JSON are read without patterns, however long.
 */
const LONGEST = 65_000;
/** Tokens that say what they are. Every alternative begins with letters of its own, so that nothing is tried twice. */
const TOKEN = new RegExp(
  `(?<![A-Za-z0-9])(?:${[
    '[srp]k[-_][\\w-]{16,}',
    'gh[pousr]_\\w{16,}|github_pat_\\w{20,}|gl(?:pat|ptt|dt|rt|cbt|imt|soat|ft|agent|oas|ffct)-[\\w-]{16,}|glsa_\\w{20,}',
    'xox[a-z](?:\\.xox[a-z])?-[\\w-]{10,}|xapp-[\\w-]{10,}',
    'A[KS]IA[A-Z0-9]{16}|AIza[\\w-]{30,}|AGE-SECRET-KEY-1[A-Z0-9]{50,}|ATCTT3[\\w=-]{20,}|ATATT[\\w=-]{20,}',
    'npm_\\w{30,}|nvapi-[\\w-]{40,}|ntn_\\w{20,}|NRAK-[A-Z0-9]{20,}|hf_\\w{20,}|hv[sbr]\\.[\\w-]{20,}',
    'ya29\\.[\\w-]{20,}|whsec_\\w{16,}|vercel_blob_rw_\\w{20,}|xai-[\\w-]{20,}|r8_\\w{20,}|rubygems_[0-9a-f]{40,}',
    'SG\\.[\\w-]{16,}\\.[\\w-]{16,}|SK[0-9a-f]{32}|GOCSPX-[\\w-]{16,}|EZ[AT]K\\w{50,}|PMAK-[0-9a-f]{24}-[0-9a-f]{30,}',
    'lin_(?:api|oauth)_\\w{20,}|fig[do][a-z]?_[\\w-]{20,}|do[opr]_v1_\\w{20,}|dckr_(?:pat|oat)_[\\w-]{20,}|dapi[0-9a-f]{32}',
    'pypi-[\\w-]{20,}|pplx-\\w{20,}|pul-[0-9a-f]{40}|pat\\w{14}\\.[0-9a-f]{64}|shp(?:at|ca|pa|ss)_\\w{20,}|sq0(?:atp|csp)-[\\w-]{20,}',
    'sb[ps]_\\w{20,}|sntry[su]_[\\w+/=-]{40,}|secret_[A-Za-z0-9]{43}\\b|tskey-[a-z]+-[\\w-]{16,}|tvly-[\\w-]{16,}|gsk_\\w{20,}',
    'e2b_[0-9a-f]{32,}|fc-[0-9a-f]{32}\\b|key-[0-9a-f]{32}\\b|[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}',
  ]
    .join('|')
    .replaceAll(',}', `,${LONGEST}}`)})`,
  'g',
);
/** Tokens that begin with digits: of bots of Telegram, and those by which Google gives new ones. */
const NUMBERED_TOKEN = /(?<!\d)\d{8,10}:AA[\w-]{32,34}(?![\w-])|(?<![\w/])1\/\/0[\w-]{40,1000}/g;
/** The secret that stands near an access key's id of AWS: forty characters that say nothing of themselves. */
const BESIDE_ID = /(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/;
const ID_OF_AWS = /^A[KS]IA/;
/** How far from its id, in UTF-16 units. */
const BESIDE = 80;
/** Addresses that let whoever has them post, or use a server: what is secret of them stands in the path. */
const HOOK =
  /\b(?:hooks\.slack\.com\/(?:services|workflows)\/([\w/-]{16,65000})|discord(?:app)?\.com\/api\/webhooks\/(\d+\/[\w-]{16,65000})|mcp\.zapier\.com\/api\/mcp\/(?:[a-z]\/)?([\w~=%:.+-]{16,65000})|hooks\.zapier\.com\/hooks\/catch\/(\d+\/\w{4,65000}))/g;
/** The credential of a scheme; `realm="` is none, and nor is the name of any other parameter. */
const SCHEME = /\b(?:bearer|basic) +([\w.~+/-]{6,65000}(?:={1,2}(?![\w=]))?)(?![=\w])/gi;
const PARAMETER = /^[a-z_]+=$/;
/** Words of a sentence, joined: `authorization_uri`. */
const WORDS = /^[a-z]+(?:[_/-][a-z]+)+$/;
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\w+/=\s:,.()@<>]|-(?!-)){16,16384}(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g;
/** In a text that is an address as a whole, nothing but its own signs ends a value. */
const VALUE_OF_ADDRESS = /[^&#\s‹›]{1,65000}/y;
/** An apostrophe may stand in an address, and may end one that is quoted. */
const VALUE = /(?:[^&#\s"'<>\\;‹›]|'(?=['\w%&~+-])){1,65000}/y;
/** The name of a member, wherever an address may stand: in a text, in the value of another address's member, in HTML. */
const MEMBER = /(?:^(?!-|[\w.~-]{1,64}=')|[?&#;]|&amp;)([\w%.~[\]-]{1,64})=/g;
/** A `;` that stands in an address: its beginning is near before. */
const IN_ADDRESS = /:\/\/[^\s"'<>\\‹›]{1,256}$/;
/** How near, in UTF-16 units. */
const NEAR = 256;
/** Words and numbers, joined, as logs have them: `user:42`, `3.5`, `ok`. */
const WORDS_AND_NUMBERS = /^(?:[A-Za-z]+|\d+)(?:[:/._,](?:[A-Za-z]+|\d+)){0,64}$/;
const MEMBER_OF_ADDRESS = /[?&#;]([\w%.~[\]-]{1,64})=/g;
const OPTION =
  /(?<![\w-])--?([A-Za-z][\w-]{1,64})(=|[ \t]+|" *, *(?=")|' *, *(?='))("(?:[^"\\]|\\.){0,65000}"|'(?:[^'\\]|\\.){0,65000}'|[^\s"'\\‹›]{1,65000})/g;
const VARIABLE =
  /(?<![\w&?#%-])([A-Za-z_]\w{1,127})=("(?:[^"\\]|\\.){0,65000}"|'(?:[^'\\]|\\.){0,65000}'|[^\s"'\\&;,‹›]{1,65000})/g;
const HEADER_LINE =
  /(?<![\w‹-])([A-Za-z]+(?:-[A-Za-z]+){1,6}|authorization|cookie): *([^\s"'\\,;‹›]{1,65000})(?: +([^\s"'\\,;‹›]{1,65000}))?/gi;
/** `token: x`, `'password': 'x'`, `api_key = x`: what programs print of their values. */
const NAMED =
  /(?<![\w$‹&?#%-])(['"]?)([A-Za-z_][\w-]{1,64})\1(?:: *| = ?)("(?:[^"\\\r\n]|\\.){1,4096}"|'(?:[^'\\\r\n]|\\.){1,4096}'|[^\s"'\\,;()[\]{}<>‹›]{1,4096})/g;
/** A name and its value as two members, in one order or the other: how headers and variables are listed in JSON. */
const PAIR =
  /"(?:name|key|header)"\s{0,40}:\s{0,40}"([\w-]{3,128})"\s{0,40},(?:\s{0,40}"(?:type|required|secret|isSecret|sensitive|enabled|description)"\s{0,40}:\s{0,40}(?:"[^"\\]{0,200}"|true|false|null)\s{0,40},){0,4}\s{0,40}"value"\s{0,40}:\s{0,40}"([^"\\]{1,65000})"/g;
const RIAP =
  /"value"\s{0,40}:\s{0,40}"([^"\\]{1,65000})"\s{0,40},\s{0,40}"(?:name|key|header)"\s{0,40}:\s{0,40}"([\w-]{3,128})"/g;
/** A header as a list of two texts. */
const TWO = /\[\s{0,40}"([A-Za-z][\w-]{1,63})"\s{0,40},\s{0,40}"(?:(?:bearer|basic) )?([^"\\]{8,65000})"\s{0,40}\]/gi;
/** A password in a sentence, and other secrets, which are told from words by how they look. */
const SPOKEN =
  /\b(pass(?:word|phrase|code|wd)|secret(?: key| token)?|(?:api|access|private|secret|auth|bearer)[ -](?:key|token)|token)(?:\s{1,4}(?:is|was|are|=)|\s{0,4}:|\s{1,4}(?:is|was)\s{0,4}:)\s{1,4}(?:["'`“‘«]([^"'`“”‘’«»\s\\‹›]{4,200})["'`”’»]|([^\s"'`\\,;()[\]{}<>‹›]{6,200}))/gi;
/** What sentences say of passwords and keys that has digits, too. */
const NO_SPOKEN =
  /^(?:\d+[-\w]*|(?:base|sha|md|utf|aes|rsa|ed|hs|rs|es|argon|pbkdf|oauth|http|v|ipv?|rfc|gpt|x)-?\d[\w.-]*)$/i;
/** The password of a user in a command of curl. */
const CURL_USER =
  /\bcurl\b[^\n]{0,400}?\s(?:-[a-zA-Z]{0,5}u|--user|--proxy-user)[ =]?\s{0,4}["']?[^\s:"']{1,200}:([^\s"'‹›]{1,400})/g;
/** An element whose name is a secret's. */
const ELEMENT = /<([A-Za-z][\w.-]{2,64})>([^<>\s‹›]{1,400})<\/\1>/g;
/** Cookies one after the other, as far as a log's line goes. */
const COOKIES = /[^=;\s"'\\‹›]{1,100}=[^;\s"'\\‹›]{0,65000}(?:; ?[^=;\s"'\\‹›]{1,100}=[^;\s"'\\‹›]{0,65000}){0,1000}/y;
/** The folder of a person; a name ends where a path goes on, or a sentence. */
const HOME = /(?<![\w.~-])(?:\/home\/|\/Users\/|[A-Za-z]:[\\/]Users[\\/])([^\s/\\"'`<>:;,|?*()[\]{}‹›&%]{1,64})/g;
const NOBODY: ReadonlySet<string> = new Set(['Shared', 'Public', 'Default', 'All', '...', '…', '.', '..']);

function inner(value: string): string {
  return /^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value;
}

/**
 * Look for secrets in one view of a text. `environment` has the names of variables that were set for the server;
 * `isAddress` says that the text is an address as a whole.
 */
export function findInText(
  view: View,
  spot: Spot,
  findings: Findings,
  environment: ReadonlySet<string>,
  isAddress = false,
): void {
  const { text } = view;
  findTokens(view, spot, findings);
  findInAddresses(view, spot, findings);
  if (text.includes('=')) {
    findQuery(view, isAddress, spot, findings);
    for (const { 0: all, 1: name = '', 2: value = '', index } of allMatches(text, VARIABLE)) {
      if (!environment.has(name) && (!isSecretName(name) || isWorkingFolder(name, inner(value)))) continue;
      const from = index + all.length - value.length + (inner(value) === value ? 0 : 1);
      findings.add('environment', inner(value), spot, view, from, from + inner(value).length);
    }
  }
  if (text.includes('-')) {
    for (const { 0: all, 1: name = '', 3: value = '', index } of allMatches(text, OPTION)) {
      if (!isSecretOption(name) || value.startsWith('-')) continue;
      const from = index + all.length - value.length + (inner(value) === value ? 0 : 1);
      findings.add('options', inner(value), spot, view, from, from + inner(value).length);
    }
  }
  findNamed(view, spot, findings, environment);
  findPairs(view, spot, findings, environment);
  findSpoken(view, spot, findings);
  if (text.includes(':')) findHeaderLines(view, spot, findings);
  if (text.includes('home/') || text.includes('Users')) {
    for (const { 0: all, 1: name = '', index } of allMatches(text, HOME))
      if (!NOBODY.has(name)) findings.add('home-folders', all, spot, view, index, index + all.length);
  }
}

/** True when the value of an option of this name is secret. */
export function isSecretOption(name: string): boolean {
  return isSecretName(name) || isSecretQueryName(name);
}

function findTokens(view: View, spot: Spot, findings: Findings): void {
  const { text } = view;
  for (const [from, to] of joseTokens(text)) {
    const token = text.slice(from, to);
    if (isTelling(token) && /\d/.test(token)) findings.add('tokens', token, spot, view, from, to);
  }
  for (const { 0: token, index } of allMatches(text, TOKEN)) {
    // Names that are words joined by hyphens begin with such letters, too.
    if (!isTelling(token) || !/\d/.test(token)) continue;
    findings.add('tokens', token, spot, view, index, index + token.length);
    if (!ID_OF_AWS.test(token)) continue;
    const after = index + token.length;
    const beside = BESIDE_ID.exec(text.slice(after, after + BESIDE + 40));
    if (!beside || !/\d/.test(beside[0]) || !/[a-z][A-Z]|[A-Z][a-z]/.test(beside[0])) continue;
    findings.add('tokens', beside[0], spot, view, after + beside.index, after + beside.index + beside[0].length);
  }
  if (text.includes(':AA') || text.includes('1//0'))
    for (const { 0: token, index } of allMatches(text, NUMBERED_TOKEN))
      findings.add('tokens', token, spot, view, index, index + token.length);
  for (const { 0: all, 1: token = '', index } of allMatches(text, SCHEME)) {
    const from = index + all.length - token.length;
    if (PARAMETER.test(token) && /^\\*["']/.test(text.slice(index + all.length, index + all.length + 16))) continue;
    if (isTelling(token) && !WORDS.test(token)) findings.add('tokens', token, spot, view, from, from + token.length);
  }
  for (const { 0: all, 1: slack, 2: discord, 3: zapier, 4: hook, index } of allMatches(text, HOOK)) {
    const secret = slack ?? discord ?? zapier ?? hook ?? '';
    findings.add('tokens', secret, spot, view, index + all.length - secret.length, index + all.length);
  }
  if (!text.includes('PRIVATE KEY')) return;
  for (const { 0: key, index } of allMatches(text, PRIVATE_KEY))
    findings.add('private-keys', key, spot, view, index, index + key.length);
}

function findQuery(view: View, isAddress: boolean, spot: Spot, findings: Findings): void {
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
    if (!isClear && !looksRandom(value) && !standsInQuery(view.text, index, end)) continue;
    to = end;
    // In what was percent-decoded, only a member that was encoded itself is one.
    if (view.level === undefined && !view.isDecoded(to - value.length - 1)) continue;
    const decoded = view.level === undefined ? value : percentDecoded(value.replaceAll('+', ' '));
    findings.add(session ? 'session-ids' : 'addresses', decoded, spot, view, to - value.length, to);
  }
}

/** True for a value that no log has of a number or a word: `code=0`, `key=user:42`. */
function looksRandom(value: string): boolean {
  return isTelling(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !WORDS_AND_NUMBERS.test(value);
}

/** True when what is at the beginning of a text, or after a `;`, is a member of a form or of an address: logs have no `&`. */
function standsInQuery(text: string, from: number, to: number): boolean {
  if (text.charAt(to) === '&') return true;
  return text.charAt(from) === ';' && IN_ADDRESS.test(text.slice(Math.max(0, from - NEAR), from));
}

function findHeaderLines(view: View, spot: Spot, findings: Findings): void {
  for (const { 0: all, 1: name = '', 2: first = '', 3: second, index } of allMatches(view.text, HEADER_LINE)) {
    if (!isRedactedHeaderName(name)) continue;
    const start = index + all.indexOf(first, name.length + 1);
    if (/^(?:set-)?cookie$/i.test(name)) {
      findCookies(view, start, /^set/i.test(name), spot, findings);
      continue;
    }
    const authorization = /authorization$/i.test(name);
    // A credential stands after its scheme; where there is none, words of a sentence are told from it.
    const bare = second === undefined;
    if (authorization && bare && !(isTelling(first) && /\d/.test(first))) continue;
    const value = authorization && !bare ? second : first;
    const from = authorization && !bare ? index + all.length - value.length : start;
    const rule = authorization ? 'authorization' : /session-id$/i.test(name) ? 'session-ids' : 'headers';
    findings.add(rule, value, spot, view, from, from + value.length);
  }
}

/** The values of the cookies in a header's line of a log; its names and attributes stay. */
function findCookies(view: View, start: number, isSet: boolean, spot: Spot, findings: Findings): void {
  COOKIES.lastIndex = start;
  const line = COOKIES.exec(view.text)?.[0] ?? '';
  for (const { 1: name = '', 2: value = '', index } of line.matchAll(/([^=;\s]+=)([^;\s]+)/g)) {
    const from = start + index + name.length;
    findings.add('cookies', value, spot, view, from, from + value.length);
    if (isSet) return;
  }
}

/** What follows a secret name: any text in quotes; without them, what no word of a sentence looks like. */
function findNamed(view: View, spot: Spot, findings: Findings, environment: ReadonlySet<string>): void {
  for (const { 0: all, 2: name = '', 3: value = '', index } of allMatches(view.text, NAMED)) {
    const plain = inner(value);
    const session = isSessionName(name);
    if (!session && !isSecretName(name) && !environment.has(name)) continue;
    if (isWorkingFolder(name, plain)) continue;
    // JSON is read member by member, and a credential stands after its scheme.
    if ((all.startsWith('"') && value.startsWith('"')) || /authorization$/i.test(name)) continue;
    if (plain === value && !(isTelling(plain) && /\d/.test(plain))) continue;
    // Parsers complain of an unexpected token: 'x'.
    if (/^token$/i.test(name) && !isTelling(plain)) continue;
    const from = index + all.length - value.length + (plain === value ? 0 : 1);
    findings.add(session ? 'session-ids' : 'members', plain, spot, view, from, from + plain.length);
  }
}

/** Names and values that stand side by side: members, lists of two, elements. */
function findPairs(view: View, spot: Spot, findings: Findings, environment: ReadonlySet<string>): void {
  const { text } = view;
  const isSecret = (name: string, value: string): boolean =>
    (isSecretName(name) || isRedactedHeaderName(name) || environment.has(name)) && !isWorkingFolder(name, value);
  if (text.includes('"value"')) {
    for (const { 0: all, 1: name = '', 2: value = '', index } of allMatches(text, PAIR)) {
      const from = index + all.length - 1 - value.length;
      if (isSecret(name, value)) findings.add('members', value, spot, view, from, from + value.length);
    }
    for (const { 0: all, 1: value = '', 2: name = '', index } of allMatches(text, RIAP)) {
      const from = index + all.indexOf('"', all.indexOf(':')) + 1;
      if (isSecret(name, value)) findings.add('members', value, spot, view, from, from + value.length);
    }
  }
  if (text.includes('["')) {
    for (const { 0: all, 1: name = '', 2: value = '', index } of allMatches(text, TWO)) {
      if (!isRedactedHeaderName(name) || !isTelling(value) || !/\d/.test(value)) continue;
      const from = index + all.lastIndexOf(value);
      findings.add('headers', value, spot, view, from, from + value.length);
    }
  }
  if (text.includes('</')) {
    for (const { 1: name = '', 2: value = '', index } of allMatches(text, ELEMENT)) {
      const from = index + name.length + 2;
      if (isSecretName(name)) findings.add('members', value, spot, view, from, from + value.length);
    }
  }
}

/** What a sentence or a command says is a password or a key. */
function findSpoken(view: View, spot: Spot, findings: Findings): void {
  const { text } = view;
  for (const { 0: all, 1: name = '', 2: quoted, 3: bare = '', index } of allMatches(text, SPOKEN)) {
    const value = quoted ?? bare.replace(/[.!?:]+$/, '');
    const isPassword = /^pass/i.test(name);
    const hasBoth = /\d/.test(value) && /[A-Za-z]/.test(value);
    const looksSecret = isPassword ? quoted !== undefined || hasBoth : isTelling(value) && hasBoth;
    if (!looksSecret || NO_SPOKEN.test(value) || value.includes('://')) continue;
    const from = index + all.length - (quoted === undefined ? bare.length : value.length + 1);
    findings.add('members', value, spot, view, from, from + value.length);
  }
  if (!text.includes('curl')) return;
  for (const { 0: all, 1: value = '', index } of allMatches(text, CURL_USER)) {
    const from = index + all.length - value.length;
    findings.add('options', value, spot, view, from, from + value.length);
  }
}
