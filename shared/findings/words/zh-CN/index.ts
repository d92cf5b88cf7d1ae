/** Every sentence about rules, in this language. Imported apart from `#shared/findings`: pages load it when findings are shown. */
import { byRule } from '../../by-rule.ts';
import type { FindingsWords, RuleWords } from '../types.ts';
import * as CATEGORIES from './categories.ts';
import { DIAGNOSIS } from './diagnosis.ts';
import { REPORT, UNSURE } from './report.ts';

export const FINDINGS_WORDS: FindingsWords = {
  rules: byRule<RuleWords>()(CATEGORIES),
  unsure: UNSURE,
  report: REPORT,
  diagnosis: DIAGNOSIS,
};
