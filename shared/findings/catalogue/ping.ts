import { describeRules, must } from '../rule.ts';

export const PING = describeRules('ping', 'any', {
  'ping-empty-result': must('both', 'A-D', 'basic/utilities/ping#behavior-requirements'),
  'ping-prompt': must('both', 'A-D', 'basic/utilities/ping#behavior-requirements', 'warning', 'heuristic', 'extra'),
});
