import { describeRules, info, must, should } from '../rule.ts';

export const COMPLETION = describeRules('completion', 'any', {
  'completion-max-values': must('server', 'A-E', 'server/utilities/completion#completion-results'),
  'completion-ref-type': must('client', 'A-E', 'server/utilities/completion#reference-types'),
  'completion-context-strings': must('client', 'C-E', 'server/utilities/completion#completerequest'),
  'completion-totals': info('server', 'A-E', 'server/utilities/completion#completion-results', 'extra'),
  'completion-unknown-ref-code': should(
    'server',
    'A-E',
    { A: 'server/utilities/completion', B: 'server/utilities/completion#error-handling' },
    'extra',
  ),
  'completion-context-version': info('client', 'A-B', 'server/utilities/completion#completerequest', 'extra'),
});
