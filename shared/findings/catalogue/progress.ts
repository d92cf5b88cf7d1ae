import { describeRules, info, must, mustNot, should } from '../rule.ts';

export const PROGRESS = describeRules('progress', 'any', {
  'progress-token-type': must('both', 'A-E', 'basic/utilities/progress#progress-flow'),
  'progress-token-unique': must('both', 'A-E', 'basic/utilities/progress#progress-flow'),
  'progress-token-unknown': must('both', 'A-E', 'basic/utilities/progress#behavior-requirements'),
  'progress-after-completion': mustNot('both', 'A-E', 'basic/utilities/progress#implementation-notes'),
  'progress-increasing': must('both', 'A-E', 'basic/utilities/progress#progress-flow'),
  'progress-from-client': mustNot('client', 'E', 'basic/patterns/progress'),
  'progress-over-total': info('both', 'A-E', 'basic/utilities/progress#progress-flow', 'extra'),
  'progress-flood': should(
    'both',
    'A-E',
    'basic/utilities/progress#implementation-notes',
    'info',
    'heuristic',
    'extra',
  ),
});
