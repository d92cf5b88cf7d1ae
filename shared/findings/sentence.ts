/** The sentence about a finding, and how the side that broke the rule mends it. */
import type { Finding } from './finding.ts';
import type { Side } from './rule.ts';
import type { FindingsWords } from './words/types.ts';

/** The place of a value, with the marks of wire text around it; in Chinese, “为 ” before it. */
const PLACE = /(?:( ?)为 )?(`?)\{(\d)\}\2/gu;

/** The rules whose second value is what the validator says. */
const MISFITS: ReadonlySet<string> = new Set([
  'method-params-schema',
  'method-result-schema',
  'notification-params-schema',
]);

/** Rules with a side among their values: its place. */
const SIDES: { readonly [rule: string]: string } = { 'method-wrong-direction': '1', 'cap-extension-unilateral': '2' };

/** What was seen, in one sentence of the rule. Missing values are named without marks of wire text, in Chinese without “为”. */
export function sentenceOf(
  { rules, report }: Pick<FindingsWords, 'rules' | 'report'>,
  { rule, found }: Pick<Finding, 'rule' | 'found'>,
): string {
  const { found: usual = rule, differs = usual } = rules[rule] ?? {};
  const sentence = found.length > placesIn(usual) ? differs : usual;
  return sentence.replace(PLACE, (whole, space: string | undefined, marks: string, index: string) => {
    const given = found[Number(index)] ?? '';
    const side = SIDES[rule] === index && (given === 'client' || given === 'server') ? report.side[given] : given;
    const value = index === '1' && MISFITS.has(rule) ? report.misfit(given) : side;
    return value === ''
      ? `${space ?? ''}${report.absent}`
      : whole.replace(`${marks}{${index}}${marks}`, () => `${marks}${value}${marks}`);
  });
}

/** How many values a sentence has places for. */
const placesIn = (sentence: string): number =>
  Math.max(-1, ...[...sentence.matchAll(/\{(\d)\}/gu)].map(([, place]) => Number(place))) + 1;

/** How a side mends what breaks a rule; empty for a rule that has no words. */
export function fixOf({ rules }: Pick<FindingsWords, 'rules'>, rule: string, side: Side): string {
  const fix = rules[rule]?.fix ?? '';
  return typeof fix === 'string' ? fix : fix[side];
}
