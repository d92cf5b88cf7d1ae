import { describeRules, must, mustNot, should, shouldNot } from '../rule.ts';

export const LOGGING = describeRules('logging', 'any', {
  'logging-setlevel-value': must('client', 'A-D', 'server/utilities/logging#log-levels'),
  'logging-setlevel-invalid-code': should('server', 'A-D', 'server/utilities/logging#error-handling'),
  'logging-message-level': must('server', 'A-E', 'server/utilities/logging#log-levels'),
  'logging-message-data': must('server', 'A-E', 'server/utilities/logging#log-message-notifications'),
  'logging-below-level': shouldNot('server', 'A-E', {
    A: 'server/utilities/logging#setting-log-level',
    E: 'server/utilities/logging#per-request-log-level',
  }),
  'logging-no-opt-in': mustNot('server', 'E', 'server/utilities/logging#per-request-log-level'),
  'logging-wrong-stream': mustNot('server', 'E', 'server/utilities/logging#per-request-log-level'),
  'logging-level-meta-invalid': should('server', 'E', 'server/utilities/logging#error-handling'),
  'logging-secret': mustNot('server', 'A-E', 'server/utilities/logging#security', 'warning', 'heuristic', 'extra'),
});
