/** Tools: listing and calling them (server/tools). */
import type { Span } from '../history.ts';
import { CACHEABLE, notification, request, result, theme } from '../message.ts';
import {
  any,
  boolean,
  choice,
  define,
  list,
  literal,
  object,
  optional,
  record,
  ref,
  required,
  string,
  versions,
  type Fields,
  type Shape,
} from '../shape.ts';
import { icons, meta, named } from './base.ts';
import { INPUT_RESPONSES } from './input-required.ts';
import { nextCursor, page } from './pages.ts';

const TASKS: Span = { since: '2025-11-25', until: '2025-11-25' };

/** A JSON Schema whose root is an object; 2026-07-28 leaves everything but the root to JSON Schema. */
const argumentSchema: Fields = {
  $schema: optional(string(), 'Dialect of the schema; 2020-12 unless given.', { since: '2025-11-25' }),
  type: required(literal('object'), 'Arguments are always an object.'),
  properties: optional(record(record()), 'Schema of each argument.', { until: '2025-11-25' }),
  required: optional(list(string()), 'Arguments that must be given.', { until: '2025-11-25' }),
};
const outputSchema: Shape = versions(
  ['2025-06-18', object(argumentSchema)],
  ['2026-07-28', object({ $schema: optional(string(), 'Dialect of the schema; 2020-12 unless given.') })],
);
const hint = (doc: string): Fields[string] => optional(boolean(), doc);

const definitions = {
  Tool: define(
    'A tool that the server offers.',
    object({
      ...named('Name to call the tool by.'),
      description: optional(string(), 'What the tool does, for the model.'),
      inputSchema: required(object(argumentSchema), 'JSON Schema of the arguments.'),
      outputSchema: optional(outputSchema, 'JSON Schema of structuredContent in its results.', { since: '2025-06-18' }),
      annotations: optional(ref('ToolAnnotations'), 'Hints on what the tool does; not to be trusted.', {
        since: '2025-03-26',
      }),
      execution: optional(ref('ToolExecution'), 'How the tool may be run.', TASKS),
      icons,
      _meta: meta(),
    }),
  ),
  ToolAnnotations: define(
    'Hints on what a tool does; not to be trusted.',
    object({
      title: optional(string(), 'Name to show to people.'),
      readOnlyHint: hint('Changes nothing.'),
      destructiveHint: hint('May delete or overwrite.'),
      idempotentHint: hint('Calling it again with the same arguments changes nothing more.'),
      openWorldHint: hint('Deals with the world outside.'),
    }),
    { since: '2025-03-26' },
  ),
  ToolExecution: define(
    'How a tool may be run.',
    object({
      taskSupport: optional(choice('forbidden', 'optional', 'required'), 'Whether it runs as a task.'),
    }),
    TASKS,
  ),
  ListToolsResult: result('One page of the tools.', {
    tools: required(list(ref('Tool')), 'The tools of this page.'),
    nextCursor,
    ...CACHEABLE,
  }),
  CallToolResult: result('What a tool gave.', {
    content: required(list(ref('ContentBlock')), 'What it gave, for the model.'),
    structuredContent: optional(
      versions(['2025-06-18', record()], ['2026-07-28', any()]),
      'What it gave, as data that fits the outputSchema.',
      { since: '2025-06-18' },
    ),
    isError: optional(boolean(), 'True when the tool failed; the request itself did not.'),
  }),
};

export const tools = theme(
  definitions,
  request('tools/list', 'ListTools', 'Asks for a page of the tools.', { params: page, results: ['ListToolsResult'] }),
  request('tools/call', 'CallTool', 'Calls a tool.', {
    params: {
      name: required(string(), 'Name of the tool.'),
      arguments: optional(record(), 'Arguments that fit its inputSchema.'),
      task: optional(ref('TaskMetadata'), 'Run it as a task.', TASKS),
      ...INPUT_RESPONSES,
    },
    results: ['CallToolResult', 'InputRequiredResult', 'CreateTaskResult'],
  }),
  notification('notifications/tools/list_changed', 'ToolListChanged', 'The list of tools changed.'),
);
