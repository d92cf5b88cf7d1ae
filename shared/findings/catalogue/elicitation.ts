import { describeRules, info, must, mustNot, should, shouldNot } from '../rule.ts';

export const ELICITATION = describeRules('elicitation', 'any', {
  'elicit-schema-flat': must('server', 'C-E', 'client/elicitation#request-schema'),
  'elicit-schema-format': must('server', 'C-E', 'client/elicitation#request-schema'),
  'elicit-action': must('client', 'C-E', 'client/elicitation#response-actions'),
  'elicit-content-valid': should('client', 'C-E', {
    C: 'client/elicitation#security-considerations',
    D: 'client/elicitation#form-mode-security',
  }),
  'elicit-url-fields': must('server', 'D', 'client/elicitation#url-mode-elicitation-requests'),
  'elicit-url-https': should('server', 'D-E', 'client/elicitation#safe-url-handling'),
  'elicit-mode-refusal-code': must('client', 'D', 'client/elicitation#error-handling'),
  'elicit-complete-id': must('server', 'D', 'client/elicitation#completion-notifications-for-url-mode-elicitation'),
  'elicit-required-error-data': must('server', 'D', 'client/elicitation#url-elicitation-required-error'),
  'elicit-schema-pattern': info('server', 'C-E', 'client/elicitation#request-schema', 'extra'),
  'elicit-content-unexpected': info('client', 'C-E', 'client/elicitation#response-actions', 'extra'),
  'elicit-sensitive-form': mustNot(
    'server',
    'C-E',
    { C: 'client/elicitation#security-considerations', D: 'client/elicitation#form-mode-security' },
    'warning',
    'heuristic',
    'extra',
  ),
  'elicit-url-sensitive': mustNot(
    'server',
    'D-E',
    'client/elicitation#safe-url-handling',
    'warning',
    'heuristic',
    'extra',
  ),
  'elicit-form-links': shouldNot('server', 'D-E', 'client/elicitation#safe-url-handling', 'info', 'extra'),
  'elicit-enum-names': info('server', 'D-E', 'client/elicitation#requested-schema', 'extra'),
});
