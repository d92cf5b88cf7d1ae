/** News on a stream that the client asks for (2026-07-28, basic/patterns/subscriptions). */
import { META } from '../../per-request.ts';

export const SUBSCRIPTIONS = `
SubscriptionFilter @2026-07-28.. # Which news to send.
  toolsListChanged?: boolean # Changes of the list of tools.
  promptsListChanged?: boolean # Changes of the list of prompts.
  resourcesListChanged?: boolean # Changes of the list of resources.
  resourceSubscriptions?: string[] # Addresses of resources whose changes to report.
  taskIds?: string[] # Tasks whose changes to report (tasks extension).
SubscriptionsListenResultMetaObject @2026-07-28.. # Notes beside the result.
  ${META.subscriptionId}: RequestId # Id of the subscriptions/listen.
  ${META.serverInfo}?: Implementation # Which program answers.
SubscriptionsListenResult @2026-07-28.. # The server ended the stream of news.
  resultType: string~complete=complete # Kind of result.
  _meta: SubscriptionsListenResultMetaObject # Notes beside the result.
request subscriptions/listen SubscriptionsListen @2026-07-28.. -> SubscriptionsListenResult # Asks for news until the stream ends.
  notifications: SubscriptionFilter # Which news.
notification notifications/subscriptions/acknowledged SubscriptionsAcknowledged @2026-07-28.. # First message of a stream of news: which news it will bring.
  notifications: SubscriptionFilter # Which news.
`;
