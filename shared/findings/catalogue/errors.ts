import { describeRules, info, must, mustNot, shouldNot } from '../rule.ts';

export const ERRORS = describeRules('errors', 'any', {
  'err-reserved-range': mustNot('both', 'E', 'basic/index#error-codes'),
  'err-legacy-range': shouldNot('both', 'E', 'basic/index#error-codes'),
  'err-retired-codes': mustNot('server', 'E', 'basic/index#error-codes'),
  'err-defined-code-misused': must('server', 'E', 'basic/index#error-codes'),
  'err-jsonrpc-reserved-range': shouldNot('both', 'E', 'basic/index#error-codes', 'extra'),
  'err-32042-before-2025-11-25': info('server', 'A-C', 'basic/messages#responses', 'extra'),
});
