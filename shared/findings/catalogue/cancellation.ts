import { describeRules, must, mustNot, shouldNot } from '../rule.ts';

export const CANCELLATION = describeRules('cancellation', 'any', {
  'cancel-unknown-id': must('both', 'A-E', 'basic/utilities/cancellation#behavior-requirements'),
  'cancel-response-after': shouldNot('both', 'A-D', 'basic/utilities/cancellation#behavior-requirements', 'info'),
  'cancel-messages-after': mustNot('server', 'E', 'basic/transports/stdio#cancellation', 'warning', {
    transport: 'stdio',
  }),
  'cancel-request-id-missing': must('both', 'A-E', 'basic/utilities/cancellation#cancellation-flow', { except: 'D' }),
  'cancel-task-by-notification': mustNot('both', 'D-E', '/seps/2663-tasks-extension#task-cancellation'),
  'cancel-server-scope': mustNot('server', 'E', 'basic/patterns/cancellation#behavior-requirements'),
  'cancel-already-answered': must('both', 'A-E', 'basic/utilities/cancellation#behavior-requirements', 'info', 'extra'),
  'cancel-http-notification': shouldNot(
    'client',
    'E',
    'basic/patterns/cancellation#transport-specific-cancellation',
    'info',
    'extra',
    'inferred',
    { transport: 'streamable-http' },
  ),
});
