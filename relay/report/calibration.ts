/** What two runs of one plan differ in, for a terminal. */
import { maskWords, type Suggestions } from '#shared/compare';
import { visibleText } from '#shared/plain-text';
import { ENGLISH } from '#shared/words';

/** UTF-16 units of a value of a run that are shown. */
const LONGEST = 100;

/** `3 values differ between the runs and could be masked; 1 thing comes and goes.` */
export function calibrationWords({ suggested, unsteady }: Suggestions, { common, comparison } = ENGLISH): string {
  const { none, values, things } = comparison.calibration;
  const parts = [
    ...(suggested.length > 0 ? [values(suggested.length)] : []),
    ...(unsteady.length > 0 ? [things(unsteady.length)] : []),
  ];
  return parts.length === 0 ? none : `${parts.join(common.semicolon)}${comparison.stop}`;
}

/** What could be masked, each with values of the two runs, and what no mask covers, a line each. */
export function suggestionLines({ suggested, unsteady }: Suggestions, { common, comparison } = ENGLISH): string[] {
  const t = comparison.calibration;
  const where = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ');
  const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  return [
    ...suggested.flatMap(({ mask, covers, evidence }) => [
      t.maskable(maskWords(mask), where(mask.method, mask.about), covers),
      ...evidence.map(({ before, after }) => `    ${short(before)} / ${short(after)}`),
    ]),
    ...unsteady.map(({ verdict, method, about, what }) => {
      const how = what === undefined ? t.only[verdict] : `${t.only[verdict]}${comparison.comma}${what}`;
      return `${t.unsteady}${common.colon}${where(method, about)}${common.aside(how)}`;
    }),
  ].map((line) => visibleText(line));
}
