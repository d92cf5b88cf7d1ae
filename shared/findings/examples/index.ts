/** What breaks and what keeps each rule. Imported apart from `#shared/findings`: only `explain`, the panel and tests want them. */
import * as CATEGORIES from './categories.ts';
import type { Example, Examples } from './script.ts';

const ALL: Partial<Examples> = Object.fromEntries(
  Object.values(CATEGORIES).flatMap((each) => Object.entries<Example>(each)),
);

/** The example of a rule. */
export function exampleOf(rule: string): Example | undefined {
  return ALL[rule];
}
