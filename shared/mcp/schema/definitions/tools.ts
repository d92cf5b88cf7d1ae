/** Tools: listing and calling them (server/tools). */
import type { Span } from '../history.ts';
import { CACHEABLE, notification, request, result, theme } from '../message.ts';
import * as s from '../shape.ts';
import { icons, meta, named } from './base.ts';
import { INPUT_RESPONSES } from './input-required.ts';
import { nextCursor, page } from './pages.ts';

const TASKS: Span = { since: '2025-11-25', until: '2025-11-25' };

/** A JSON Schema whose root is an object; 2026-07-28 leaves everything but the root to JSON Schema. */
const argumentSchema: s.Fields = {
  $schema: s.optional(s.string(), 'Dialect of the schema; 2020-12 unless given.', { since: '2025-11-25' }),
  type: s.required(s.literal('object'), 'Arguments are always an object.'),
  properties: s.optional(s.record(s.record()), 'Schema of each argument.', { until: '2025-11-25' }),
  required: s.optional(s.list(s.string()), 'Arguments that must be given.', { until: '2025-11-25' }),
};
const outputSchema: s.Shape = s.versions(
  ['2025-06-18', s.object(argumentSchema)],
  ['2026-07-28', s.object({ $schema: s.optional(s.string(), 'Dialect of the schema; 2020-12 unless given.') })],
);
const hint = (doc: string): s.Fields[string] => s.optional(s.boolean(), doc);

const definitions = {
  Tool: s.define(
    'A tool that the server offers.',
    s.object({
      ...named('Name to call the tool by.'),
      description: s.optional(s.string(), 'What the tool does, for the model.'),
      inputSchema: s.required(s.object(argumentSchema), 'JSON Schema of the arguments.'),
      outputSchema: s.optional(outputSchema, 'JSON Schema of structuredContent in its results.', {
        since: '2025-06-18',
      }),
      annotations: s.optional(s.ref('ToolAnnotations'), 'Hints on what the tool does; not to be trusted.', {
        since: '2025-03-26',
      }),
      execution: s.optional(s.ref('ToolExecution'), 'How the tool may be run.', TASKS),
      icons,
      _meta: meta(),
    }),
  ),
  ToolAnnotations: s.define(
    'Hints on what a tool does; not to be trusted.',
    s.object({
      title: s.optional(s.string(), 'Name to show to people.'),
      readOnlyHint: hint('Changes nothing.'),
      destructiveHint: hint('May delete or overwrite.'),
      idempotentHint: hint('Calling it again with the same arguments changes nothing more.'),
      openWorldHint: hint('Deals with the world outside.'),
    }),
    { since: '2025-03-26' },
  ),
  ToolExecution: s.define(
    'How a tool may be run.',
    s.object({
      taskSupport: s.optional(s.choice('forbidden', 'optional', 'required'), 'Whether it runs as a task.'),
    }),
    TASKS,
  ),
  ListToolsResult: result('One page of the tools.', {
    tools: s.required(s.list(s.ref('Tool')), 'The tools of this page.'),
    nextCursor,
    ...CACHEABLE,
  }),
  CallToolResult: result('What a tool gave.', {
    content: s.required(s.list(s.ref('ContentBlock')), 'What it gave, for the model.'),
    structuredContent: s.optional(
      s.versions(['2025-06-18', s.record()], ['2026-07-28', s.any()]),
      'What it gave, as data that fits the outputSchema.',
      { since: '2025-06-18' },
    ),
    isError: s.optional(s.boolean(), 'True when the tool failed; the request itself did not.'),
  }),
};

export const tools = theme(
  definitions,
  request('tools/list', 'ListTools', 'Asks for a page of the tools.', { params: page, results: ['ListToolsResult'] }),
  request('tools/call', 'CallTool', 'Calls a tool.', {
    params: {
      name: s.required(s.string(), 'Name of the tool.'),
      arguments: s.optional(s.record(), 'Arguments that fit its inputSchema.'),
      task: s.optional(s.ref('TaskMetadata'), 'Run it as a task.', TASKS),
      ...INPUT_RESPONSES,
    },
    results: ['CallToolResult', 'InputRequiredResult', 'CreateTaskResult'],
  }),
  notification('notifications/tools/list_changed', 'ToolListChanged', 'The list of tools changed.'),
);
