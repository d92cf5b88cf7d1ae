/** The client's side but for forms: asking a model, and the folders it works in (client/sampling, client/roots). */
import type { Span } from '../history.ts';
import { notification, request, theme } from '../message.ts';
import {
  choice,
  define,
  integer,
  list,
  number,
  object,
  optional,
  record,
  ref,
  required,
  string,
  union,
  uri,
  versions,
  type Shape,
} from '../shape.ts';
import { meta } from './base.ts';

const HANDSHAKE: Span = { until: '2025-11-25' };
const WITH_TOOLS: Span = { since: '2025-11-25' };
const TASKS: Span = { since: '2025-11-25', until: '2025-11-25' };

const share = (doc: string): ReturnType<typeof optional> => optional(number({ minimum: 0, maximum: 1 }), doc);
const said: Shape = union(
  ref('TextContent'),
  ref('ImageContent'),
  ref('AudioContent'),
  ref('ToolUseContent'),
  ref('ToolResultContent'),
  list(ref('SamplingMessageContentBlock')),
);
/** `_meta` of what later travels inside another message and has none there. */
const metaOfRequest = optional(ref('RequestMetaObject'), 'Notes beside the parameters.', HANDSHAKE);

const definitions = {
  SamplingMessage: define(
    'A message to or from a model.',
    object({
      role: required(ref('Role'), 'Who says it.'),
      content: required(said, 'What is said; from 2025-11-25 also a list of blocks.'),
      _meta: meta(WITH_TOOLS),
    }),
  ),
  ModelPreferences: define(
    'Which model the server would like.',
    object({
      hints: optional(list(ref('ModelHint')), 'Names of models, best first.'),
      costPriority: share('How much price matters, 0 to 1.'),
      speedPriority: share('How much speed matters, 0 to 1.'),
      intelligencePriority: share('How much ability matters, 0 to 1.'),
    }),
  ),
  ModelHint: define('Part of a model’s name.', object({ name: optional(string(), 'Part of a model’s name.') })),
  ToolChoice: define(
    'Whether the model may or must use tools.',
    object({ mode: optional(choice('auto', 'required', 'none'), 'auto unless given.') }),
    WITH_TOOLS,
  ),
  CreateMessageResult: define(
    'What the model said.',
    object({
      role: required(ref('Role'), 'Who says it.'),
      content: required(said, 'What is said; from 2025-11-25 also a list of blocks.'),
      model: required(string({ example: 'example-model' }), 'Name of the model.'),
      stopReason: optional(string({ suggest: ['endTurn', 'stopSequence', 'maxTokens', 'toolUse'] }), 'Why it stopped.'),
      _meta: optional(ref('MetaObject'), 'Notes beside the result.'),
    }),
  ),
  Root: define(
    'A folder or file that the client works in.',
    object({
      uri: required(uri('file:///home/example'), 'Its address, beginning with file://.'),
      name: optional(string(), 'Name to show.'),
      _meta: meta(),
    }),
  ),
  ListRootsResult: define(
    'The folders that the client works in.',
    object({
      roots: required(list(ref('Root')), 'The folders.'),
      _meta: optional(ref('MetaObject'), 'Notes beside the result.', HANDSHAKE),
    }),
  ),
};

export const sampling = theme(
  definitions,
  request('sampling/createMessage', 'CreateMessage', 'Asks the client for a message of a model.', {
    ...HANDSHAKE,
    bare: true,
    meta: metaOfRequest,
    params: {
      messages: required(list(ref('SamplingMessage')), 'What was said so far.'),
      maxTokens: required(integer(), 'Longest answer, in tokens.'),
      modelPreferences: optional(ref('ModelPreferences'), 'Which model the server would like.'),
      systemPrompt: optional(string(), 'What to tell the model first.'),
      includeContext: optional(choice('none', 'thisServer', 'allServers'), 'Context of servers to include.'),
      temperature: optional(number(), 'How freely the model chooses.'),
      stopSequences: optional(list(string()), 'Texts at which to stop.'),
      metadata: optional(record(), 'More for the provider of the model.'),
      tools: optional(list(ref('Tool')), 'Tools that the model may use.', WITH_TOOLS),
      toolChoice: optional(ref('ToolChoice'), 'Whether the model may or must use tools.', WITH_TOOLS),
      task: optional(ref('TaskMetadata'), 'Run it as a task.', TASKS),
    },
    results: ['CreateMessageResult', 'CreateTaskResult'],
  }),
  request('roots/list', 'ListRoots', 'Asks for the folders that the client works in.', {
    ...HANDSHAKE,
    bare: true,
    meta: optional(
      versions(['2024-11-05', ref('RequestMetaObject')], ['2026-07-28', ref('MetaObject')]),
      'Notes beside the parameters.',
    ),
    results: ['ListRootsResult'],
  }),
  notification('notifications/roots/list_changed', 'RootsListChanged', 'The client’s roots changed.', HANDSHAKE),
);
