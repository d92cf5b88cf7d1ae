import { describeRules, must, should } from '../rule.ts';

export const PAGINATION = describeRules('pagination', 'any', {
  'page-cursor-string': must('both', 'A-E', 'server/utilities/pagination#response-format'),
  'page-cursor-invented': must('client', 'A-E', 'server/utilities/pagination#implementation-guidelines'),
  'page-cursor-cross-method': must(
    'client',
    'A-E',
    'server/utilities/pagination#implementation-guidelines',
    'inferred',
  ),
  'page-cursor-invalid-code': should('server', 'A-E', 'server/utilities/pagination#error-handling'),
  'page-cursor-loop': should('server', 'A-E', 'server/utilities/pagination#implementation-guidelines', 'inferred'),
  'page-not-followed': should(
    'client',
    'A-E',
    'server/utilities/pagination#implementation-guidelines',
    'info',
    'heuristic',
    'extra',
  ),
});
