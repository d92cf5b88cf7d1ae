import { describeRules, info, must, should } from '../rule.ts';

export const SAMPLING = describeRules('sampling', 'any', {
  'sampling-max-tokens': must('server', 'A-E', 'client/sampling#creating-messages'),
  'sampling-content-array': must('both', 'A-C', 'client/sampling#messages'),
  'sampling-tool-result-only': must('server', 'D-E', 'client/sampling#tool-result-messages'),
  'sampling-tool-use-balance': must('server', 'D-E', 'client/sampling#tool-use-and-result-balance'),
  'sampling-priority-range': must('server', 'A-E', 'client/sampling#capability-priorities'),
  'sampling-tool-choice': must('client', 'D-E', 'client/sampling#tool-choice-modes', 'extra'),
  'sampling-rejected-code': should('client', 'A-D', 'client/sampling#error-handling', 'heuristic', 'extra'),
  'sampling-stop-reason': info(
    'client',
    'D-E',
    { D: 'client/sampling#creating-messages', E: 'client/sampling#result-fields' },
    'extra',
  ),
});
