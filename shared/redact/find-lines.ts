/** Finds secrets in files of settings, which are read line by line: YAML, INI, netrc, pgpass. */
import type { Add } from './findings.ts';
import { allMatches, valueMatches } from './matches.ts';
import { SIGN } from './signs.ts';
import { isIdentifier, isNoWord, isPasswordName, isSecretName, isSecretPlural } from './names/index.ts';

/** The line of a setting: what is before its name, the name, the sign, the value. In quotes of JSON it is none. */
const SETTING =
  /(?<=^|\n)([ \t]{0,40}(?:- )?[ \t]{0,8})'?([\w.\u00c0-\uffdc-]{2,64})'?[ \t]{0,20}([:=])(?:[ \t]{1,40}([^\r\n]{1,4096}))?(?=\r?\n|$)/g;
/** The line of another setting, of a section, or of what has lines below it. */
const OTHER = /^[ \t]{0,40}(?:- )?[ \t]{0,8}(?:['"]?[\w.-]{1,64}['"]?[ \t]{0,20}[:=](?:[ \t]|$)|\[[\w. -]{1,64}\]$)/;
/** What begins a block of text (YAML 1.2.2, section 8.1). */
const BLOCK = /^[|>][-+\d]{0,2}[ \t]{0,40}(?:#|$)/;
const ITEM = /^- +(.+)$/;
/** Of a block, and the longest text before a setting that says what it stands in. */
const MAX_LINE_COUNT = 200;
const MAX_BEFORE_CHARS = 400;
const NETRC =
  /\b(?:machine\s{1,20}\S{1,255}|default)\s{1,20}(?:(?:login|account)\s{1,20}\S{1,255}\s{1,20}){0,2}password\s{1,20}(?<value>"[^"\n]{1,400}"|[^\s‹›"]{1,400})/g;
const PGPASS = /(?<=^|\n)[\w.*-]{1,255}:(?:\d{4,5}|\*):[^:\s]{1,64}:[^:\s]{1,64}:(?<value>[^\s:‹›]{1,400})(?=\r?\n|$)/g;

export function findInLines(text: string, signs: number, add: Add): void {
  const hasNames = (signs & (SIGN.name | SIGN.foreign)) !== 0;
  if (hasNames && text.includes('password '))
    for (const { from, to } of valueMatches(text, NETRC)) add('members', from, to);
  if ((signs & SIGN.line) === 0) return;
  for (const { from, to } of valueMatches(text, PGPASS)) add('members', from, to);
  if (!hasNames) return;
  for (const { 0: all, 1: before = '', 2: name = '', 3: sign, 4: rest, index } of allMatches(text, SETTING)) {
    const isOne = isSecretName(name);
    if (!isOne && !isSecretPlural(name)) continue;
    const end = index + all.length;
    if (rest === undefined || BLOCK.test(rest)) {
      if (sign === ':') addBelow(text, end, before.length, rest !== undefined, add);
      continue;
    }
    const value = rest.replace(/ #.*$|\s+$/, '');
    const from = end - rest.length;
    if (value.startsWith('[') && value.endsWith(']')) {
      for (const { 0: item, index: at } of value.matchAll(/[^[\],\s'"][^[\],'"]*/g))
        if (isNoWord(item)) add('members', from + at, from + at + item.length);
    } else if (isOne && !/^["'{&*!|>]|[,;]$/.test(value) && isSetting(value, name, text, index, end))
      add('members', from, from + value.length);
  }
}

/** True for a value in a line that stands among settings: a sentence has words there, and code has code. */
function isSetting(value: string, name: string, text: string, start: number, end: number): boolean {
  if (!isNoWord(value) || value.split(' ').length > 6) return false;
  if (isPasswordName(name) && isIdentifier(name)) return true;
  const next = text.slice(end, end + MAX_BEFORE_CHARS).split('\n', 2)[1] ?? '';
  const last =
    text
      .slice(Math.max(0, start - MAX_BEFORE_CHARS), start)
      .split('\n')
      .at(-2) ?? '';
  return OTHER.test(next.trimEnd()) || OTHER.test(last.trimEnd());
}

/** The lines below a name that are further in, of a block of text; or the items of a list, or the one value that stands there. */
function addBelow(text: string, from: number, indent: number, isBlock: boolean, add: Add): void {
  const lines: { readonly content: string; readonly at: number }[] = [];
  let at = text.indexOf('\n', from) + 1;
  for (let count = 0; at > 0 && count < MAX_LINE_COUNT; count++) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? undefined : end);
    const content = line.trim();
    const inner = line.length - line.trimStart().length;
    if (content !== '' && inner <= indent && !(inner === indent && !isBlock && ITEM.test(content))) break;
    if (content !== '') lines.push({ content, at: at + inner });
    at = end + 1;
  }
  for (const { content, at: start } of lines) {
    const item = isBlock ? content : (ITEM.exec(content)?.[1] ?? (lines.length === 1 ? content : ''));
    const bare = item.replace(/^(["'])(.*)\1$/, '$2');
    if (bare === '' || (!isBlock && (/: |:$|^[{[&*]/.test(bare) || !isNoWord(bare)))) continue;
    const first = start + content.indexOf(bare);
    add('members', first, first + bare.length);
  }
}
