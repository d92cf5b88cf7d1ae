/** What messages of every theme are made of (basic/index). */
import { META } from '../../per-request.ts';
import type { Span } from '../history.ts';
import { theme } from '../message.ts';
import * as s from '../shape.ts';

const TASKS: Span = { since: '2025-11-25', until: '2025-11-25' };
const PER_REQUEST: Span = { since: '2026-07-28' };
const NAMED_RESPONSES: Span = { since: '2025-11-25' };

/** `_meta` of something that travels inside a message. */
export const meta = (span: Span = { since: '2025-06-18' }): s.Field =>
  s.optional(s.ref('MetaObject'), 'Notes of the sender, keyed by prefixed names.', span);

/** Name for programs and, from 2025-06-18 on, another for people. */
export const named = (name: string): { readonly name: s.Field; readonly title: s.Field } => ({
  name: s.required(s.string({ example: 'example' }), name),
  title: s.optional(s.string(), 'Name to show to people.', { since: '2025-06-18' }),
});

export const icons = s.optional(s.list(s.ref('Icon')), 'Pictures to show beside the name.', { since: '2025-11-25' });

const relatedTask = s.optional(s.ref('RelatedTaskMetadata'), 'The task that this message belongs to.', TASKS);
const jsonrpc = s.required(s.literal('2.0'), 'Always "2.0".');
const id = s.required(s.ref('RequestId'), 'Id of the request.');
const method = s.required(s.string(), 'Name of the method.');

const resultResponse = (span: Span): s.Definition =>
  s.define(
    'Answer of a request that was carried out.',
    s.object({ jsonrpc, id, result: s.required(s.ref('Result'), 'What the request gave.') }),
    span,
  );
const errorResponse = (span: Span): s.Definition =>
  s.define(
    'Answer of a request that failed.',
    s.object({
      jsonrpc,
      id: s.required(s.ref('RequestId'), 'Id of the request that failed.', {}, { until: '2025-06-18' }),
      error: s.required(s.ref('Error'), 'What went wrong.'),
    }),
    span,
  );

export const base = theme({
  RequestId: s.define('Number or text that names a request.', s.union(s.string(), s.integer())),
  ProgressToken: s.define('Number or text that ties progress to a request.', s.union(s.string(), s.integer())),
  Cursor: s.define('Where the next page begins; only the server can read it.', s.string()),
  Role: s.define('Who speaks: the person or the model.', s.choice('user', 'assistant')),
  LoggingLevel: s.define(
    'How grave a log message is, as syslog orders it.',
    s.choice('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'),
  ),
  Annotations: s.define(
    'Hints for clients on how to use or show something.',
    s.object({
      audience: s.optional(s.list(s.ref('Role')), 'Whom it is meant for.'),
      priority: s.optional(
        s.number({ minimum: 0, maximum: 1 }),
        'How much it matters: 1 is necessary, 0 can be left out.',
      ),
      lastModified: s.optional(s.string(), 'When it last changed, as an ISO 8601 time.', { since: '2025-06-18' }),
    }),
  ),
  Icon: s.define(
    'A picture to show.',
    s.object({
      src: s.required(
        s.uri('https://example.com/icon.png'),
        'Address of the picture, or the picture itself as data: URI.',
      ),
      mimeType: s.optional(
        s.string({ suggest: ['image/png', 'image/svg+xml'] }),
        'Media type, if the address does not tell.',
      ),
      sizes: s.optional(s.list(s.string()), 'Sizes it is good for, such as 48x48 or any.'),
      theme: s.optional(s.choice('light', 'dark'), 'Background it is drawn for.'),
    }),
    { since: '2025-11-25' },
  ),
  Implementation: s.define(
    'Name and version of a program.',
    s.object({
      ...named('Name of the program.'),
      version: s.required(s.string({ example: '1.0.0' }), 'Its version.'),
      description: s.optional(s.string(), 'What the program does.', { since: '2025-11-25' }),
      icons,
      websiteUrl: s.optional(s.uri('https://example.com/'), 'Page about the program.', { since: '2025-11-25' }),
    }),
  ),
  MetaObject: s.define('Notes of the sender, keyed by prefixed names.', s.record()),
  RequestMetaObject: s.define(
    'Notes beside the parameters of a request.',
    s.object({
      progressToken: s.optional(s.ref('ProgressToken'), 'Asks for progress notifications with this token.'),
      [META.relatedTask]: relatedTask,
      [META.protocolVersion]: s.required(
        s.string({ suggest: ['2026-07-28'], example: '2026-07-28' }),
        'Revision that the request is written in.',
        PER_REQUEST,
      ),
      [META.clientCapabilities]: s.required(s.ref('ClientCapabilities'), 'What the client can do.', PER_REQUEST),
      [META.clientInfo]: s.optional(s.ref('Implementation'), 'Which program asks; clients should say it.', PER_REQUEST),
      [META.logLevel]: s.optional(s.ref('LoggingLevel'), 'Asks for log messages of this level and above.', PER_REQUEST),
    }),
  ),
  NotificationMetaObject: s.define(
    'Notes beside the parameters of a notification.',
    s.object({
      [META.relatedTask]: relatedTask,
      [META.subscriptionId]: s.optional(
        s.ref('RequestId'),
        'Id of the subscriptions/listen it belongs to.',
        PER_REQUEST,
      ),
    }),
  ),
  ResultMetaObject: s.define(
    'Notes beside a result.',
    s.object({
      [META.relatedTask]: relatedTask,
      [META.serverInfo]: s.optional(
        s.ref('Implementation'),
        'Which program answers; servers should say it.',
        PER_REQUEST,
      ),
    }),
  ),
  Result: s.define(
    'What a request gave.',
    s.object({
      resultType: s.required(s.string({ suggest: ['complete'], example: 'complete' }), 'Kind of result.', PER_REQUEST),
      _meta: s.optional(s.ref('ResultMetaObject'), 'Notes beside the result.'),
    }),
  ),
  EmptyResult: s.define('A result that says only that it was done.', s.ref('Result')),
  Error: s.define(
    'What went wrong.',
    s.object({
      code: s.required(s.integer(), 'Number of the error.'),
      message: s.required(s.string({ example: 'Internal error' }), 'One sentence about it.'),
      data: s.optional(s.any(), 'More about it.'),
    }),
  ),
  JSONRPCRequest: s.define(
    'A request of any method.',
    s.object({ jsonrpc, id, method, params: s.optional(s.ref('AnyRequestParams'), 'Parameters of the method.') }),
  ),
  JSONRPCNotification: s.define(
    'A notification of any method.',
    s.object({ jsonrpc, method, params: s.optional(s.ref('AnyNotificationParams'), 'Parameters of the method.') }),
  ),
  AnyRequestParams: s.define(
    'Parameters of a request.',
    s.object({
      _meta: s.optional(s.ref('RequestMetaObject'), 'Notes beside the parameters.', { until: '2025-06-18' }),
    }),
  ),
  AnyNotificationParams: s.define(
    'Parameters of a notification.',
    s.object({
      _meta: s.optional(s.ref('NotificationMetaObject'), 'Notes beside the parameters.', { until: '2025-06-18' }),
    }),
  ),
  JSONRPCResponse: resultResponse({ until: '2025-06-18' }),
  JSONRPCResultResponse: resultResponse(NAMED_RESPONSES),
  JSONRPCError: errorResponse({ until: '2025-06-18' }),
  JSONRPCErrorResponse: errorResponse(NAMED_RESPONSES),
});
