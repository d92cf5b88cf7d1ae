/** Finds tokens that say what they are, wherever they stand, and keys in files of their own forms. */
import type { Add } from './findings.ts';
import { allMatches } from './matches.ts';
import { looksRandomEnough } from './names/index.ts';
import { SIGN } from './signs.ts';

/** Of one match: repetition takes memory for each character. JSON members are read without patterns. */
const MAX_VALUE_CHARS = 65_000;
/** Tokens that say what they are. Every alternative begins with letters of its own, so that nothing is tried twice. */
const TOKENS = [
  '[srp]k[-_][\\w-]{16,}',
  'gh[pousr]_\\w{16,}|github_pat_\\w{20,}|gl(?:pat|ptt|dt|rt|cbt|imt|soat|ft|agent|oas|ffct)-[\\w-]{16,}|glsa_\\w{20,}',
  'xox[a-z](?:\\.xox[a-z])?-[\\w-]{10,}|xapp-[\\w-]{10,}',
  'A[KS]IA[A-Z0-9]{16}|AIza[\\w-]{30,}|AGE-SECRET-KEY-1[A-Z0-9]{50,}|ATCTT3[\\w=-]{20,}|ATATT[\\w=-]{20,}',
  'npm_\\w{30,}|nvapi-[\\w-]{40,}|ntn_\\w{20,}|NRAK-[A-Z0-9]{20,}|hf_\\w{20,}|hv[sbr]\\.[\\w-]{20,}|nfp_\\w{30,}|napi_\\w{40,}',
  'ya29\\.[\\w-]{20,}|whsec_\\w{16,}|vercel_blob_rw_\\w{20,}|xai-[\\w-]{20,}|r8_\\w{20,}|rubygems_[0-9a-f]{40,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}|SK[0-9a-f]{32}|GOCSPX-[\\w-]{16,}|EZ[AT]K\\w{50,}|PMAK-[0-9a-f]{24}-[0-9a-f]{30,}',
  'lin_(?:api|oauth)_\\w{20,}|fig[do][a-z]?_[\\w-]{20,}|do[opr]_v1_\\w{20,}|dckr_(?:pat|oat)_[\\w-]{20,}|dapi[0-9a-f]{32}',
  'pypi-[\\w-]{20,}|pplx-\\w{20,}|pul-[0-9a-f]{40}|pat\\w{14}\\.[0-9a-f]{64}|shp(?:at|ca|pa|ss)_\\w{20,}|sq0(?:atp|csp)-[\\w-]{20,}',
  'sb[ps]_\\w{20,}|sntry[su]_[\\w+/=-]{40,}|secret_[A-Za-z0-9]{43}\\b|tskey-[a-z]+-[\\w-]{16,}|tvly-[\\w-]{16,}|gsk_\\w{20,}',
  'e2b_[0-9a-f]{32,}|fc-[0-9a-f]{32}\\b|key-[0-9a-f]{32}\\b|[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}',
  'dp\\.[a-z]{2,5}\\.(?:[a-z][a-z0-9_-]{0,34}\\.)?\\w{40,}|dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}|pat-[a-z]{2}\\d-[0-9a-f-]{36}',
  'pscale_(?:tkn|pw|oauth)_[\\w.=-]{32,}|fo1_[\\w-]{40,}|fm[12][a-z]?_[\\w+/=-]{40,}|ops_eyJ[\\w+/=-]{40,}|apify_api_\\w{30,}',
  'sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}|EAA[A-Za-z0-9]{60,}(?![\\w+/=])|sq[pua]_[0-9a-f]{40}|lsv2_[ps][tk]_\\w{30,}|pcsk_\\w{40,}',
  'ctx7sk-[\\w-]{20,}|CCIPAT_\\w{20,}|CFPAT-[\\w-]{40,}|bkua_[0-9a-f]{40}|pnu_\\w{36}|rnd_\\w{28,}|sdk-[0-9a-f]{8}-[0-9a-f-]{27}|HRKU-[\\w-]{36,}',
  'aio_[A-Za-z]{4}\\d{2}\\w{22}|LTAI[A-Za-z0-9]{20,}|tfp_[\\w-]{40,}|jina_\\w{40,}|csk-\\w{40,}|fw_\\w{22,}|re_[A-Za-z0-9]{6,12}_\\w{20,}|bb_live_[\\w-]{20,}',
]
  .join('|')
  .replaceAll(',}', `,${MAX_VALUE_CHARS}}`);
const TOKEN = new RegExp(`(?<![A-Za-z0-9])(?:${TOKENS})`, 'g');
/** Tokens that are told by what stands inside them, and that: of bots of Telegram, of Google, Azure and Terraform. */
const BY_THEIR_MIDDLE: readonly (readonly [sign: string, pattern: RegExp])[] = [
  [':AA', /(?<!\d)\d{8,10}:AA[\w-]{32,34}(?![\w-])/g],
  ['1//0', /(?<![\w/])1\/\/0[\w-]{40,1000}/g],
  ['Q~', /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/g],
  ['.atlasv1.', /(?<!\w)\w{14}\.atlasv1\.[\w-]{60,80}/g],
];
/** The secret that stands near an access key's id of AWS: forty characters that say nothing of themselves. */
const BESIDE_ID = /(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/;
const ID_OF_AWS = /^A[KS]IA/;
const MAX_DISTANCE_CHARS = 80;
/** Addresses that let whoever has them post, or use a server: what is secret of them stands in the path. */
const HOOK =
  /\b(?:(?:hooks\.slack\.com\/(?:services|workflows)|discord(?:app)?\.com\/api\/webhooks|webhook\.office\.com\/webhookb2|outlook\.office(?:365)?\.com\/webhook)\/([\w/@-]{16,65000})|(?:mcp\.zapier\.com\/api\/mcp\/(?:[a-z]\/)?|hooks\.zapier\.com\/hooks\/catch\/|hook\.[a-z]{2}\d\.make\.com\/|maker\.ifttt\.com\/(?:trigger\/\w{1,64}\/(?:json\/)?with|use)\/(?:key\/)?)(\d+\/\w{4,65000}|[\w~=%:.+-]{16,65000}))/g;
/** The credential of a scheme; `realm="` is none, and nor is the name of any other parameter. */
const SCHEME = /\b(?:bearer|basic) +([\w.~+/-]{6,65000}(?:={1,2}(?![\w=]))?)(?![=\w])/gi;
const PARAMETER = /^[a-z_]+=$/;
/** Words of a sentence, joined: `authorization_uri`. */
const WORDS = /^[a-z]+(?:[_/-][a-z]+)+$/;
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\w+/=\s:,.()@<>]|-(?!-)){16,16384}(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g;
/** The private part of a key of PuTTY: lines of base64 behind their number. */
const PUTTY =
  /(?<=Private-Lines: {0,4}\d{1,4}\s{1,8})(?:[A-Za-z0-9+/=]{1,128}\r?\n[ \t]{0,40}){0,400}[A-Za-z0-9+/=]{8,128}(?![\w-])/g;
/** What a token may consist of where a line ends in it, and where the next one goes on: whatever has no end is none. */
const LINE_END = /[\r\n]{1,2}(?<=[\w.-]{8}[\r\n]{1,2})[ \t]{0,40}(?=[\w.-]{6})/g;
/** Of a token, on either side of a line end. */
const MAX_PART_CHARS = 400;
const IN_TOKEN = /[\w.-]/;
const AFTER_LINE_END = /^[\w.-]{6,400}(?![\w+/=:.-])/;
/** What a line begins with that is no end of a token. */
const WORD_OR_NUMBER = /^(?:[A-Za-z]*\d{0,4}|[\d.-]+)$/;

export function findTokens(text: string, signs: number, add: Add): void {
  if ((signs & SIGN.token) !== 0) findWhole(text, add);
  if ((signs & SIGN.name) !== 0) findCredentials(text, add);
  if (text.includes('.com/'))
    for (const { 0: all, 1: path, 2: segment, index } of allMatches(text, HOOK))
      add('tokens', index + all.length - (path ?? segment ?? '').length, index + all.length);
  if ((signs & SIGN.line) !== 0) findWrapped(text, add);
  if ((signs & SIGN.name) === 0) return;
  for (const [sign, pattern] of [
    ['PRIVATE KEY', PRIVATE_KEY],
    ['Private-Lines', PUTTY],
  ] as const)
    if (text.includes(sign))
      for (const { 0: key, index } of allMatches(text, pattern)) add('private-keys', index, index + key.length);
}

/** Tokens that stand in one piece. */
function findWhole(text: string, add: Add): void {
  for (const [from, to] of joseTokens(text)) {
    const token = text.slice(from, to);
    if (looksRandomEnough(token) && /\d/.test(token)) add('tokens', from, to);
  }
  for (const { 0: token, index } of allMatches(text, TOKEN)) {
    // Names that are words joined by hyphens begin with such letters, too.
    if (!looksRandomEnough(token) || !/\d/.test(token)) continue;
    const after = index + token.length;
    add('tokens', index, after);
    if (!ID_OF_AWS.test(token)) continue;
    const beside = BESIDE_ID.exec(text.slice(after, after + MAX_DISTANCE_CHARS + 40));
    if (!beside || !/\d/.test(beside[0]) || !/[a-z][A-Z]|[A-Z][a-z]/.test(beside[0])) continue;
    add('tokens', after + beside.index, after + beside.index + beside[0].length);
  }
  for (const [sign, pattern] of BY_THEIR_MIDDLE)
    if (text.includes(sign))
      for (const { 0: token, index } of allMatches(text, pattern)) add('tokens', index, index + token.length);
}

/** What stands behind the name of its scheme. */
function findCredentials(text: string, add: Add): void {
  for (const { 0: all, 1: token = '', index } of allMatches(text, SCHEME)) {
    const to = index + all.length;
    if (PARAMETER.test(token) && /^\\*["']/.test(text.slice(to, to + 16))) continue;
    if (looksRandomEnough(token) && !WORDS.test(token)) add('tokens', to - token.length, to);
  }
}

function findWrapped(text: string, add: Add): void {
  for (const { 0: end, index } of allMatches(text, LINE_END)) {
    // Backwards: an expression that ends at the line end would begin anew at each character before it.
    let from = index;
    while (from > Math.max(0, index - MAX_PART_CHARS) && IN_TOKEN.test(text.charAt(from - 1))) from--;
    const before = text.slice(from, index);
    const next = index + end.length;
    const after = AFTER_LINE_END.exec(text.slice(next, next + 401))?.[0] ?? '';
    if (WORD_OR_NUMBER.test(after)) continue;
    for (const { 0: token, index: at } of (before + after).matchAll(TOKEN)) {
      const to = at + token.length;
      if (at < before.length && to === before.length + after.length && looksRandomEnough(token) && /\d/.test(token))
        add('tokens', index - before.length + at, next + to - before.length, token);
    }
  }
}

/** After the first three letters, which say `{"`. */
const MIN_HEADER_CHARS = 8;
const START = 'eyJ';
const PARTS = new RegExp(
  `(?:\\.[\\w-]{8,${MAX_VALUE_CHARS}}\\.[\\w-]{0,${MAX_VALUE_CHARS}}|\\.\\.[\\w-]{8,${MAX_VALUE_CHARS}})` +
    `(?:\\.[\\w-]{4,${MAX_VALUE_CHARS}}\\.[\\w-]{8,${MAX_VALUE_CHARS}})?`,
  'y',
);
const WORD = /\w/;
const POINT = 0x2e;
/** Characters of base64 for addresses (RFC 4648 section 5). */
const IN_PART = Uint8Array.from({ length: 128 }, (_, code) => (/[\w-]/.test(String.fromCharCode(code)) ? 1 : 0));

/**
 * The range of every token of JOSE in a text, in order: JWS of three parts, JWE of five (RFC 7515, RFC 7516). No pattern alone does: one that
 * is tried at every `eyJ` of a long text without a point would read the rest of it each time. Here every part is read a few times at most.
 */
function* joseTokens(text: string): Generator<readonly [from: number, to: number]> {
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
    if (length < MIN_HEADER_CHARS || length > MAX_VALUE_CHARS || WORD.test(text.charAt(at - 1))) {
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
