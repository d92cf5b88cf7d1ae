import { describeRules, must, mustNot } from '../rule.ts';

export const TASKS_EXTENSION = describeRules('tasks-extension', 'any', {
  'taskx-undeclared-client': mustNot('server', 'E', '/seps/2663-tasks-extension#capability-negotiation'),
  'taskx-result-type': must('server', 'E', '/seps/2663-tasks-extension#polymorphic-results'),
  'taskx-wire-fields': must('server', 'E', '/seps/2663-tasks-extension#tasks'),
  'taskx-status-payload': must('server', 'E', '/seps/2663-tasks-extension#response'),
  'taskx-iserror-completed': mustNot('server', 'E', '/seps/2663-tasks-extension#task-status'),
  'taskx-ack-empty': must('server', 'E', '/seps/2663-tasks-extension#task-cancellation'),
  'taskx-durable': mustNot('server', 'E', '/seps/2663-tasks-extension#task-creation'),
  'taskx-removed-methods': mustNot('both', 'E', 'changelog#major-changes'),
  'taskx-name-header': must('client', 'E', '/seps/2663-tasks-extension#streamable-http-routing-headers', {
    transport: 'streamable-http',
  }),
  'taskx-listen-undeclared': must('server', 'E', '/seps/2663-tasks-extension#task-status-notifications'),
  'taskx-input-key-unique': must('server', 'E', '/seps/2663-tasks-extension#task-update-requests', 'extra'),
  'taskx-update-keys': must('client', 'E', '/seps/2663-tasks-extension#task-update-requests', 'extra'),
});
