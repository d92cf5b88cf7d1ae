/** What violates and what conforms to each rule. Imported apart from `#shared/findings`: only `explain`, the panel and tests want them. */
import { EXAMPLES } from '../rules/index.ts';
import type { Example } from './script.ts';

export const exampleOf = (rule: string): Example | undefined => EXAMPLES[rule];
