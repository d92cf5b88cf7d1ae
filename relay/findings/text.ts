/** The findings of a recording as text, in the way of a compiler: a rule with what broke it, the first place in full, the others by number. */
import { placeOf } from '#shared/jsonrpc';
import { cutTo, painter, width, wrapped, type Paint } from '#shared/export';
import { countsOf, groupsOf, fixOf, sectionUrl, reportedFindings, type ReportedFinding } from '#shared/findings';
import type { FindingsWords } from '#shared/findings/words';
import { visibleText } from '#shared/plain-text';
import { textOf } from '#shared/recording';
import { describe } from '#shared/timeline';
import { rowText, type Words } from '#shared/words';
import type { LintedFile } from './json.ts';

export interface TextOptions {
  readonly words: Words;
  readonly findings: FindingsWords;
  readonly color: boolean;
  readonly columns: number;
  readonly known: number;
  /** Rules that could not be judged are listed, with the reason. */
  readonly reasons: boolean;
}

const MAX_EVENT_COUNT = 5;

export function lintText(linted: LintedFile, options: TextOptions): string {
  const { findings, color, known } = options;
  const paint = painter(color);
  const told = reportedFindings(linted.findings, findings);
  const { report } = findings;
  const groups = groupsOf(told);
  // People who look into a server want to see what the server did; the client is often this program.
  const blocks = (['server', 'client'] as const).flatMap((side) => {
    const own = groups.filter(([{ finding }]) => finding.side === side);
    const head = own.length > 0 ? [`${paint.bold(report.by[side])}\n`] : [];
    return [...head, ...own.map((group) => block(group, linted, paint, options))];
  });
  const verdict = told.length === 0 ? report.nothing : report.counts(countsOf(told));
  const sums = [
    `${linted.file}: ${verdict}${linted.damage ? options.words.comparison.report.incomplete : ''}`,
    report.checked(linted.checked, linted.broken, linted.unchecked.length),
    ...(known > 0 ? [report.known(known)] : []),
  ];
  const reasons = options.reasons
    ? linted.unchecked.map(({ rule, why }) => `  ${rule}: ${findings.unsure[why]}\n`)
    : [];
  return [...blocks, [`${paint.bold(sums.join(' · '))}\n`, ...reasons].join('')].join('\n');
}

function block(
  [first, ...others]: readonly [ReportedFinding, ...ReportedFinding[]],
  linted: LintedFile,
  paint: Paint,
  options: TextOptions,
): string {
  const { words, findings, columns } = options;
  const { rule, finding, severity, level, text } = first;
  const { report, rules } = findings;
  const sentences = rules[rule.id];
  const ink = severity === 'error' ? paint.err : paint.bold;
  const lines = [
    `${ink(`${report.severity[severity]}[${rule.id}]`)}${paint.bold(`: ${sentences?.title ?? rule.id}`)} ${paint.muted(`(${level}, ${report.side[finding.side]})`)}`,
    `  ${paint.muted('-->')} ${linted.file}:${finding.at}  ${rowOf(linted, finding.at, words)}`,
    ...excerpt(linted, first, columns, paint).map((line) => `   ${paint.muted('|')} ${line}`),
  ];
  const { colon } = words.common;
  const label = (name: string, content: string): string[] =>
    wrapped(`${name}${colon}${visibleText(content)}`, columns - 5).map(
      (line, index) => `   ${index === 0 ? paint.muted('=') : ' '} ${line}`,
    );
  lines.push(...wrapped(visibleText(text), columns - 5).map((line) => `   ${paint.muted('|')} ${ink(line)}`));
  if (others.length > 0) {
    const places = new Map<number, number>();
    for (const { finding: other } of others) places.set(other.at, (places.get(other.at) ?? 0) + 1);
    const events = [...places].slice(0, MAX_EVENT_COUNT).map(([s, count]) => report.at(s, count, s === finding.at));
    const told = events.map((at) => report.event(at)).join(words.common.between);
    lines.push(`   ${paint.muted('|')} ${report.also(told, places.size - events.length)}`);
  }
  const follows = [first, ...others].flatMap(({ consequences }) =>
    consequences.map((each) => report.follows(each.finding.at, each.rule.id, each.text)),
  );
  for (const each of [...new Set(follows)].slice(0, MAX_EVENT_COUNT))
    for (const line of wrapped(visibleText(each), columns - 5)) lines.push(`   ${paint.muted('|')} ${line}`);
  if (sentences) {
    lines.push(...label(report.why, sentences.why));
    lines.push(...label(report.fix, fixOf(findings, rule.id, finding.side)));
  }
  // An address in two pieces can't be opened.
  lines.push(`   ${paint.muted('=')} ${report.see}${colon}${sectionUrl(rule, finding.revision, finding.found)}`);
  return `${lines.join('\n')}\n`;
}

function rowOf({ log }: LintedFile, s: number, words: Words): string {
  const view = describe(log, s);
  if (!view) return '';
  const { parts } = rowText(words, log, view);
  return visibleText(parts.map(({ text }) => text).join(' '));
}

/** The message with the place of the finding underlined; nothing for what is no message. */
function excerpt({ log }: LintedFile, { finding }: ReportedFinding, columns: number, paint: Paint): string[] {
  const event = log.event(finding.at);
  if (event?.k !== 'message' || event.large) return [];
  const text = textOf(event);
  const { start, end } = finding.pointer === undefined ? { start: 0, end: 0 } : placeOf(text, inBatch(finding));
  const room = columns - 5;
  // Most of what precedes a far place is left out.
  const from = end > room ? Math.max(0, start - Math.floor(room / 3)) : 0;
  const shown = cutTo(`${from > 0 ? '…' : ''}${visibleText(text.slice(from, from + 2 * room))}`, room);
  if (end === 0) return [shown];
  const before = width(visibleText(text.slice(from, start))) + (from > 0 ? 1 : 0);
  const under = Math.max(1, Math.min(width(visibleText(text.slice(start, end))), room - before));
  return before >= room ? [shown] : [shown, `${' '.repeat(before)}${paint.err('^'.repeat(under))}`];
}

const inBatch = ({ item, pointer = '' }: ReportedFinding['finding']): string =>
  item === undefined ? pointer : `/${item}${pointer}`;
