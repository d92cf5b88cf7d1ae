/** What two runs of one plan differ in, in words. */
import { maskWords, type Suggestions } from '#shared/compare';
import { visibleText } from '#shared/plain-text';

/** Where something is that only one of the two runs has. */
const ONLY: { readonly [verdict: string]: string } = {
  missing: 'only in the first run',
  extra: 'only in the second run',
};

/** What could be masked, and what no mask covers, a line each. */
export function suggestionLines({ suggested, unsteady }: Suggestions): string[] {
  const where = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ');
  return [
    ...suggested.map(({ mask, covers, evidence: [first] }) => {
      const values = first ? `: ${first.before} / ${first.after}` : '';
      return `Could be masked: ${maskWords(mask)} in ${where(mask.method, mask.about)} (${covers}${values})`;
    }),
    ...unsteady.map(({ verdict, method, about, what }) => {
      const said = what === undefined ? '' : `, ${what}`;
      return `Comes and goes: ${where(method, about)} (${ONLY[verdict] ?? verdict}${said})`;
    }),
  ].map((line) => visibleText(line));
}
