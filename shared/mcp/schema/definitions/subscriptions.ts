/** News on a stream that the client asks for (2026-07-28, basic/patterns/subscriptions). */
import { META } from '../../per-request.ts';
import type { Span } from '../history.ts';
import { notification, request, theme } from '../message.ts';
import { boolean, define, list, object, optional, ref, required, string } from '../shape.ts';

const SPAN: Span = { since: '2026-07-28' };
const filter = required(ref('SubscriptionFilter'), 'Which news.');

const definitions = {
  SubscriptionFilter: define(
    'Which news to send.',
    object({
      toolsListChanged: optional(boolean(), 'Changes of the list of tools.'),
      promptsListChanged: optional(boolean(), 'Changes of the list of prompts.'),
      resourcesListChanged: optional(boolean(), 'Changes of the list of resources.'),
      resourceSubscriptions: optional(list(string()), 'Addresses of resources whose changes to report.'),
      taskIds: optional(list(string()), 'Tasks whose changes to report (tasks extension).'),
    }),
    SPAN,
  ),
  SubscriptionsListenResultMetaObject: define(
    'Notes beside the result.',
    object({
      [META.subscriptionId]: required(ref('RequestId'), 'Id of the subscriptions/listen.'),
      [META.serverInfo]: optional(ref('Implementation'), 'Which program answers.'),
    }),
    SPAN,
  ),
  SubscriptionsListenResult: define(
    'The server ended the stream of news.',
    object({
      resultType: required(string({ suggest: ['complete'], example: 'complete' }), 'Kind of result.'),
      _meta: required(ref('SubscriptionsListenResultMetaObject'), 'Notes beside the result.'),
    }),
    SPAN,
  ),
};

export const subscriptions = theme(
  definitions,
  request('subscriptions/listen', 'SubscriptionsListen', 'Asks for news until the stream ends.', {
    ...SPAN,
    params: { notifications: filter },
    results: ['SubscriptionsListenResult'],
  }),
  notification(
    'notifications/subscriptions/acknowledged',
    'SubscriptionsAcknowledged',
    'First message of a stream of news: which news it will bring.',
    { ...SPAN, params: { notifications: filter } },
  ),
);
