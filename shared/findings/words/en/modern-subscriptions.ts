export const MODERN_SUBSCRIPTIONS = {
  'listen-ack-first': {
    title: 'Acknowledge a subscription before anything else on it',
    found: 'The first message of the subscription is `{0}`.',
    why: 'Until the acknowledgement the client does not know which notifications it will get, and may drop those that come earlier.',
    fix: 'Send `notifications/subscriptions/acknowledged` as soon as the subscription is set up, then the notifications.',
  },
  'listen-filter-required': {
    title: 'State in subscriptions/listen which notifications to send',
    found: '`notifications` is {0}.',
    why: 'The server sends nothing that was not asked for, or refuses the request.',
    fix: 'Add `"notifications": { "toolsListChanged": true }` to `params`, with the kinds that the client handles.',
  },
  'listen-subscription-id': {
    title: 'Tag each notification of a subscription with its id',
    found: '`{0}` has no `io.modelcontextprotocol/subscriptionId`.',
    why: 'On stdio everything shares one pipe. Only this id says which subscription a notification belongs to.',
    fix: 'Set `params._meta["io.modelcontextprotocol/subscriptionId"]` to the id of the `subscriptions/listen` request.',
  },
  'listen-subscription-id-value': {
    title: 'Use the id of the listen request as subscriptionId',
    found: 'The subscription id is {0}; the open `subscriptions/listen` request has id {1}.',
    why: 'The client finds no subscription with this id and drops the notification.',
    fix: 'Copy the request id unchanged, with its JSON type: `2` is not `"2"`.',
  },
  'listen-unrequested': {
    title: 'Send only notifications that the client asked for',
    found: 'The client did not ask for {0}, or the server did not acknowledge it.',
    why: 'Clients have no handler for what they did not ask for. It costs both sides and may reveal other resources.',
    fix: 'Check the filter of the `subscriptions/listen` request before each notification; acknowledge no more than it asks for.',
  },
  'listen-request-scoped': {
    title: 'Keep progress off subscriptions',
    found: 'A progress notification came on a subscription.',
    why: 'Progress belongs to one request. On another stream it comes out of order, or never reaches the code that waits for it.',
    fix: 'Send progress on the response stream of its request, without a subscription id.',
  },
  'listen-result-meta': {
    title: 'Name the subscription in its closing result',
    found: 'The subscription id is {0}; the request has id {1}.',
    why: 'Clients close the subscription that this id names.',
    fix: 'Add `_meta["io.modelcontextprotocol/subscriptionId"]` with the request id to the result.',
  },
  'change-outside-listen': {
    title: 'Send change notifications only on subscriptions',
    found: '`{0}` came outside of a subscription.',
    why: 'Clients of 2026-07-28 expect changes only where they have subscribed. Elsewhere they are dropped.',
    fix: 'Send `list_changed` and `resources/updated` only to open `subscriptions/listen` requests.',
  },
  'listen-after-end': {
    title: 'Send nothing on a subscription that has ended',
    found: 'The subscription had already ended with `{0}`.',
    why: 'Its id may be in use again for another request.',
    fix: 'Remove the subscription from your list before you send its result, and when it is cancelled.',
  },
  'listen-graceful-close': {
    title: 'Close a subscription with a result',
    found: 'The server ended the subscription without a response.',
    why: 'The client cannot tell an orderly end from a broken connection, and reconnects at once.',
    fix: 'Respond to the `subscriptions/listen` request with a result of only `resultType` and `_meta` before you end the stream or the process.',
  },
};
