/** Rules of the specification that one recording breaks and the other does not. */
import type { BrokenDifference, BrokenRule, RuleDifference } from './types.ts';

export function ruleDifferences(
  before: readonly BrokenRule[],
  after: readonly BrokenRule[],
  /** True for a rule that the first recording would show to be broken. */
  knows: (rule: BrokenRule) => boolean,
): RuleDifference[] {
  const only = (
    these: readonly BrokenRule[],
    those: readonly BrokenRule[],
    what: 'came' | 'went',
  ): RuleDifference[] => {
    const known = new Set(those.map(({ key }) => key));
    return these
      .filter(({ key }) => !known.has(key))
      .map((each) => {
        const { key: _, bound: __, ...rule } = each;
        // How a transport's streams are cut differs from run to run: what only should be so there is told, and does not count.
        const binds = rule.weight === 'must' || (rule.weight === 'should' && !each.bound);
        return { what, ...rule, counts: what === 'came' && binds && knows(each) };
      });
  };
  return [...only(after, before, 'came'), ...only(before, after, 'went')];
}

/** Both without what the other says: a fault is told as the rule that it breaks, a line that is no message as the line that it is. */
export function withoutDuplicates(
  rules: readonly RuleDifference[],
  broken: readonly BrokenDifference[],
): { readonly rules: readonly RuleDifference[]; readonly broken: readonly BrokenDifference[] } {
  const at = (what: RuleDifference['what'], s: number): string => `${what} ${s}`;
  const place = ({ after, s }: BrokenDifference): string => at(after > 0 ? 'came' : 'went', s);
  const isNew = ({ before, after }: BrokenDifference): boolean => before === 0 || after === 0;
  const noise = new Set(broken.filter((each) => each.what === 'noise' && isNew(each)).map(place));
  const left = rules.filter(({ what, s }) => !noise.has(at(what, s)));
  const covered = new Set(left.map(({ what, s }) => at(what, s)));
  return {
    rules: left,
    broken: broken.filter((each) => !(each.what === 'fault' && isNew(each) && covered.has(place(each)))),
  };
}
