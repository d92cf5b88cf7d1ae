/** Every sentence about rules, in this language. Imported apart from `#shared/findings`: pages load it when findings are shown. */
import { ZH } from '../../rules/index.ts';
import type { FindingsWords } from '../types.ts';
import { DIAGNOSIS } from './diagnosis.ts';
import { REPORT, UNSURE } from './report.ts';

export const FINDINGS_WORDS: FindingsWords = {
  rules: ZH,
  unsure: UNSURE,
  report: REPORT,
  diagnosis: DIAGNOSIS,
};
