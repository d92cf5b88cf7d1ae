/** Any text inside markdown: as words, as code in a line, and in a fenced block that it can't end. */
import { visibleText } from '#shared/plain-text';
import { asUtf8 } from '#shared/recording';
import { seenJson } from './literal.ts';

const MAX_LINE_CHARS = 300;

/** A text as words on one line, with markdown and HTML syntax escaped only where it has a meaning: in addresses escapes would stay. */
export function markdownText(text: string, most = MAX_LINE_CHARS): string {
  return (
    oneLine(text, most)
      .replace(/[\\`*[\]#|<>~$]|&(?=#?\w{1,32};)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
      // A report is no reason to notify whoever happens to have that name.
      .replaceAll('@', '@\u200b')
  );
}

/** A text as code in a line, between more backticks than it holds in a row. */
export function inlineCode(text: string): string {
  const line = oneLine(text);
  if (line === '') return '';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const space = /^[`\s]|[`\s]$/.test(line) ? ' ' : '';
  return `${ticks}${space}${line}${space}${ticks}`;
}

/** A text as a fenced block, between longer fences than it holds, cut after `most` characters. */
export function fenced(text: string, language: string, most: number): string {
  const exact = asUtf8(text);
  const shown =
    exact.length > most ? `${asUtf8(exact.slice(0, most))}\n… ${exact.length - most} more characters` : exact;
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${seen(shown.replace(/\r?\n$/, ''), language)}\n${fence}`;
}

/** A block without what a terminal acts on or what turns the direction of writing: in JSON as escapes, elsewhere as pictures. */
function seen(text: string, language: string): string {
  if (language === 'json') return seenJson(text);
  return visibleText(text.replaceAll('\r\n', '\n'), { layout: 'block' });
}

const oneLine = (text: string, most = MAX_LINE_CHARS): string =>
  visibleLine(text.length > most ? `${text.slice(0, most)}…` : text);

export const visibleLine = (text: string): string => visibleText(asUtf8(text).replace(/\s+/g, ' ').trim());

function longestRun(text: string): number {
  let longest = 0;
  for (const { 0: run } of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** A table of GitHub's markdown; cells must be escaped, and the columns in `right` hold figures. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string {
  const rule = head.map((_, at) => (right.includes(at) ? '---:' : '---'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
