/** What changes between two texts that are mostly alike, line by line, as `diff -u` shows it. */
import { longestIncreasing } from '#shared/base';
import { maskedValues, type ConfigText } from '#shared/client-config';
import { DEFAULT_RULES, ShownRedactor } from '#shared/redact';

const CONTEXT = 2;
const WIDEST = 200;

interface Hunk {
  /** Start and end of lines, the end exclusive, before and after. */
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
}

/** The changes without secrets: no values of variables or headers, nothing that redaction finds; folders stay. */
export function shownDiff(config: ConfigText, after: string): readonly string[] {
  if (config.text === after) return [];
  const redactor = new ShownRedactor([], { ...DEFAULT_RULES, off: ['home-folders'] });
  const [old = '', now = ''] = redactor.redact([maskedValues(config), maskedValues({ ...config, text: after })]);
  return diffLines(old, now);
}

/** The lines of a unified diff with context; none for equal texts. */
export function diffLines(before: string, after: string): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const same = (from: number, to: number): string[] => old.slice(Math.max(from, 0), to).map((line) => ` ${cut(line)}`);
  return grouped(hunksOf(old, now)).flatMap((hunks) => {
    let at = (hunks[0]?.before[0] ?? 0) - CONTEXT;
    const lines = [`@@ line ${Math.max(at, 0) + 1} @@`];
    for (const { before: lost, after: come } of hunks) {
      const [minus, plus] = [old.slice(...lost), now.slice(...come)];
      lines.push(...same(at, lost[0]));
      lines.push(...minus.map((line, index) => `-${cut(line, plus[index])}`));
      lines.push(...plus.map((line, index) => `+${cut(line, minus[index])}`));
      at = lost[1];
    }
    return [...lines, ...same(at, at + CONTEXT)];
  });
}

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');

function grouped(hunks: readonly Hunk[]): readonly (readonly Hunk[])[] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1);
    if (last && hunk.before[0] - last.before[1] <= 2 * CONTEXT) groups.at(-1)?.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

/** The parts between lines that occur once in both texts, in the same order. */
function hunksOf(old: readonly string[], now: readonly string[]): readonly Hunk[] {
  const places = onlyOnes(now);
  const anchors = [...onlyOnes(old)].flatMap(([line, at]) => {
    const there = places.get(line);
    return there === undefined ? [] : [{ at, there }];
  });
  const kept = longestIncreasing(anchors.map(({ there }) => there)).map((index) => anchors[index]);
  const hunks: Hunk[] = [];
  let [from, nowFrom] = [0, 0];
  for (const anchor of [...kept, { at: old.length, there: now.length }]) {
    if (!anchor) continue;
    let [to, nowTo] = [anchor.at, anchor.there];
    while (from < to && nowFrom < nowTo && old[from] === now[nowFrom]) [from, nowFrom] = [from + 1, nowFrom + 1];
    while (from < to && nowFrom < nowTo && old[to - 1] === now[nowTo - 1]) [to, nowTo] = [to - 1, nowTo - 1];
    if (from < to || nowFrom < nowTo) hunks.push({ before: [from, to], after: [nowFrom, nowTo] });
    [from, nowFrom] = [anchor.at + 1, anchor.there + 1];
  }
  return hunks;
}

function onlyOnes(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    places.set(line, index);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

function cut(whole: string, other = ''): string {
  const line = whole.replace(/\r$/, '');
  if (line.length <= WIDEST) return line;
  let head = 0;
  while (head < line.length && line[head] === other[head]) head++;
  const start = Math.max(0, Math.min(head - WIDEST / 4, line.length - WIDEST));
  return `${start > 0 ? '…' : ''}${line.slice(start, start + WIDEST)}${start + WIDEST < line.length ? '…' : ''}`;
}
