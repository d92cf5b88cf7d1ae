/** Finds secrets by their looks and by what stands before them, in any text: addresses, command lines, logs, messages. */
import { findInAddresses } from './find-addresses.ts';
import { findInLines } from './find-lines.ts';
import { findNamed } from './find-named.ts';
import { findTokens } from './find-tokens.ts';
import type { Add } from './findings.ts';
import { allMatches, valueMatches } from './matches.ts';
import { isRedactedHeaderName, looksRandomEnough, saysNoSecret } from './names/index.ts';
import { SIGN } from './signs.ts';
import type { View } from './view.ts';

const HEADER_LINE =
  /(?<![\w‹-])([A-Za-z]+(?:-[A-Za-z]+){1,6}|authorization|cookie): *([^\s"'\\,;‹›]{1,65000})(?: +([^\s"'\\,;‹›]{1,65000}))?/gi;
/** A password in a sentence, and other secrets, which are told from words by how they look. */
const SPOKEN =
  /\b(pass(?:word|phrase|code|wd)|secret(?: key| token)?|(?:api|access|private|secret|auth|bearer)[ -](?:key|token)|token)(\s{1,4}(?:is|was|are|=)|\s{0,4}:|\s{1,4}(?:is|was)\s{0,4}:|(?= ["'“‘«]))\s{1,4}(?:["'`“‘«]([^"'`“”‘’«»\s\\‹›]{4,200})["'`”’»]|([^\s"'`\\,;()[\]{}<>‹›]{6,200}))/gi;
/** Cookies one after the other, as far as a log's line goes. */
const COOKIES = /[^=;\s"'\\‹›]{1,100}=[^;\s"'\\‹›]{0,65000}(?:; ?[^=;\s"'\\‹›]{1,100}=[^;\s"'\\‹›]{0,65000}){0,1000}/y;
/** The folder of a person; a name ends where a path goes on, or a sentence. */
const HOME = /(?<![\w.~-])(?:\/home\/|\/Users\/|[A-Za-z]:[\\/]Users[\\/])([^\s/\\"'`<>:;,|?*()[\]{}‹›&%]{1,64})/g;
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set(['Shared', 'Public', 'Default', 'All', '...', '…', '.', '..']);

/** Find secrets in a view. `environment`: names of the server's variables; `isAddress`: all of it is an address. */
export function findInText(view: View, add: Add, environment: ReadonlySet<string>, isAddress = false): void {
  const { text } = view;
  const signs = view.signs | (standsIn(text, environment) ? SIGN.name : 0);
  findTokens(text, signs, add);
  findInAddresses(view, isAddress, add);
  findNamed(text, signs, add, environment);
  findInCommands(text, signs, add);
  findInLines(text, signs, add);
  if ((signs & SIGN.name) !== 0) {
    findSpoken(text, add);
    findHeaderLines(text, add);
  }
  if ((signs & SIGN.home) !== 0) {
    for (const { 0: all, 1: name = '', index } of allMatches(text, HOME))
      if (!SYSTEM_FOLDERS.has(name)) add('home-folders', index, index + all.length);
  }
}

/** Names of variables that are looked for in each text. A header may have names without end: then any text may have one. */
const MAX_SOUGHT_COUNT = 64;

/** True when a name of a variable stands in a text, or may. */
export function standsIn(text: string, environment: ReadonlySet<string>): boolean {
  if (environment.size > MAX_SOUGHT_COUNT) return true;
  for (const name of environment) if (text.includes(name)) return true;
  return false;
}

function findHeaderLines(text: string, add: Add): void {
  for (const { 0: all, 1: name = '', 2: first = '', 3: second, index } of allMatches(text, HEADER_LINE)) {
    if (!isRedactedHeaderName(name)) continue;
    const start = index + all.indexOf(first, name.length + 1);
    if (/^(?:set-)?cookie$/i.test(name)) {
      findCookies(text, start, /^set/i.test(name), add);
      continue;
    }
    const authorization = /authorization$/i.test(name);
    // A credential stands after its scheme; where there is none, words of a sentence are told from it.
    const bare = second === undefined;
    if (authorization && bare && !(looksRandomEnough(first) && /\d/.test(first))) continue;
    const value = authorization && !bare ? second : first;
    const from = authorization && !bare ? index + all.length - value.length : start;
    const rule = authorization ? 'authorization' : /session-id$/i.test(name) ? 'session-ids' : 'headers';
    add(rule, from, from + value.length);
  }
}

/** The values of the cookies in a header's line of a log; its names and attributes stay. */
function findCookies(text: string, start: number, isSet: boolean, add: Add): void {
  COOKIES.lastIndex = start;
  const line = COOKIES.exec(text)?.[0] ?? '';
  for (const { 1: name = '', 2: value = '', index } of line.matchAll(/([^=;\s]+=)([^;\s]+)/g)) {
    const from = start + index + name.length;
    add('cookies', from, from + value.length);
    if (isSet) return;
  }
}

/** What a sentence or a command says is a password or a key. */
function findSpoken(text: string, add: Add): void {
  for (const { 0: all, 1: name = '', 2: says, 3: quoted, 4: bare = '', index } of allMatches(text, SPOKEN)) {
    const value = quoted ?? bare.replace(/[.!?:]+$/, '');
    const isPassword = /^pass/i.test(name);
    const hasBoth = /\d/.test(value) && /[A-Za-z]/.test(value);
    const looksSecret = isPassword
      ? (quoted !== undefined && says !== '') || hasBoth
      : looksRandomEnough(value) && hasBoth;
    if (!looksSecret || saysNoSecret(value) || value.includes('://')) continue;
    const from = index + all.length - (quoted === undefined ? bare.length : value.length + 1);
    add('members', from, from + value.length);
  }
}

const RAW = String.raw;
/** What stands between a program and its option: its other arguments, as a line or as a list. */
const REST = RAW`(?![\w.:/-])(?:[^\n;|]|,\n){0,400}?(?:[ \t]|,\s{0,20})`;
/** An option and its password, in quotes together or each by itself. */
const given = (option: string, value = RAW`[^\s"'\\‹›]`, gap = ''): string =>
  RAW`(?:["']?${option}${gap}(?<value>"(?:[^"\\]|\\.){1,400}"|'[^']{1,400}'|${value}{1,400}))`;
/** The same where option and password are two arguments. */
const GAP = RAW`(?:["']?\s{0,4}=?|["'],\s{0,20}(?=["']))`;
const USER = RAW`["']?[^\s:"'%,]{1,200}`;

/** Programs, and the option behind which their password stands. */
const PROGRAMS: readonly (readonly [names: string, option: string])[] = [
  [RAW`mysql\w{0,12}|mariadb(?:-\w{1,12})?|mycli|7z[ar]?`, given('-p')],
  [
    RAW`sshpass|mongo\w{0,10}|(?:docker|podman|nerdctl|oc|az|cf|registry) login|plink|pscp|mosquitto_\w{3}|rabbitmqadmin|snowsql|keytool|vncviewer`,
    given(RAW`-(?:p|pw|P)`, undefined, GAP),
  ],
  [RAW`(?:redis|valkey|keydb)-cli`, given(RAW`(?:-a|--pass)`, undefined, GAP)],
  [RAW`ldap\w{3,10}|ipmitool`, given(RAW`-[wP]`, undefined, GAP)],
  [RAW`sqlcmd|bcp|unzip|zip|isql`, given('-P', undefined, GAP)],
  ['openssl', given('pass:')],
  ['curl', given(RAW`(?:-[a-zA-Z]{0,5}u|--user|--proxy-user)`, undefined, RAW`${GAP}${USER}:`)],
  [RAW`https?|xhs?`, given('(?:-a|--auth)', undefined, RAW`${GAP}${USER}:`)],
  [RAW`smbclient|rpcclient`, given('-U', undefined, RAW`${GAP}${USER}%`)],
  ['lftp', given('-u', undefined, RAW`${GAP}${USER},`)],
];
const COMMANDS = PROGRAMS.map(([names, option]) => ({
  name: new RegExp(`(?:${names})`),
  pattern: new RegExp(RAW`(?<![\w.-])(?:${names})["']?${REST}${option}`, 'g'),
}));
/** An option that is a port, a project or a folder as often as a password. */
const SOME_OPTION = new RegExp(
  RAW`(?<![\w-])-p(?:[ \t]{1,4}|["'],\s{0,20})(?<value>"[^"\\]{6,200}"|'[^'\\]{6,200}'|[^\s"'\\‹›,]{6,200})`,
  'g',
);

function findInCommands(text: string, signs: number, add: Add): void {
  if ((signs & SIGN.option) === 0 && !((signs & SIGN.name) !== 0 && text.includes('pass:'))) return;
  for (const { name, pattern } of COMMANDS) {
    if (!name.test(text)) continue;
    for (const { from, to } of valueMatches(text, pattern)) add('options', from, to);
  }
  if (!text.includes('-p')) return;
  for (const { value, from, to } of valueMatches(text, SOME_OPTION))
    if (
      looksRandomEnough(value) &&
      /\d/.test(value) &&
      /[A-Za-z]/.test(value) &&
      /[!#$%^&*+?~]|[a-z][\d\W_]?[A-Z]|[A-Z]\d/.test(value) &&
      !/[/:]|@\d/.test(value)
    )
      add('options', from, to);
}
