export const CANCELLATION = {
  'cancel-unknown-id': {
    title: 'Cancel only your own requests',
    found: 'This side sent no request with id {0}.',
    why: 'The receiver ignores the notification, and the intended request keeps running.',
    fix: 'Take the id from the table of requests that you have sent, with its JSON type: `4` is not `"4"`.',
  },
  'cancel-response-after': {
    title: 'Do not respond to a cancelled request',
    found: '`{0}` got a response {1} ms after it was cancelled.',
    why: 'The work continued although nobody waits for it. The sender has forgotten the id and may log an error.',
    fix: 'Stop the work when `notifications/cancelled` comes, and drop its response.',
  },
  'cancel-messages-after': {
    title: 'Send nothing more for a cancelled request',
    found: 'A message for the cancelled request (`{0}`) came {1} ms after the cancellation.',
    why: 'The id and the progress token may be in use again, and the message is taken for another request.',
    fix: 'Stop the work when `notifications/cancelled` comes; drop its response, progress and log messages.',
  },
  'cancel-request-id-missing': {
    title: 'Name the request to cancel',
    found: '`requestId` is missing.',
    why: 'The receiver does not know what to stop.',
    fix: 'Add `params.requestId` with the id of the request.',
  },
  'cancel-task-by-notification': {
    title: 'Cancel tasks with tasks/cancel',
    found: 'Request {0} (`{1}`) runs as a task.',
    why: 'The request itself already has its response. The notification has no effect, and the task continues.',
    fix: 'Send `tasks/cancel` with the `taskId`.',
  },
  'cancel-server-scope': {
    title: 'From the server, cancel only subscriptions',
    found: 'Request {0} is not an open subscription.',
    why: 'In 2026-07-28 only the client cancels its requests. It still waits for a response to this one.',
    fix: 'Respond to the request with an error. Use `notifications/cancelled` only to end `subscriptions/listen` on stdio.',
  },
  'cancel-already-answered': {
    title: 'Cancel only pending requests',
    found: 'Request {0} had already got its response {1} ms before.',
    why: 'There is nothing to stop. A sender that cancels completed requests may not have read the response.',
    fix: 'When a response comes, remove its request from the table of pending requests, and clear its timer.',
  },
  'cancel-http-notification': {
    title: 'Cancel over HTTP by closing the response stream',
    found: 'The client posted `notifications/cancelled`.',
    why: 'The notification may reach another instance of the server than the one that runs the request.',
    fix: 'Abort the HTTP request, for example with `AbortController`; the server sees that the stream is closed.',
  },
};
