import { describeRules, must, mustNot, should } from '../rule.ts';

export const MODERN_SUBSCRIPTIONS = describeRules('modern-subscriptions', 'any', {
  'listen-ack-first': must('server', 'E', 'basic/patterns/subscriptions#acknowledgment'),
  'listen-filter-required': must('client', 'E', 'basic/patterns/subscriptions#opening-a-stream'),
  'listen-subscription-id': must('server', 'E', 'basic/patterns/subscriptions#receiving-notifications'),
  'listen-subscription-id-value': must('server', 'E', 'basic/patterns/subscriptions#receiving-notifications'),
  'listen-unrequested': mustNot('server', 'E', 'basic/patterns/subscriptions#opening-a-stream'),
  'listen-request-scoped': mustNot('server', 'E', 'basic/transports/streamable-http#receiving-messages'),
  'listen-result-meta': must('server', 'E', 'basic/patterns/subscriptions#graceful-closure'),
  'change-outside-listen': mustNot('server', 'E', 'schema#toollistchangednotification'),
  'listen-after-end': mustNot('server', 'E', 'basic/patterns/subscriptions#cancellation', 'extra', 'inferred'),
  'listen-graceful-close': should('server', 'E', 'basic/patterns/subscriptions#graceful-closure', 'info', 'extra'),
});
