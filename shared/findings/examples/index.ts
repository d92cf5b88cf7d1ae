/** What breaks and what keeps each rule. Imported apart from `#shared/findings`: only `explain`, the panel and tests want them. */
import { byRule } from '../by-rule.ts';
import * as CATEGORIES from './categories.ts';
import type { Example } from './script.ts';

const ALL = byRule<Example, 'list-varies-by-connection'>()(CATEGORIES);

/** The example of a rule. */
export function exampleOf(rule: string): Example | undefined {
  return ALL[rule];
}
