/** What was found as of an event, from the state at a later one: findings are only added, and say since when they follow from another. */
import { countBefore, countBelow } from '#shared/base';
import type { Finding } from './finding.ts';
import type { Known } from './findings-state.ts';
import { RULES, ruleById } from './rules/index.ts';
import type { Rule, Side } from './rule.ts';
import { timesOf, uncollectedKey, type Tally } from './tally.ts';

/** How many of the findings were found up to event `s`: they are the first ones. */
function countFoundAsOf(found: readonly Finding[], s: number): number {
  return countBefore(found.length, (place) => shownBy(found[place]) <= s);
}

/** A finding as it was after event `s`, or undefined while nothing showed it. */
export function findingAsOf(finding: Finding, s: number): Finding | undefined {
  if (shownBy(finding) > s) return undefined;
  const { consequenceOf: _, followsSince = -1, ...own } = finding;
  return followsSince > s ? own : finding;
}

const shownBy = (finding: Finding | undefined): number => finding?.by ?? finding?.at ?? Infinity;

/** How often each rule was broken by what follows from no other finding, by revision: up to event `s`, or so far. Costs a pass of the findings up to there. */
export function* timesBroken(
  { found, tallies }: Pick<Known, 'found' | 'tallies'>,
  s = Infinity,
): Generator<{ readonly rule: Rule; readonly revision: string; readonly times: number }> {
  const collected = new Map<string, number>();
  const counted = s !== Infinity;
  for (const finding of counted ? found.slice(0, countFoundAsOf(found, s)) : []) {
    const key = `${finding.revision} ${finding.rule}`;
    if (!findingAsOf(finding, s)?.consequenceOf) collected.set(key, (collected.get(key) ?? 0) + 1);
  }
  for (const [revision, { broken, uncollected }] of tallies)
    for (const rule of RULES) {
      const times = counted
        ? (collected.get(`${revision} ${rule.id}`) ?? 0) + uncollectedAsOf(uncollected, rule, s)
        : timesOf(broken, rule);
      if (times > 0) yield { rule, revision, times };
    }
}

const SIDES = ['client', 'server'] as const;

function uncollectedAsOf(uncollected: Tally['uncollected'], rule: Rule, s: number): number {
  if (uncollected.size === 0) return 0;
  return SIDES.reduce((sum, side) => sum + countBelow(uncollected.get(uncollectedKey(side, rule)) ?? [], s + 1), 0);
}

/**
 * The rules that something was held against and that nothing broke, not even what breaks another rule too, where they count: by
 * revision, of one side where that is given, up to event `s`. Costs a pass of the findings up to there.
 */
export function keptRules(
  { found, tallies }: Pick<Known, 'found' | 'tallies'>,
  counts: (rule: Rule, revision: string) => boolean,
  { side, s = Infinity }: { readonly side?: Side | undefined; readonly s?: number | undefined } = {},
): readonly Rule[] {
  const sides = side ? [side] : SIDES;
  const broken = new Set<Rule>();
  for (const finding of found.slice(0, countFoundAsOf(found, s))) {
    const rule = ruleById(finding.rule);
    if (rule && sides.includes(finding.side) && counts(rule, finding.revision)) broken.add(rule);
  }
  const isHeld = (rule: Rule): boolean =>
    [...tallies].some(
      ([revision, { checked }]) => sides.some((one) => isUpTo(s, checked[one][rule.index])) && counts(rule, revision),
    );
  return RULES.filter((rule) => !broken.has(rule) && isHeld(rule));
}

const isUpTo = (s: number, checked = 0): boolean => checked > 0 && checked <= s + 1;
