import { describeRules, info, must, mustNot, should } from '../rule.ts';

export const MODERN_MRTR = describeRules('modern-mrtr', 'any', {
  'mrtr-unsupported-method': mustNot('server', 'E', 'basic/patterns/mrtr#supported-requests'),
  'mrtr-empty': must('server', 'E', 'basic/patterns/mrtr#server-requirements-basic-workflow'),
  'mrtr-request-kind': must('server', 'E', 'basic/patterns/mrtr#server-requirements-basic-workflow'),
  'mrtr-undeclared-capability': mustNot('server', 'E', 'basic/patterns/mrtr#server-requirements-basic-workflow'),
  'mrtr-retry-id': must('client', 'E', 'basic/patterns/mrtr#client-requirements-basic-workflow'),
  'mrtr-state-echo': must('client', 'E', 'basic/patterns/mrtr#client-requirements-basic-workflow'),
  'mrtr-state-invented': mustNot('client', 'E', 'basic/patterns/mrtr#client-requirements-basic-workflow'),
  'mrtr-responses-complete': must('client', 'E', 'basic/patterns/mrtr#client-requirements-basic-workflow', 'warning'),
  'mrtr-response-shape': must('client', 'E', 'basic/patterns/mrtr#inputresponses'),
  'mrtr-cross-request': mustNot('client', 'E', 'basic/patterns/mrtr#client-requirements-basic-workflow'),
  'mrtr-missing-input-error': should('server', 'E', 'basic/patterns/mrtr#error-handling'),
  'mrtr-request-envelope': info('server', 'E', 'basic/patterns/mrtr#inputrequests', 'extra'),
});
