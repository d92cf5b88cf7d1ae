/** What a comparison tells of, in words. */
import {
  textDifference,
  type BrokenDifference,
  type Comparison,
  type Difference,
  type FactChange,
  type Finding,
  type ListDifference,
  type Pair,
  type RuleDifference,
} from '#shared/compare';
import { parsedJson } from '#shared/jsonrpc';
import { definitionWords, factValue, factWords, outcomeWords, shown, titleOf, beforeText } from './comparison.ts';
import { ENGLISH, type Words } from './dictionary.ts';
import { duration } from './figures.ts';
import { entryOf } from './text.ts';

/** The lists of a comparison that findings are about. */
export type Told = Pick<
  Comparison,
  'definitions' | 'pairs' | 'facts' | 'broken' | 'rules' | 'lists' | 'latency' | 'ambient'
>;

/** What a finding is, in one line: `tool echo is gone`. Texts of servers are in it as they are. */
export function findingWords(comparison: Told, finding: Finding, words = ENGLISH): string {
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
    case 'rule':
      return told(comparison.rules[at], (rule) => ruleWords(rule, words));
    case 'list':
      return told(comparison.lists[at], (list) => listWords(list, words));
    case 'latency': {
      const { pair = -1, before = 0, after = 0 } = comparison.latency[at] ?? {};
      const title = told(comparison.pairs[pair], (named) => titleOf(named, words));
      const took = (ms: number): string => duration(ms * 1000, words.common.locale);
      return t.took(title, took(after), took(before));
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

export function operationWords(pair: Pair, why: Extract<Finding, { of: 'operation' }>['why'], words: Words): string {
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
  const { path = '' } = fact;
  const [before, after] = [fact.before, fact.after].map((value) => factValue(fact.fact, value, words));
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

/** What the server says of a failure: the JSON-RPC error, or the first text of the result. */
export function errorSaid(differences: readonly Difference[]): Difference | undefined {
  return (
    differences.find(({ path }) => path === '/error') ??
    differences.find(({ path, after }) => path === '/result/content/0/text' && after !== undefined)
  );
}

/** Where it stands what became of an operation, or of what the server asked meanwhile. */
const OUTCOME = /^((?:\/requests\/\d+)?)\/outcome$/;

/** The words for an outcome that is written as JSON; another value as it is. */
function outcomeSaid(value: string | undefined, words: Words): string {
  return entryOf(words.outcomeSentences, value?.replaceAll('"', '') ?? '') ?? shown(value, words);
}

export function differenceWords({ path, kind, before, after, inconsistent }: Difference, words: Words): string {
  const t = words.comparison;
  const { aside, colon } = words.common;
  const why = inconsistent ? aside(t.inconsistent) : '';
  const requests = OUTCOME.exec(path)?.[1];
  if (requests !== undefined && kind === 'changed')
    return `${requests === '' ? t.outcome : path}${colon}${t.was(outcomeSaid(after, words), outcomeSaid(before, words))}`;
  if (kind === 'added') return `${t.isNew(path)}${colon}${shown(after, words)}`;
  if (kind === 'removed') return `${t.isGone(path)}${t.formerly(shown(before, words))}`;
  const rows = changedRows(before, after);
  const [first] = rows;
  if (!first) return `${path}${colon}${beforeText(before, after, words)}${why}`;
  const line = first.after?.line ?? first.before?.line ?? 0;
  const more = rows.length > 1 ? t.moreLines(rows.length - 1) : '';
  return `${t.line(path, line)}${colon}${beforeText(first.before?.text, first.after?.text, words)}${more}${why}`;
}

/** The lines of a text of several that differ; none for other values. */
export function changedRows(
  before: string | undefined,
  after: string | undefined,
): ReturnType<typeof textDifference>['rows'] {
  const [was, is] = [multiline(before), multiline(after)];
  return was === undefined || is === undefined
    ? []
    : textDifference(was, is).rows.filter(({ kind }) => kind !== 'same');
}

function brokenWords({ what, fault, text, method, http, before, after, s }: BrokenDifference, words: Words): string {
  const t = words.comparison;
  const { colon } = words.common;
  const name = what === 'noise' ? t.noise(http === true) : t.violation(words.problems.faults[fault].title, method);
  const said = text === '' ? t.emptyLine : t.quoted(shown(text, words));
  if (before === 0) return t.newOutput(name, said, s, after);
  if (after === 0) return t.noLonger(name, said);
  return `${name}${colon}${t.was(t.times(after), String(before))}${colon}${said}`;
}

function ruleWords({ what, rule, side, level, of, place, s, said }: RuleDifference, words: Words): string {
  const { rules: t } = words.comparison;
  const { locale, colon } = words.common;
  const sentence = said[locale] ?? Object.values(said)[0] ?? rule;
  const about = [of, place].filter((each) => each !== '').join(' ');
  return [t[what](rule, t.sides[side], level), ...(about === '' ? [] : [about]), t.at(sentence, s)].join(colon);
}

function listWords({ list, what, before, after }: ListDifference, words: Words): string {
  const t = words.comparison;
  return `${t.listed[what](t.lists[list])}${words.common.colon}${t.was(shown(after, words), shown(before, words))}`;
}

/** The text of a JSON string of several lines, or undefined for any other value. */
export function multiline(json: string | undefined): string | undefined {
  if (!json?.startsWith('"') || !json.includes('\\n')) return undefined;
  const whole = json.endsWith('…') ? json.slice(0, -1).replace(/\\(?:u[\da-fA-F]{0,3})?$/, '') : json;
  const text = parsedJson(whole.endsWith('"') && whole.length > 1 ? whole : `${whole}"`);
  return typeof text === 'string' ? text : undefined;
}
