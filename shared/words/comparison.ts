/** The parts of a comparison in words. Texts of servers are in them as they are. */
import { lineParts, type DefinitionChange, type FactChange, type Pair, type Side } from '#shared/compare';
import { eraReason, reasonText } from './connection.ts';
import { definitionPart } from './definition-part.ts';
import { ENGLISH } from './dictionary.ts';
import { duration } from './figures.ts';

/** `tools/call echo`. */
export function titleOf({ kind, method, about, dir }: Pair, { common, comparison: t } = ENGLISH): string {
  if (kind === 'malformed') return t.malformed;
  const who = dir === 's2c' ? common.aside(t.byServer) : '';
  return `${method ?? ''}${about === undefined ? '' : ` ${about}`}${who}`;
}

/** `tools/call echo: same result, 3.1 ms → 4 ms`: an operation that is told whether or not it changed. */
export function pairLine(pair: Pair, words = ENGLISH): string {
  const { verdict, before, after } = pair;
  const t = words.comparison;
  const [was, is] = [before, after].map((side) => side && words.outcomes[side.outcome]);
  const said =
    was === undefined || is === undefined
      ? `${t.verdicts[verdict]}${words.common.aside(is ?? was ?? '')}`
      : was !== is
        ? t.was(is, was)
        : (verdict === 'changed' ? t.otherThan : t.sameAs)(is);
  const times = [before?.ms, after?.ms].flatMap((ms) =>
    ms === undefined ? [] : [duration(ms * 1000, words.common.locale)],
  );
  return `${titleOf(pair, words)}${words.common.colon}${[said, times.join(' → ')].filter(Boolean).join(t.comma)}`;
}

export const outcomeWords = ({ outcome }: Side, words = ENGLISH): string => words.outcomeSentences[outcome];

/**
 * `parameter a of tool sum has a different type: "string" (was: "number")`; with the place where a part's name does not say it:
 * `tool echo accepts or returns less, at /inputSchema/additionalProperties: false (was: absent)`.
 */
export function definitionWords(change: DefinitionChange, words = ENGLISH): string {
  const { of, name, reason, path, before, after } = change;
  const t = words.comparison;
  const whose = `${t.definitions[of]} ${name}`;
  const part = definitionPart(change);
  if (!part) {
    const said = `${whose} ${t.reasons[reason]}`;
    return path === '' ? said : `${said}${t.at(path)}${beforeText(before, after, words)}`;
  }
  const said = `${t.partOf(t.parts[part.kind], part.name, whose)} ${reasonWords(change, words)}`;
  if (saysAll(change)) return said;
  if (!part.whole) return `${said}${t.at(path)}${beforeText(before, after, words)}`;
  if (after === undefined) return `${said}${t.formerly(shown(before, words))}`;
  return `${said}${words.common.colon}${before === undefined ? shown(after, words) : beforeText(before, after, words)}`;
}

/** What happened, said of the part that the change is about, or of the whole definition. */
export function reasonWords(change: DefinitionChange, { comparison: t } = ENGLISH): string {
  return (definitionPart(change) && t.partReasons[change.reason]) ?? t.reasons[change.reason];
}

/** True where the words for it leave nothing to be said by values: whether a part has to be given. */
export const saysAll = (change: DefinitionChange): boolean =>
  NECESSITY.has(change.reason) && definitionPart(change) !== undefined;

const NECESSITY: ReadonlySet<DefinitionChange['reason']> = new Set([
  'property-required',
  'property-optional',
  'argument-required',
  'argument-optional',
]);

export function factWords({ fact, path = '', before, after }: FactChange, words = ENGLISH): string {
  const what = [words.comparison.facts[fact], path].filter((each) => each !== '').join(' ');
  return `${what}${words.common.colon}${beforeText(factValue(fact, before, words), factValue(fact, after, words), words)}`;
}

/** The value of a fact; what is a code of the program's own in words. */
export function factValue(fact: FactChange['fact'], value: string | undefined, words = ENGLISH): string | undefined {
  if (value === undefined || value === '') return value;
  if (fact === 'era') return eraReason(value, words).title;
  return fact === 'problem' ? reasonText(value, words) : value;
}

const MAX_VALUE_CHARS = 200;
/** Units of a long value that stand before what differs in it. */
const LEAD = 60;

/** `is (was: before)`, of long values around where they differ. */
export function beforeText(before: string | undefined, after: string | undefined, words = ENGLISH): string {
  const [was, is] = shownBoth(before, after, words);
  return words.comparison.was(is, was);
}

/** Two values that differ, each on one line, cut to where they do. */
export function shownBoth(
  before: string | undefined,
  after: string | undefined,
  words = ENGLISH,
): readonly [string, string] {
  if (before === undefined || after === undefined || Math.max(before.length, after.length) <= MAX_VALUE_CHARS)
    return [shown(before, words), shown(after, words)];
  const [was, is] = lineParts(before, after, LEAD);
  return [shown(was.lead + was.differs + was.tail), shown(is.lead + is.differs + is.tail)];
}

/** A value on one line, cut off. */
export function shown(text: string | undefined, words = ENGLISH): string {
  if (text === undefined) return words.comparison.absent;
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text;
}
