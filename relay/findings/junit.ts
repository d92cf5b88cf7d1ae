/** Findings as JUnit XML: a suite for each recording, a test case for each rule that something was held against. */
import { basename } from 'node:path';
import {
  isAtLeast,
  RULES,
  reportedFindings,
  saidOnce,
  weightOf,
  type ReportedFinding,
  type Weight,
} from '#shared/findings';
import type { FindingsWords } from '#shared/findings/words';
import { junitXml, type JunitCase, type UnreadFile } from '../report/index.ts';
import { damageSentence, isDamaged, type FileDamage } from '../recording/index.ts';
import type { LintedFile } from './json.ts';

const MAX_LISTED_COUNT = 20;

export function fails({ finding, rule }: ReportedFinding, failOn: Weight): boolean {
  return isAtLeast(weightOf(rule, finding.revision), failOn);
}

/** An unreadable file is an error; so is the case of a damaged recording, unless that is accepted. A case fails when its rule was broken and counts at this level; what does not count is in the case's name. */
export function lintJunit(
  files: readonly LintedFile[],
  words: FindingsWords,
  failOn: Weight,
  {
    acceptsDamaged = false,
    unread = [],
  }: { readonly acceptsDamaged?: boolean; readonly unread?: readonly UnreadFile[] } = {},
): string {
  return junitXml({
    name: 'mcp-lifeline lint',
    of: 'mcp-lifeline',
    suites: [
      ...files.map((linted) => ({
        name: suiteOf(linted.file),
        cases: [...damageCases(linted.damage, acceptsDamaged), ...casesOf(linted, words, failOn)],
      })),
      ...unread.map(({ file, sentence }) => ({
        name: suiteOf(file),
        cases: [{ name: 'the recording can be read', error: { type: 'unread', message: sentence } }],
      })),
    ],
  });
}

/** A name without a dot: readers take what precedes one for a package. */
const suiteOf = (file: string): string =>
  basename(file)
    .replace(/\.mcprec(?:\.gz)?$/, '')
    .replaceAll('.', '-');

/** What of the recording could not be judged: an error, unless that is accepted or it is still being written. */
function damageCases(damage: FileDamage | undefined, accepted: boolean): JunitCase[] {
  if (!damage) return [];
  const message = damageSentence(damage);
  if (accepted || !isDamaged(damage)) return [{ name: message }];
  return [{ name: 'the recording is whole', error: { type: 'damaged', message } }];
}

function casesOf(linted: LintedFile, words: FindingsWords, failOn: Weight): JunitCase[] {
  const broken = new Map<string, ReportedFinding[]>();
  for (const told of reportedFindings(linted.findings, words))
    broken.set(told.rule.id, [...(broken.get(told.rule.id) ?? []), told]);
  const unsure = new Map(linted.unchecked.map(({ rule, why }) => [rule, why]));
  return RULES.flatMap(({ id }): JunitCase[] => {
    const name = `${id}: ${words.rules[id]?.title ?? id}`;
    const told = broken.get(id);
    const [first] = told ?? [];
    if (told && first) {
      const once = saidOnce(told);
      const lines = once
        .slice(0, MAX_LISTED_COUNT)
        .flatMap(({ told: { finding, text }, places, consequences }) => [
          `event ${finding.at} (${finding.side}${places > 1 ? `, ${places} places` : ''}): ${text}`,
          ...new Set(consequences.map((each) => `  ${words.report.follows(each.finding.at, each.rule.id, each.text)}`)),
        ]);
      const more = once.length > MAX_LISTED_COUNT ? [`and ${once.length - MAX_LISTED_COUNT} more`] : [];
      const message = `${told.length === 1 ? '' : `${told.length} times: `}${first.text}`;
      const what = { type: first.level, message, text: [...lines, ...more].join('\n') };
      return [
        told.some((each) => fails(each, failOn)) ? { name, failure: what } : { name: `${name} (${first.level})` },
      ];
    }
    const why = unsure.get(id);
    if (why !== undefined) return [{ name, skipped: words.unsure[why] }];
    return linted.kept.has(id) ? [{ name }] : [];
  });
}
