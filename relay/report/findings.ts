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

export const WEIGHT_WORDS: { readonly [weight in Weight]: string } = {
  breaking: 'breaking',
  changed: 'changed',
  informational: 'info',
};

/** What a finding is, in one line: `tool echo is gone`. Texts of servers are in it as they are. */
export function findingWords(comparison: Comparison, finding: Finding): string {
  const { at } = finding;
  switch (finding.of) {
    case 'definition': {
      const change = comparison.definitions[at];
      return change ? definitionWords(change) : '';
    }
    case 'operation': {
      const pair = comparison.pairs[at];
      return pair ? operationWords(pair, finding.why) : '';
    }
    case 'session': {
      const fact = comparison.facts[at];
      return fact ? sessionWords(fact, finding.why) : '';
    }
    case 'broken': {
      const broken = comparison.broken[at];
      return broken ? brokenWords(broken) : '';
    }
    case 'list': {
      const list = comparison.lists[at];
      return list ? listWords(list) : '';
    }
    case 'latency': {
      const { pair = -1, before = 0, after = 0 } = comparison.latency[at] ?? {};
      const named = comparison.pairs[pair];
      return `${named ? titleOf(named) : ''} took ${after.toFixed(1)} ms (was: ${before.toFixed(1)} ms)`;
    }
    case 'notification': {
      const { method = '', before = 0, after = 0 } = comparison.ambient[at] ?? {};
      return `${method}: ${times(after)} (was: ${before})`;
    }
  }
}

/** A finding on lines of its own, without line ends in them: of an operation that changed, one for each difference. */
export function findingLines(comparison: Comparison, finding: Finding, whole = false): string[] {
  const pair = finding.of === 'operation' ? comparison.pairs[finding.at] : undefined;
  const lines = pair?.verdict === 'changed' ? pairLines(pair, finding, whole) : [findingWords(comparison, finding)];
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
  { failOn = 'changed' }: Pick<ReportContext, 'failOn'> = {},
): string {
  const { worst, reason, counts } = verdictOf(comparison);
  const compared = countWords(comparison);
  if (!reason) return `Same: ${compared}.`;
  const why = visibleText(findingWords(comparison, reason));
  const others = [
    [counts.breaking, 'breaking'],
    [counts.changed, 'changed'],
    [counts.informational, 'informational'],
  ] as const;
  const more = others.flatMap(([count, word]) => {
    const rest = count - (reason.weight === (word satisfies Weight) ? 1 : 0);
    return rest > 0 ? [`${rest} ${word}`] : [];
  });
  const also = more.length > 0 ? `; also ${more.join(', ')}` : '';
  const head = headWord(worst, failOn);
  if (head === 'Same') {
    const told = counts.informational === 1 ? '1 difference that does' : `${counts.informational} differences that do`;
    return `Same: ${compared}; ${told} not count.`;
  }
  const passes = failsAt(worst, failOn) ? '' : ` This passes: --fail-on ${failOn}.`;
  return `${head}: ${why}${also}. ${compared}.${passes}`;
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

function operationWords(pair: Pair, why: Extract<Finding, { of: 'operation' }>['why']): string {
  const title = titleOf(pair);
  const { before, after, differences, differing } = pair;
  const outcomes = `${after ? outcomeWords(after) : ''} (was: ${before ? outcomeWords(before) : ''})`;
  switch (why) {
    case 'fails': {
      const said = errorSaid(differences);
      return `${title} fails: ${outcomes}${said?.after === undefined ? '' : `: ${shown(said.after)}`}`;
    }
    case 'unanswered':
      return `${title} is ${outcomes}`;
    case 'not-reached':
      return `${title} was not reached`;
    case 'missing':
      return `${title} is missing${before ? ` (was: ${outcomeWords(before)})` : ''}`;
    case 'extra':
      return `${title} is new${after ? `: ${outcomeWords(after)}` : ''}`;
    case 'moved':
      return `${title} comes in another order`;
    case 'changed': {
      const [first] = differences;
      const more = differing > 1 ? `, and ${differing - 1} more in it` : '';
      return first ? `${title} ${differenceWords(first)}${more}` : `${title} differs`;
    }
  }
}

function sessionWords(fact: FactChange, why: Extract<Finding, { of: 'session' }>['why']): string {
  const { path = '', before, after } = fact;
  const was = before === undefined ? '' : ` (was: ${shown(before)})`;
  switch (why) {
    case 'capability-removed':
      return `capability ${path.slice(1)} is gone${was}`;
    case 'capability-added':
      return `capability ${path.slice(1)} is new: ${shown(after)}`;
    case 'crashed':
      return `the server process ended with ${shown(after)}${was}`;
    case 'failed':
      return after === undefined ? `no revision was agreed${was}` : `the session failed: ${shown(after)}${was}`;
    case 'changed':
      return factWords(fact);
  }
}

function pairLines(pair: Pair, finding: Finding, whole: boolean): string[] {
  const { differences, differing } = pair;
  const title = titleOf(pair);
  const head = finding.of === 'operation' && finding.why !== 'changed' ? [operationWords(pair, finding.why)] : [];
  const fails = finding.of === 'operation' && finding.why === 'fails';
  const said = fails ? errorSaid(differences) : undefined;
  const isTold = (each: Difference): boolean =>
    each.path === '/outcome' || (!whole && (each === said || (each.kind !== 'changed' && FOLLOWS.has(each.path))));
  const listed = head.length === 0 ? differences : differences.filter((each) => !isTold(each));
  const told = listed.slice(0, MOST_DIFFERENCES);
  const rest = differing - differences.length + listed.length - told.length;
  return [
    ...head,
    ...told.flatMap((each) => [`${title} ${differenceWords(each)}`, ...(whole ? rowLines(each) : [])]),
    ...(rest > 0 ? [`${title}: ${rest} more ${rest === 1 ? 'difference' : 'differences'}`] : []),
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

function differenceWords({ path, kind, before, after, inconsistent }: Difference): string {
  const why = inconsistent ? ' (stands for another value than before)' : '';
  if (kind === 'added') return `${path} is new: ${shown(after)}`;
  if (kind === 'removed') return `${path} is gone (was: ${shown(before)})`;
  const rows = changedRows(before, after);
  const [first] = rows;
  if (!first) return `${path}: ${wasShown(before, after)}${why}`;
  const line = first.after?.line ?? first.before?.line ?? 0;
  const more = rows.length > 1 ? `, and ${rows.length - 1} more ${rows.length === 2 ? 'line' : 'lines'}` : '';
  return `${path} line ${line}: ${wasShown(first.before?.text, first.after?.text)}${more}${why}`;
}

/** The lines of a text of several that differ; none for other values. */
function changedRows(before: string | undefined, after: string | undefined): ReturnType<typeof textDifference>['rows'] {
  const [was, is] = [multiline(before), multiline(after)];
  return was === undefined || is === undefined
    ? []
    : textDifference(was, is).rows.filter(({ kind }) => kind !== 'same');
}

/** The lines that differ, of a text of several. */
function rowLines({ kind, before, after }: Difference): string[] {
  const rows = kind === 'changed' ? changedRows(before, after) : [];
  const lines = rows.slice(0, MOST_ROWS).flatMap((row) => {
    const [one, other] = shownBoth(row.before?.text, row.after?.text);
    return [...(row.before ? [`    - ${one}`] : []), ...(row.after ? [`    + ${other}`] : [])];
  });
  return [...lines, ...(rows.length > MOST_ROWS ? [`    and ${rows.length - MOST_ROWS} more lines`] : [])];
}

function brokenWords({ what, fault, text, method, http, before, after, s }: BrokenDifference): string {
  const where = method === undefined ? '' : ` in ${method}`;
  const line = http ? 'HTTP body' : 'line on stdout';
  const name = what === 'noise' ? `${line} that is not JSON-RPC` : `protocol violation${where} (${fault})`;
  const said = text === '' ? 'an empty line' : `“${shown(text)}”`;
  if (before === 0) return `new ${name}: ${said}, event ${s}${after > 1 ? `, ${times(after)}` : ''}`;
  if (after === 0) return `no longer a ${name}: ${said}`;
  return `${name}: ${times(after)} (was: ${before}): ${said}`;
}

const LISTS: { readonly [list in ListDifference['list']]: string } = {
  tools: 'tools',
  resources: 'resources',
  resourceTemplates: 'resource templates',
  prompts: 'prompts',
};

function listWords({ list, what, before, after }: ListDifference): string {
  const how = what === 'order' ? 'are listed in another order' : 'are listed on pages of another size';
  return `${LISTS[list]} ${how}: ${shown(after)} (was: ${shown(before)})`;
}
