/** How requests, notifications and results are described: the parts every one has, written once. */
import type { Span } from './history.ts';
import {
  define,
  literal,
  object,
  optional,
  ref,
  required,
  spanning,
  string,
  whenNeeded,
  type Condition,
  type Definitions,
  type Field,
  type Fields,
  type Shape,
} from './shape.ts';

/** One method: the definition of its message and of what answers it. */
export interface MessageFacts extends Span {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  /** Name of the definition of the whole message. */
  readonly definition: string;
  /**
   * Names of the definitions of its results. The first is the ordinary one; the others take its place where the revision
   * has them: `InputRequiredResult`, `CreateTaskResult`.
   */
  readonly results: readonly string[];
}

/** The definitions of one theme and the methods among them. */
export interface Theme {
  readonly definitions: Definitions;
  readonly messages: readonly MessageFacts[];
}

/** The last revision in which a server sends requests; later they travel bare, in `inputRequests`. */
const LAST_SERVER_REQUESTS = '2025-11-25';

const ENVELOPE: Fields = {
  jsonrpc: required(literal('2.0'), 'Always "2.0".'),
  id: required(ref('RequestId'), 'Number or text that the answer repeats.'),
};

/** `_meta` of a request: optional while there is a handshake, and what takes its place afterwards. */
const REQUEST_META = required(
  ref('RequestMetaObject'),
  'Notes beside the parameters; from 2026-07-28 on version, capabilities and identity of the client.',
  {},
  { since: '2026-07-28' },
);

export interface MessageParts extends Span {
  /** Members of `params` beside `_meta`, or the whole shape of `params` where that varies. */
  readonly params?: Fields | Shape;
  readonly results?: readonly string[];
  /** `params` must be there even in a revision where nothing inside must. */
  readonly always?: boolean;
  /** Since 2026-07-28 it is an entry of `inputRequests` and has no envelope of its own. */
  readonly bare?: boolean;
  /** `_meta` of the params, when it is not the usual one. */
  readonly meta?: Field;
}

const isShape = (params: Fields | Shape): params is Shape => typeof params.kind === 'string';

function message(
  kind: 'request' | 'notification',
  method: string,
  name: string,
  doc: string,
  { params = {}, results = [], bare = false, always = false, meta, since, until }: MessageParts,
): Theme {
  const span: Span = { ...(since ? { since } : {}), ...(until ? { until } : {}) };
  // What travels bare is described on after the last revision that sends it.
  const defined = bare && until ? (since ? { since } : {}) : span;
  const definition = `${name}${kind === 'request' ? 'Request' : 'Notification'}`;
  const usual =
    kind === 'request' ? REQUEST_META : optional(ref('NotificationMetaObject'), 'Notes beside the message.');
  const shape = isShape(params) ? params : object({ ...params, _meta: meta ?? usual });
  const { jsonrpc, id } = bare ? spanning(ENVELOPE, { until: LAST_SERVER_REQUESTS }) : ENVELOPE;
  return {
    definitions: {
      [definition]: define(
        doc,
        object({
          ...(jsonrpc ? { jsonrpc } : {}),
          ...(kind === 'request' && id ? { id } : {}),
          method: required(literal(method), doc),
          params: (always ? required : whenNeeded)(ref(`${definition}Params`), 'Parameters of the method.'),
        }),
        defined,
      ),
      [`${definition}Params`]: define(`Parameters of ${method}.`, shape, defined),
    },
    messages: [{ method, kind, definition, results, ...span }],
  };
}

export const request = (method: string, name: string, doc: string, parts: MessageParts = {}): Theme =>
  message('request', method, name, doc, parts);
export const notification = (method: string, name: string, doc: string, parts: MessageParts = {}): Theme =>
  message('notification', method, name, doc, parts);

/** A result that a server gives; since 2026-07-28 it says which kind of result it is. */
export const result = (
  doc: string,
  fields: Fields,
  span: Span = {},
  ...when: readonly Condition[]
): Definitions[string] =>
  define(
    doc,
    object(
      {
        resultType: required(
          string({ suggest: ['complete'], example: 'complete' }),
          'Kind of result: complete, input_required or task.',
          { since: '2026-07-28' },
        ),
        ...fields,
        _meta: optional(ref('ResultMetaObject'), 'Notes beside the result.'),
      },
      ...when,
    ),
    span,
  );

/** A result that may be kept for a while (2026-07-28, server/utilities/caching). */
export const CACHEABLE: Fields = {
  ttlMs: required({ kind: 'integer', minimum: 0 }, 'Milliseconds for which the result may be used again.', {
    since: '2026-07-28',
  }),
  cacheScope: required(
    { kind: 'choice', values: ['private', 'public'] },
    'Whether others than this client may get the kept result.',
    { since: '2026-07-28' },
  ),
};

/** Put definitions that are no messages and messages of one theme together. */
export function theme(definitions: Definitions, ...parts: readonly Theme[]): Theme {
  return {
    definitions: Object.assign({}, definitions, ...parts.map((each) => each.definitions)) as Definitions,
    messages: parts.flatMap(({ messages }) => messages),
  };
}
