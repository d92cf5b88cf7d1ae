/** What messages of every theme are made of (basic/index). */
import { META } from '../../per-request.ts';
import type { Span } from '../history.ts';
import { theme } from '../message.ts';
import {
  any,
  choice,
  define,
  integer,
  list,
  literal,
  number,
  object,
  optional,
  record,
  ref,
  required,
  string,
  union,
  uri,
  type Definition,
  type Field,
} from '../shape.ts';

const TASKS: Span = { since: '2025-11-25', until: '2025-11-25' };
const PER_REQUEST: Span = { since: '2026-07-28' };
const NAMED_RESPONSES: Span = { since: '2025-11-25' };

/** `_meta` of something that travels inside a message. */
export const meta = (span: Span = { since: '2025-06-18' }): Field =>
  optional(ref('MetaObject'), 'Notes of the sender, keyed by prefixed names.', span);

/** Name for programs and, from 2025-06-18 on, another for people. */
export const named = (name: string): { readonly name: Field; readonly title: Field } => ({
  name: required(string({ example: 'example' }), name),
  title: optional(string(), 'Name to show to people.', { since: '2025-06-18' }),
});

export const icons = optional(list(ref('Icon')), 'Pictures to show beside the name.', { since: '2025-11-25' });

const relatedTask = optional(ref('RelatedTaskMetadata'), 'The task that this message belongs to.', TASKS);
const jsonrpc = required(literal('2.0'), 'Always "2.0".');
const id = required(ref('RequestId'), 'Id of the request.');
const method = required(string(), 'Name of the method.');

const resultResponse = (span: Span): Definition =>
  define(
    'Answer of a request that was carried out.',
    object({ jsonrpc, id, result: required(ref('Result'), 'What the request gave.') }),
    span,
  );
const errorResponse = (span: Span): Definition =>
  define(
    'Answer of a request that failed.',
    object({
      jsonrpc,
      id: required(ref('RequestId'), 'Id of the request that failed.', {}, { until: '2025-06-18' }),
      error: required(ref('Error'), 'What went wrong.'),
    }),
    span,
  );

export const base = theme({
  RequestId: define('Number or text that names a request.', union(string(), integer())),
  ProgressToken: define('Number or text that ties progress to a request.', union(string(), integer())),
  Cursor: define('Where the next page begins; only the server can read it.', string()),
  Role: define('Who speaks: the person or the model.', choice('user', 'assistant')),
  LoggingLevel: define(
    'How grave a log message is, as syslog orders it.',
    choice('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'),
  ),
  Annotations: define(
    'Hints for clients on how to use or show something.',
    object({
      audience: optional(list(ref('Role')), 'Whom it is meant for.'),
      priority: optional(number({ minimum: 0, maximum: 1 }), 'How much it matters: 1 is necessary, 0 can be left out.'),
      lastModified: optional(string(), 'When it last changed, as an ISO 8601 time.', { since: '2025-06-18' }),
    }),
  ),
  Icon: define(
    'A picture to show.',
    object({
      src: required(uri('https://example.com/icon.png'), 'Address of the picture, or the picture itself as data: URI.'),
      mimeType: optional(
        string({ suggest: ['image/png', 'image/svg+xml'] }),
        'Media type, if the address does not tell.',
      ),
      sizes: optional(list(string()), 'Sizes it is good for, such as 48x48 or any.'),
      theme: optional(choice('light', 'dark'), 'Background it is drawn for.'),
    }),
    { since: '2025-11-25' },
  ),
  Implementation: define(
    'Name and version of a program.',
    object({
      ...named('Name of the program.'),
      version: required(string({ example: '1.0.0' }), 'Its version.'),
      description: optional(string(), 'What the program does.', { since: '2025-11-25' }),
      icons,
      websiteUrl: optional(uri('https://example.com/'), 'Page about the program.', { since: '2025-11-25' }),
    }),
  ),
  MetaObject: define('Notes of the sender, keyed by prefixed names.', record()),
  RequestMetaObject: define(
    'Notes beside the parameters of a request.',
    object({
      progressToken: optional(ref('ProgressToken'), 'Asks for progress notifications with this token.'),
      [META.relatedTask]: relatedTask,
      [META.protocolVersion]: required(
        string({ suggest: ['2026-07-28'], example: '2026-07-28' }),
        'Revision that the request is written in.',
        PER_REQUEST,
      ),
      [META.clientCapabilities]: required(ref('ClientCapabilities'), 'What the client can do.', PER_REQUEST),
      [META.clientInfo]: optional(ref('Implementation'), 'Which program asks; clients should say it.', PER_REQUEST),
      [META.logLevel]: optional(ref('LoggingLevel'), 'Asks for log messages of this level and above.', PER_REQUEST),
    }),
  ),
  NotificationMetaObject: define(
    'Notes beside the parameters of a notification.',
    object({
      [META.relatedTask]: relatedTask,
      [META.subscriptionId]: optional(ref('RequestId'), 'Id of the subscriptions/listen it belongs to.', PER_REQUEST),
    }),
  ),
  ResultMetaObject: define(
    'Notes beside a result.',
    object({
      [META.relatedTask]: relatedTask,
      [META.serverInfo]: optional(ref('Implementation'), 'Which program answers; servers should say it.', PER_REQUEST),
    }),
  ),
  Result: define(
    'What a request gave.',
    object({
      resultType: required(string({ suggest: ['complete'], example: 'complete' }), 'Kind of result.', PER_REQUEST),
      _meta: optional(ref('ResultMetaObject'), 'Notes beside the result.'),
    }),
  ),
  EmptyResult: define('A result that says only that it was done.', ref('Result')),
  Error: define(
    'What went wrong.',
    object({
      code: required(integer(), 'Number of the error.'),
      message: required(string({ example: 'Internal error' }), 'One sentence about it.'),
      data: optional(any(), 'More about it.'),
    }),
  ),
  JSONRPCRequest: define(
    'A request of any method.',
    object({ jsonrpc, id, method, params: optional(ref('AnyRequestParams'), 'Parameters of the method.') }),
  ),
  JSONRPCNotification: define(
    'A notification of any method.',
    object({ jsonrpc, method, params: optional(ref('AnyNotificationParams'), 'Parameters of the method.') }),
  ),
  AnyRequestParams: define(
    'Parameters of a request.',
    object({ _meta: optional(ref('RequestMetaObject'), 'Notes beside the parameters.', { until: '2025-06-18' }) }),
  ),
  AnyNotificationParams: define(
    'Parameters of a notification.',
    object({ _meta: optional(ref('NotificationMetaObject'), 'Notes beside the parameters.', { until: '2025-06-18' }) }),
  ),
  JSONRPCResponse: resultResponse({ until: '2025-06-18' }),
  JSONRPCResultResponse: resultResponse(NAMED_RESPONSES),
  JSONRPCError: errorResponse({ until: '2025-06-18' }),
  JSONRPCErrorResponse: errorResponse(NAMED_RESPONSES),
});
