import { describeRules, info, must, mustNot, should } from '../rule.ts';

export const RESOURCES = describeRules('resources', {
  'resource-uri-absolute': must('server', 'A-E', 'server/resources#resource'),
  'resource-template-syntax': must('server', 'A-E', 'server/resources#resource-templates'),
  'resource-contents-array': must('server', 'A-E', 'server/resources#reading-resources'),
  'resource-contents-text-or-blob': must('server', 'A-E', 'server/resources#resource-contents'),
  'resource-not-found-code-legacy': should('server', 'A-D', 'server/resources#error-handling', { heuristic: true }),
  'resource-not-found-code': must('server', 'E', 'server/resources#error-handling', { heuristic: true }),
  'resource-updated-unsubscribed': mustNot('server', 'A-D', 'server/resources#subscriptions', {
    severity: 'warning',
    inferred: true,
  }),
  'resource-uri-unique': must('server', 'A-E', 'server/resources#resource', {
    severity: 'warning',
    extra: true,
    inferred: true,
  }),
  'resource-contents-uri': should('server', 'A-E', 'server/resources#reading-resources', {
    severity: 'info',
    extra: true,
    inferred: true,
  }),
  'resource-mime-format': should('server', 'A-E', 'server/resources#resource', { extra: true, inferred: true }),
  'resource-binary-as-text': info('server', 'A-E', 'server/resources#resource-contents', { extra: true }),
  'resource-size-mismatch': info('server', 'C-E', 'server/resources#resource', { extra: true }),
  'resource-empty-contents': mustNot('server', 'E', 'server/resources#error-handling', {
    severity: 'warning',
    heuristic: true,
    extra: true,
  }),
  'resource-unsubscribe-unknown': info('client', 'A-D', 'server/resources#subscriptions', { extra: true }),
  'resource-https-scheme': should('server', 'A-E', 'server/resources#https', {
    severity: 'info',
    heuristic: true,
    extra: true,
  }),
  'resource-read-unlisted': info('client', 'A-E', 'server/resources#reading-resources', {
    heuristic: true,
    extra: true,
  }),
});
