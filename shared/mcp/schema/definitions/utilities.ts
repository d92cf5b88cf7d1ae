/** Cancellation, progress and logging (basic/utilities, server/utilities/logging). */
import { notification, request, theme } from '../message.ts';
import { any, number, optional, ref, required, string } from '../shape.ts';

export const utilities = theme(
  {},
  notification('notifications/cancelled', 'Cancelled', 'The sender no longer wants an answer to a request.', {
    always: true,
    params: {
      requestId: required(ref('RequestId'), 'Id of the request.', {}, { until: '2025-06-18' }, { since: '2026-07-28' }),
      reason: optional(string(), 'Why, for people.'),
    },
  }),
  notification('notifications/progress', 'Progress', 'How far a request has come.', {
    params: {
      progressToken: required(ref('ProgressToken'), 'Token that the request gave.'),
      progress: required(number(), 'How far; it only grows.'),
      total: optional(number(), 'Where it ends, if that is known.'),
      message: optional(string(), 'What is being done.', { since: '2025-03-26' }),
    },
  }),
  request('logging/setLevel', 'SetLevel', 'Asks for log messages of a level and above.', {
    until: '2025-11-25',
    params: { level: required(ref('LoggingLevel'), 'Lowest level to send.') },
    results: ['EmptyResult'],
  }),
  notification('notifications/message', 'LoggingMessage', 'A log message of the server.', {
    params: {
      level: required(ref('LoggingLevel'), 'How grave it is.'),
      data: required(any(), 'What to log: text or any JSON.'),
      logger: optional(string(), 'Which part of the server says it.'),
    },
  }),
);
