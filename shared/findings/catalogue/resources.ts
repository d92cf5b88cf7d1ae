import { describeRules, info, must, mustNot, should } from '../rule.ts';

export const RESOURCES = describeRules('resources', 'any', {
  'resource-uri-absolute': must('server', 'A-E', 'server/resources#resource'),
  'resource-template-syntax': must('server', 'A-E', 'server/resources#resource-templates'),
  'resource-contents-array': must('server', 'A-E', 'server/resources#reading-resources'),
  'resource-contents-text-or-blob': must('server', 'A-E', 'server/resources#resource-contents'),
  'resource-not-found-code-legacy': should('server', 'A-D', 'server/resources#error-handling', 'heuristic'),
  'resource-not-found-code': must('server', 'E', 'server/resources#error-handling', 'heuristic'),
  'resource-updated-unsubscribed': mustNot('server', 'A-D', 'server/resources#subscriptions', 'warning', 'inferred'),
  'resource-uri-unique': must('server', 'A-E', 'server/resources#resource', 'warning', 'extra', 'inferred'),
  'resource-contents-uri': should('server', 'A-E', 'server/resources#reading-resources', 'info', 'extra', 'inferred'),
  'resource-mime-format': should('server', 'A-E', 'server/resources#resource', 'extra', 'inferred'),
  'resource-binary-as-text': info('server', 'A-E', 'server/resources#resource-contents', 'extra'),
  'resource-size-mismatch': info('server', 'C-E', 'server/resources#resource', 'extra'),
  'resource-empty-contents': mustNot('server', 'E', 'server/resources#error-handling', 'warning', 'heuristic', 'extra'),
  'resource-unsubscribe-unknown': info('client', 'A-D', 'server/resources#subscriptions', 'extra'),
  'resource-https-scheme': should('server', 'A-E', 'server/resources#https', 'info', 'heuristic', 'extra'),
  'resource-read-unlisted': info('client', 'A-E', 'server/resources#reading-resources', 'heuristic', 'extra'),
});
