/** `mcp-lifeline explain RULE`: what a rule asks for, why, how to mend what breaks it, and an example. */
import { cutTo, wrapped } from '#shared/export';
import { LEFT_OUT, levelOf, revisionsOf, RULES, ruleById, sectionUrl, type Rule } from '#shared/findings';
import { exampleOf } from '#shared/findings/examples';
import { findingsWordsIn, type FindingsWords } from '#shared/findings/words';
import { visibleText } from '#shared/plain-text';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { describe } from '#shared/timeline';
import { ENGLISH, rowText, type Words } from '#shared/words';
import { commandLine, defineCommand, EXIT } from '../command/index.ts';

const COLUMNS = 100;

const LINE = commandLine({
  name: 'explain',
  about:
    'Explains a rule of mcp-lifeline lint: what it requires, why, how to fix violations, and an example. Without RULE, lists all rules.',
  column: 22,
  options: { 'lang LANGUAGE': 'en (default) or zh-CN' },
  after: 'Exit codes: 0 printed; 2 wrong usage, or no such rule.\n',
  read({ positionals: [id, second] }) {
    if (second !== undefined) return 'One rule at a time';
    const rule = id === undefined ? undefined : ruleById(id);
    return id !== undefined && !rule ? `There is no rule “${id}”` : { rule };
  },
});

export const explainCommand = defineCommand(LINE, 'data', async ({ rule }, { words = ENGLISH, print }) => {
  const findings = await findingsWordsIn(words.common.locale === 'zh-CN' ? 'zh-CN' : 'en');
  print(rule ? explained(rule, findings, words) : listed(findings));
  return EXIT.good;
});

function listed({ rules }: FindingsWords): string {
  const longest = Math.max(...RULES.map(({ id }) => id.length));
  const lines = RULES.map(({ id }) => cutTo(`${id.padEnd(longest)}  ${rules[id]?.title ?? ''}`.trimEnd(), 2 * COLUMNS));
  return `${lines.join('\n')}\n`;
}

function explained(rule: Rule, findings: FindingsWords, words: Words): string {
  const { rules, report, unsure } = findings;
  const { title = '', why = '', fix = '' } = rules[rule.id] ?? {};
  const { colon } = words.common;
  const latest = revisionsOf(rule).at(-1) ?? '';
  const remedies =
    typeof fix === 'string'
      ? [fix]
      : [`${report.side.client}${colon}${fix.client}`, `${report.side.server}${colon}${fix.server}`];
  const example = exampleOf(rule.id);
  const before = example?.before ?? [];
  const leftOut = LEFT_OUT[rule.id];
  const paragraph = (name: string, text: string): string[] => wrapped(`${name}${colon}${text}`, COLUMNS).map(visible);
  return `${[
    `${rule.id}: ${title}`,
    `${levels(rule, findings, words)} · ${report.side[rule.side]}${rule.transport === undefined ? '' : ` · ${rule.transport}`}`,
    ...(leftOut ? [`${report.leftOut}${colon}${unsure[leftOut]}`] : rule.heuristic ? [report.heuristic] : []),
    '',
    ...paragraph(report.why, why),
    ...remedies.flatMap((each) => paragraph(report.fix, each)),
    // An address in two pieces can't be opened.
    `${report.see}${colon}${sectionUrl(rule, latest)}`,
    ...(example ? ['', `${report.example}${colon.trimEnd()}`, ...shown(before, example.violates, words)] : []),
    ...(example ? ['', `${report.kept}${colon.trimEnd()}`, ...shown(before, example.conforms, words)] : []),
  ].join('\n')}\n`;
}

const visible = (line: string): string => visibleText(line);

/** `MUST in 2024-11-05 to 2026-07-28`, or what it is in each span of revisions. */
function levels(rule: Rule, { report }: FindingsWords, { comparison }: Words): string {
  const spans: { level: string; revisions: string[] }[] = [];
  for (const revision of revisionsOf(rule)) {
    const level = levelOf(rule, revision);
    const last = spans.at(-1);
    if (last?.level === level) last.revisions.push(revision);
    else spans.push({ level, revisions: [revision] });
  }
  return spans
    .map(({ level, revisions }) => {
      const [first = '', last = first] = [revisions[0], revisions.at(-1)];
      return report.levelIn(level as Rule['level'], first === last ? first : `${first} … ${last}`);
    })
    .join(comparison.comma);
}

/** The rows of an example as the diagram has them, each message with its text; what precedes it is left out. */
function shown(before: readonly EventBody[], own: readonly EventBody[], words: Words): string[] {
  const log = new SessionLog();
  for (const [s, body] of [...before, ...own].entries()) log.append({ ...body, s, t: s * 1000 });
  return own.flatMap((body, index) => {
    const view = describe(log, before.length + index);
    const { common } = words;
    const way = body.k === 'message' ? (body.dir === 'c2s' ? common.clientToServer : common.serverToClient) : '';
    const text = view
      ? rowText(words, log, view)
          .parts.map((part) => part.text)
          .join(' ')
      : body.k;
    const raw = body.k === 'message' && body.raw !== undefined ? [`      ${visible(body.raw)}`] : [];
    return [
      `  ${[way, text]
        .filter((each) => each !== '')
        .map(visible)
        .join(words.common.colon)}`,
      ...raw,
    ];
  });
}
