/** What a comparison tells of, in words: a line for each change, and one for what it comes to. */
import {
  failsAt,
  verdictOf,
  type Comparison,
  type Difference,
  type Finding,
  type Gate,
  type Pair,
  type Weight,
  type CompareOptions,
} from '#shared/compare';
import { visibleText } from '#shared/plain-text';
import {
  changedRows,
  differenceWords,
  ENGLISH,
  errorSaid,
  findingWords,
  operationWords,
  shownBoth,
  titleOf,
  type Words,
} from '#shared/words';
import { countWords, type ReportContext } from './words.ts';
import { comparedFindings } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';

const MAX_DIFFERENCE_COUNT = 20;
const MAX_ROW_COUNT = 12;

/** A finding as lines: of an operation that changed, one for each difference. */
export function findingLines(comparison: Comparison, finding: Finding, whole = false, words = ENGLISH): string[] {
  const pair = finding.of === 'operation' ? comparison.pairs[finding.at] : undefined;
  const lines =
    pair?.verdict === 'changed' ? pairLines(pair, finding, whole, words) : [findingWords(comparison, finding, words)];
  return lines.map((line) => visibleText(line));
}

/** The first word of the verdict: never “Same” where the check fails. */
export function headWord(
  worst: Weight | 'same',
  failOn: Gate = 'changed',
): 'Same' | 'Differs' | 'Changed' | 'Breaking' {
  if (worst === 'breaking') return 'Breaking';
  if (worst === 'changed') return 'Changed';
  return failsAt(worst, failOn) ? 'Differs' : 'Same';
}

/** The verdict in one line: the worst kind of change and the first of them, and how much was compared. */
export function verdictLine(
  comparison: Comparison,
  { failOn = 'changed', words = ENGLISH, damaged = [] }: Pick<ReportContext, 'failOn' | 'words' | 'damaged'> = {},
): string {
  const { worst, reason, counts } = verdictOf(comparison);
  const t = words.comparison;
  const { semicolon } = words.common;
  const colon = `${damaged.length > 0 ? t.report.incomplete : ''}${words.common.colon}`;
  const compared = `${countWords(comparison, words)}${t.stop}`;
  if (!reason) return `${t.heads.Same}${colon}${compared}`;
  const why = visibleText(findingWords(comparison, reason, words));
  const others = [
    [counts.breaking, t.weights.breaking, 'breaking'],
    [counts.changed, t.weights.changed, 'changed'],
    [counts.informational, t.informational, 'informational'],
  ] as const;
  const more = others.flatMap(([count, word, weight]) => {
    const rest = count - (reason.weight === (weight satisfies Weight) ? 1 : 0);
    return rest > 0 ? [t.count(rest, word)] : [];
  });
  const also = more.length > 0 ? t.also(more.join(t.comma)) : '';
  const head = headWord(worst, failOn);
  if (head === 'Same')
    return `${t.heads.Same}${colon}${countWords(comparison, words)}${semicolon}${t.notCounted(counts.informational)}${t.stop}`;
  const passes = failsAt(worst, failOn) ? '' : t.passes(failOn);
  return `${t.heads[head]}${colon}${why}${also}${t.stop}${words.meaning.space}${compared}${passes}`;
}

function pairLines(pair: Pair, finding: Finding, whole: boolean, words: Words): string[] {
  const { differences, differing } = pair;
  const title = titleOf(pair, words);
  const head =
    finding.of === 'operation' && finding.why !== 'changed' ? [operationWords(pair, finding.why, words)] : [];
  const fails = finding.of === 'operation' && finding.why === 'fails';
  const said = fails ? errorSaid(differences) : undefined;
  const isTold = (each: Difference): boolean =>
    each.path === '/outcome' || (!whole && (each === said || (each.kind !== 'changed' && FOLLOWS.has(each.path))));
  const listed = head.length === 0 ? differences : differences.filter((each) => !isTold(each));
  const told = listed.slice(0, MAX_DIFFERENCE_COUNT);
  const rest = differing - differences.length + listed.length - told.length;
  return [
    ...head,
    ...told.flatMap((each) => [`${title} ${differenceWords(each, words)}`, ...(whole ? rowLines(each, words) : [])]),
    ...(rest > 0 ? [`${title}${words.common.colon}${words.comparison.moreDifferences(rest)}`] : []),
  ];
}

/** Parts of a result that is absent or failed: the outcome says that already. */
const FOLLOWS: ReadonlySet<string> = new Set(['/result', '/result/isError', '/result/structuredContent']);

function rowLines({ kind, before, after }: Difference, words: Words): string[] {
  const rows = kind === 'changed' ? changedRows(before, after) : [];
  const lines = rows.slice(0, MAX_ROW_COUNT).flatMap((row) => {
    const [one, other] = shownBoth(row.before?.text, row.after?.text, words);
    return [...(row.before ? [`    - ${one}`] : []), ...(row.after ? [`    + ${other}`] : [])];
  });
  return [
    ...lines,
    ...(rows.length > MAX_ROW_COUNT ? [`    ${words.comparison.furtherLines(rows.length - MAX_ROW_COUNT)}`] : []),
  ];
}

/** Finds the broken rules of recordings, in words of English and of the report's language. */
export async function ruleJudge({ common } = ENGLISH): Promise<NonNullable<CompareOptions['judge']>> {
  const en = await findingsWordsIn('en');
  return comparedFindings(common.locale === 'zh-CN' ? { en, 'zh-CN': await findingsWordsIn('zh-CN') } : { en });
}
