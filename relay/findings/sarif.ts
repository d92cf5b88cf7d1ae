/** Findings as SARIF 2.1.0 (OASIS), as code scanning services read it. */
import { createHash } from 'node:crypto';
import {
  levelOf,
  sectionUrl,
  reportedFindings,
  type Rule,
  type Severity,
  type ReportedFinding,
} from '#shared/findings';
import type { FindingsWords } from '#shared/findings/words';
import { visibleText } from '#shared/plain-text';
import { PROGRAM } from '../base/index.ts';
import { damageSentence, isDamaged } from '../recording/index.ts';
import type { UnreadFile } from '../report/index.ts';
import type { LintedFile } from './json.ts';

const LEVELS: { readonly [severity in Severity]: 'error' | 'warning' | 'note' } = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};
const LATEST = '2026-07-28';

/** A finding is at the line of its event: the header is line 1, event 0 is line 2. */
export function lintSarif(
  files: readonly LintedFile[],
  words: FindingsWords,
  unread: readonly UnreadFile[] = [],
): string {
  const told = files.map((linted) => ({ linted, told: reportedFindings(linted.findings, words) }));
  const rules = [...new Set(told.flatMap((each) => each.told.map(({ rule }) => rule)))];
  const places = new Map(rules.map((rule, index) => [rule.id, index]));
  return `${JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: PROGRAM.name,
              semanticVersion: PROGRAM.version,
              informationUri: 'https://modelcontextprotocol.io/specification',
              rules: rules.map((rule) => described(rule, words)),
            },
          },
          ...invocationsOf(files, unread),
          columnKind: 'utf16CodeUnits',
          results: told.flatMap((each) => each.told.map((one) => result(one, each.linted, places, words))),
        },
      ],
    },
    undefined,
    2,
  )}\n`;
}

function invocationsOf(files: readonly LintedFile[], unread: readonly UnreadFile[]): object {
  const damaged = files.flatMap(({ damage }) => damage ?? []);
  const told = [
    ...unread.map(({ file, sentence }) => ({ file, line: 1, sentence })),
    ...damaged.map((each) => ({ file: each.file, line: each.lines[0]?.line ?? 1, sentence: damageSentence(each) })),
  ];
  if (told.length === 0) return {};
  const toolExecutionNotifications = told.map(({ file, line, sentence }) => ({
    level: 'error',
    message: { text: visibleText(sentence) },
    locations: [fileAt(file, line)],
  }));
  const executionSuccessful = unread.length === 0 && !damaged.some(isDamaged);
  return { invocations: [{ executionSuccessful, toolExecutionNotifications }] };
}

const fileAt = (file: string, startLine: number): { readonly physicalLocation: object } => ({
  physicalLocation: { artifactLocation: { uri: encodeURI(file.replaceAll('\\', '/')) }, region: { startLine } },
});

function described(rule: Rule, { rules }: FindingsWords): object {
  const { title = rule.id, why = '', fix = '' } = rules[rule.id] ?? {};
  const remedy = typeof fix === 'string' ? fix : `Client: ${fix.client} Server: ${fix.server}`;
  return {
    id: rule.id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: remedy },
    helpUri: sectionUrl(rule, LATEST),
    defaultConfiguration: { level: LEVELS[rule.severity] },
    properties: { category: rule.category, level: levelOf(rule, LATEST), tags: ['mcp', rule.category] },
  };
}

function result(
  { finding, severity, text, consequences }: ReportedFinding,
  { file, log }: LintedFile,
  places: ReadonlyMap<string, number>,
  { report }: FindingsWords,
): object {
  const at = (s: number): object => fileAt(file, s + 2);
  const about = log.operationOf(finding.at);
  const related = [
    ...finding.related.map(at),
    ...consequences.map((each) => ({
      ...at(each.finding.at),
      message: { text: visibleText(report.follows(each.finding.at, each.rule.id, each.text)) },
    })),
  ];
  return {
    ruleId: finding.rule,
    ruleIndex: places.get(finding.rule) ?? -1,
    level: LEVELS[severity],
    message: { text: visibleText(text) },
    locations: [
      {
        ...at(finding.at),
        ...(finding.pointer === undefined
          ? {}
          : { logicalLocations: [{ fullyQualifiedName: visibleText(finding.pointer), kind: 'member' }] }),
      },
    ],
    ...(related.length > 0 ? { relatedLocations: related } : {}),
    // The same finding of another run has other numbers of events. A URI, or the name of a member, may hold a secret.
    partialFingerprints: {
      'mcpLifeline/v2': createHash('sha256')
        .update(
          JSON.stringify([finding.rule, finding.side, about?.method ?? '', about?.name ?? '', finding.pointer ?? '']),
        )
        .digest('hex'),
    },
    properties: { side: finding.side, event: finding.at, revision: finding.revision },
  };
}
