/** What a comparison tells of, in words: a line for each change, and one for what it comes to. */
import {
  failsAt,
  type Gate,
  textDifference,
  verdictOf,
  type BrokenDifference,
  type Comparison,
  type Difference,
  type FactChange,
  type Finding,
  type ListDifference,
  type Pair,
  type Weight,
} from '#shared/compare';
import { visibleText } from '#shared/plain-text';
import { ENGLISH, type Words } from '#shared/words';
import { multiline } from './multiline.ts';
import {
  countWords,
  definitionWords,
  factWords,
  outcomeWords,
  shown,
  shownBoth,
  titleOf,
  wasShown,
  type ReportContext,
} from './words.ts';

/** So many differences are told of one operation. */
const MOST_DIFFERENCES = 20;
const MOST_ROWS = 12;

/** What a finding is, in one line: `tool echo is gone`. Texts of servers are in it as they are. */
export function findingWords(comparison: Comparison, finding: Finding, words = ENGLISH): string {
  const t = words.comparison;
  const { at } = finding;
  switch (finding.of) {
    case 'definition':
      return told(comparison.definitions[at], (change) => definitionWords(change, words));
    case 'operation':
      return told(comparison.pairs[at], (pair) => operationWords(pair, finding.why, words));
    case 'session':
      return told(comparison.facts[at], (fact) => sessionWords(fact, finding.why, words));
    case 'broken':
      return told(comparison.broken[at], (broken) => brokenWords(broken, words));
    case 'list':
      return told(comparison.lists[at], (list) => listWords(list, words));
    case 'latency': {
      const { pair = -1, before = 0, after = 0 } = comparison.latency[at] ?? {};
      const title = told(comparison.pairs[pair], (named) => titleOf(named, words));
      return t.took(title, `${after.toFixed(1)} ms`, `${before.toFixed(1)} ms`);
    }
    case 'notification': {
      const { method = '', before = 0, after = 0 } = comparison.ambient[at] ?? {};
      return `${method}${words.common.colon}${t.was(t.times(after), String(before))}`;
    }
  }
}

/** The words for what a finding is about; none where nothing is at its index. */
const told = <About>(about: About | undefined, words: (about: About) => string): string =>
  about === undefined ? '' : words(about);

/** A finding on lines of its own, without line ends in them: of an operation that changed, one for each difference. */
export function findingLines(comparison: Comparison, finding: Finding, whole = false, words = ENGLISH): string[] {
  const pair = finding.of === 'operation' ? comparison.pairs[finding.at] : undefined;
  const lines =
    pair?.verdict === 'changed' ? pairLines(pair, finding, whole, words) : [findingWords(comparison, finding, words)];
  return lines.map((line) => visibleText(line));
}

/** The first word of what a comparison comes to: it never says that all is the same where the check fails. */
export function headWord(
  worst: Weight | 'same',
  failOn: Gate = 'changed',
): 'Same' | 'Differs' | 'Changed' | 'Breaking' {
  if (worst === 'breaking') return 'Breaking';
  if (worst === 'changed') return 'Changed';
  return failsAt(worst, failOn) ? 'Differs' : 'Same';
}

/** What a comparison comes to, in one line: the worst kind of change and the first of them, and how much was compared. */
export function verdictLine(
  comparison: Comparison,
  { failOn = 'changed', words = ENGLISH }: Pick<ReportContext, 'failOn' | 'words'> = {},
): string {
  const { worst, reason, counts } = verdictOf(comparison);
  const t = words.comparison;
  const { colon } = words.common;
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
  const also = more.length > 0 ? t.also(more.join(', ')) : '';
  const head = headWord(worst, failOn);
  if (head === 'Same')
    return `${t.heads.Same}${colon}${countWords(comparison, words)}; ${t.notCounted(counts.informational)}${t.stop}`;
  const passes = failsAt(worst, failOn) ? '' : t.passes(failOn);
  return `${t.heads[head]}${colon}${why}${also}${t.stop} ${compared}${passes}`;
}

function operationWords(pair: Pair, why: Extract<Finding, { of: 'operation' }>['why'], words: Words): string {
  const t = words.comparison;
  const { colon } = words.common;
  const title = titleOf(pair, words);
  const { before, after, differences, differing } = pair;
  const [was, is] = [before, after].map((side) => side && outcomeWords(side, words));
  const outcomes = t.was(is ?? '', was ?? '');
  switch (why) {
    case 'fails': {
      const said = errorSaid(differences);
      return `${t.fails(title)}${outcomes}${said?.after === undefined ? '' : `${colon}${shown(said.after, words)}`}`;
    }
    case 'unanswered':
      return t.becomes(title, outcomes);
    case 'not-reached':
      return t.notReached(title);
    case 'missing':
      return `${t.missing(title)}${was === undefined ? '' : t.formerly(was)}`;
    case 'extra':
      return `${t.isNew(title)}${is === undefined ? '' : `${colon}${is}`}`;
    case 'moved':
      return t.moved(title);
    case 'changed': {
      const [first] = differences;
      const more = differing > 1 ? t.moreInIt(differing - 1) : '';
      return first ? `${title} ${differenceWords(first, words)}${more}` : t.differs(title);
    }
  }
}

function sessionWords(fact: FactChange, why: Extract<Finding, { of: 'session' }>['why'], words: Words): string {
  const t = words.comparison;
  const { path = '', before, after } = fact;
  const was = before === undefined ? '' : t.formerly(shown(before, words));
  const capability = t.capability(path.slice(1));
  switch (why) {
    case 'capability-removed':
      return `${t.isGone(capability)}${was}`;
    case 'capability-added':
      return `${t.isNew(capability)}${words.common.colon}${shown(after, words)}`;
    case 'crashed':
      return `${t.crashed(shown(after, words))}${was}`;
    case 'failed':
      return `${after === undefined ? t.noRevision : t.failed(shown(after, words))}${was}`;
    case 'changed':
      return factWords(fact, words);
  }
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
  const told = listed.slice(0, MOST_DIFFERENCES);
  const rest = differing - differences.length + listed.length - told.length;
  return [
    ...head,
    ...told.flatMap((each) => [`${title} ${differenceWords(each, words)}`, ...(whole ? rowLines(each, words) : [])]),
    ...(rest > 0 ? [`${title}${words.common.colon}${words.comparison.moreDifferences(rest)}`] : []),
  ];
}

/** What an operation that is not answered with a result lacks, and what says that it failed: told by its outcome. */
const FOLLOWS: ReadonlySet<string> = new Set(['/result', '/result/isError', '/result/structuredContent']);

/** What the server says of a failure: the JSON-RPC error, or the first text of the result. */
function errorSaid(differences: readonly Difference[]): Difference | undefined {
  return (
    differences.find(({ path }) => path === '/error') ??
    differences.find(({ path, after }) => path === '/result/content/0/text' && after !== undefined)
  );
}

function differenceWords({ path, kind, before, after, inconsistent }: Difference, words: Words): string {
  const t = words.comparison;
  const { aside, colon } = words.common;
  const why = inconsistent ? aside(t.inconsistent) : '';
  if (kind === 'added') return `${t.isNew(path)}${colon}${shown(after, words)}`;
  if (kind === 'removed') return `${t.isGone(path)}${t.formerly(shown(before, words))}`;
  const rows = changedRows(before, after);
  const [first] = rows;
  if (!first) return `${path}${colon}${wasShown(before, after, words)}${why}`;
  const line = first.after?.line ?? first.before?.line ?? 0;
  const more = rows.length > 1 ? t.moreLines(rows.length - 1) : '';
  return `${t.line(path, line)}${colon}${wasShown(first.before?.text, first.after?.text, words)}${more}${why}`;
}

/** The lines of a text of several that differ; none for other values. */
function changedRows(before: string | undefined, after: string | undefined): ReturnType<typeof textDifference>['rows'] {
  const [was, is] = [multiline(before), multiline(after)];
  return was === undefined || is === undefined
    ? []
    : textDifference(was, is).rows.filter(({ kind }) => kind !== 'same');
}

/** The lines that differ, of a text of several. */
function rowLines({ kind, before, after }: Difference, words: Words): string[] {
  const rows = kind === 'changed' ? changedRows(before, after) : [];
  const lines = rows.slice(0, MOST_ROWS).flatMap((row) => {
    const [one, other] = shownBoth(row.before?.text, row.after?.text, words);
    return [...(row.before ? [`    - ${one}`] : []), ...(row.after ? [`    + ${other}`] : [])];
  });
  return [
    ...lines,
    ...(rows.length > MOST_ROWS ? [`    ${words.comparison.furtherLines(rows.length - MOST_ROWS)}`] : []),
  ];
}

function brokenWords({ what, fault, text, method, http, before, after, s }: BrokenDifference, words: Words): string {
  const t = words.comparison;
  const { colon } = words.common;
  const name = what === 'noise' ? t.noise(http === true) : t.violation(fault, method);
  const said = text === '' ? t.emptyLine : t.quoted(shown(text, words));
  if (before === 0) return t.newOutput(name, said, s, after);
  if (after === 0) return t.noLonger(name, said);
  return `${name}${colon}${t.was(t.times(after), String(before))}${colon}${said}`;
}

function listWords({ list, what, before, after }: ListDifference, words: Words): string {
  const t = words.comparison;
  return `${t.listed[what](t.lists[list])}${words.common.colon}${t.was(shown(after, words), shown(before, words))}`;
}
