/** How reports of comparisons tell of broken rules. */
import type { CompareOptions } from '#shared/compare';
import { comparedFindings } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import { ENGLISH } from '#shared/words';

/** Finds the broken rules of recordings, in words of English and of the report's language. */
export async function ruleJudge({ common } = ENGLISH): Promise<NonNullable<CompareOptions['judge']>> {
  const en = await findingsWordsIn('en');
  return comparedFindings(common.locale === 'zh-CN' ? { en, 'zh-CN': await findingsWordsIn('zh-CN') } : { en });
}
