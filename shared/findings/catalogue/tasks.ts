import { describeRules, must, mustNot, should, shouldNot } from '../rule.ts';

export const TASKS = describeRules('tasks', 'any', {
  'task-augment-undeclared': mustNot('both', 'D', 'basic/utilities/tasks#tool-level-negotiation'),
  'task-tool-forbidden': mustNot('client', 'D', 'basic/utilities/tasks#tool-level-negotiation'),
  'task-tool-required': must('both', 'D', 'basic/utilities/tasks#tool-level-negotiation'),
  'task-create-result': must('both', 'D', 'basic/utilities/tasks#creating-tasks'),
  'task-initial-status': must('both', 'D', 'basic/utilities/tasks#task-status-lifecycle'),
  'task-terminal-frozen': mustNot('both', 'D-E', '/extensions/tasks/overview#task-lifecycle'),
  'task-id-unique': must('both', 'D', 'basic/utilities/tasks#task-id-requirements'),
  'task-timestamps': must('both', 'D', 'basic/utilities/tasks#ttl-and-resource-management'),
  'task-result-related-meta': must('both', 'D', 'basic/utilities/tasks#related-task-metadata'),
  'task-result-early': must('both', 'D', 'basic/utilities/tasks#result-retrieval'),
  'task-error-codes': must('both', 'D', 'basic/utilities/tasks#protocol-errors'),
  'task-cancel-status': must('both', 'D', 'basic/utilities/tasks#task-cancellation'),
  'task-op-undeclared': mustNot('both', 'D', 'basic/utilities/tasks#capability-negotiation'),
  'task-related-redundant': shouldNot('both', 'D', 'basic/utilities/tasks#associating-task-related-messages', 'extra'),
  'task-poll-interval': should('client', 'D-E', '/seps/2663-tasks-extension#task-polling', 'info', 'extra'),
  'task-iserror-status': should('server', 'D', 'basic/utilities/tasks#task-status', 'info', 'extra'),
});
