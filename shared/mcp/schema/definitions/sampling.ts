/** The client's side but for forms: asking a model, and the folders it works in (client/sampling, client/roots). */
import type { Span } from '../history.ts';
import { notification, request, theme } from '../message.ts';
import * as s from '../shape.ts';
import { meta } from './base.ts';

const HANDSHAKE: Span = { until: '2025-11-25' };
const WITH_TOOLS: Span = { since: '2025-11-25' };
const TASKS: Span = { since: '2025-11-25', until: '2025-11-25' };

const share = (doc: string): ReturnType<typeof s.optional> => s.optional(s.number({ minimum: 0, maximum: 1 }), doc);
const said: s.Shape = s.union(
  s.ref('TextContent'),
  s.ref('ImageContent'),
  s.ref('AudioContent'),
  s.ref('ToolUseContent'),
  s.ref('ToolResultContent'),
  s.list(s.ref('SamplingMessageContentBlock')),
);
/** `_meta` of what later travels inside another message and has none there. */
const metaOfRequest = s.optional(s.ref('RequestMetaObject'), 'Notes beside the parameters.', HANDSHAKE);

const definitions = {
  SamplingMessage: s.define(
    'A message to or from a model.',
    s.object({
      role: s.required(s.ref('Role'), 'Who says it.'),
      content: s.required(said, 'What is said; from 2025-11-25 also a list of blocks.'),
      _meta: meta(WITH_TOOLS),
    }),
  ),
  ModelPreferences: s.define(
    'Which model the server would like.',
    s.object({
      hints: s.optional(s.list(s.ref('ModelHint')), 'Names of models, best first.'),
      costPriority: share('How much price matters, 0 to 1.'),
      speedPriority: share('How much speed matters, 0 to 1.'),
      intelligencePriority: share('How much ability matters, 0 to 1.'),
    }),
  ),
  ModelHint: s.define('Part of a model’s name.', s.object({ name: s.optional(s.string(), 'Part of a model’s name.') })),
  ToolChoice: s.define(
    'Whether the model may or must use tools.',
    s.object({ mode: s.optional(s.choice('auto', 'required', 'none'), 'auto unless given.') }),
    WITH_TOOLS,
  ),
  CreateMessageResult: s.define(
    'What the model said.',
    s.object({
      role: s.required(s.ref('Role'), 'Who says it.'),
      content: s.required(said, 'What is said; from 2025-11-25 also a list of blocks.'),
      model: s.required(s.string({ example: 'example-model' }), 'Name of the model.'),
      stopReason: s.optional(
        s.string({ suggest: ['endTurn', 'stopSequence', 'maxTokens', 'toolUse'] }),
        'Why it stopped.',
      ),
      _meta: s.optional(s.ref('MetaObject'), 'Notes beside the result.'),
    }),
  ),
  Root: s.define(
    'A folder or file that the client works in.',
    s.object({
      uri: s.required(s.uri('file:///home/example'), 'Its address, beginning with file://.'),
      name: s.optional(s.string(), 'Name to show.'),
      _meta: meta(),
    }),
  ),
  ListRootsResult: s.define(
    'The folders that the client works in.',
    s.object({
      roots: s.required(s.list(s.ref('Root')), 'The folders.'),
      _meta: s.optional(s.ref('MetaObject'), 'Notes beside the result.', HANDSHAKE),
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
      messages: s.required(s.list(s.ref('SamplingMessage')), 'What was said so far.'),
      maxTokens: s.required(s.integer(), 'Longest answer, in tokens.'),
      modelPreferences: s.optional(s.ref('ModelPreferences'), 'Which model the server would like.'),
      systemPrompt: s.optional(s.string(), 'What to tell the model first.'),
      includeContext: s.optional(s.choice('none', 'thisServer', 'allServers'), 'Context of servers to include.'),
      temperature: s.optional(s.number(), 'How freely the model chooses.'),
      stopSequences: s.optional(s.list(s.string()), 'Texts at which to stop.'),
      metadata: s.optional(s.record(), 'More for the provider of the model.'),
      tools: s.optional(s.list(s.ref('Tool')), 'Tools that the model may use.', WITH_TOOLS),
      toolChoice: s.optional(s.ref('ToolChoice'), 'Whether the model may or must use tools.', WITH_TOOLS),
      task: s.optional(s.ref('TaskMetadata'), 'Run it as a task.', TASKS),
    },
    results: ['CreateMessageResult', 'CreateTaskResult'],
  }),
  request('roots/list', 'ListRoots', 'Asks for the folders that the client works in.', {
    ...HANDSHAKE,
    bare: true,
    meta: s.optional(
      s.versions(['2024-11-05', s.ref('RequestMetaObject')], ['2026-07-28', s.ref('MetaObject')]),
      'Notes beside the parameters.',
    ),
    results: ['ListRootsResult'],
  }),
  notification('notifications/roots/list_changed', 'RootsListChanged', 'The client’s roots changed.', HANDSHAKE),
);
