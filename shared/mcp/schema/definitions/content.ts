/** Blocks of content in tool results, prompts and sampling (server/tools#tool-result, server/prompts#promptmessage). */
import { theme } from '../message.ts';
import * as s from '../shape.ts';
import { meta } from './base.ts';

const annotations = s.optional(s.ref('Annotations'), 'Hints on how to use or show it.');
const media = (kind: string, example: string): s.Fields => ({
  type: s.required(s.literal(kind), `Says that this is ${kind === 'audio' ? 'sound' : 'a picture'}.`),
  data: s.required(s.base64(), 'The bytes as base64.'),
  mimeType: s.required(s.string({ suggest: [example], example }), 'Media type of the bytes.'),
  annotations,
  _meta: meta(),
});
const contents: s.Fields = {
  uri: s.required(s.uri(), 'Address of what this is the content of.'),
  mimeType: s.optional(s.string({ suggest: ['text/plain', 'application/json'] }), 'Media type of the content.'),
  _meta: meta(),
};
const sampledOnly = { since: '2025-11-25' } as const;

export const content = theme({
  TextContent: s.define(
    'A piece of text.',
    s.object({
      type: s.required(s.literal('text'), 'Says that this is text.'),
      text: s.required(s.string(), 'The text.'),
      annotations,
      _meta: meta(),
    }),
  ),
  ImageContent: s.define('A picture.', s.object(media('image', 'image/png'))),
  AudioContent: s.define('A sound.', s.object(media('audio', 'audio/wav')), { since: '2025-03-26' }),
  EmbeddedResource: s.define(
    'A resource with its content.',
    s.object({
      type: s.required(s.literal('resource'), 'Says that this is a resource with its content.'),
      resource: s.required(
        s.union(s.ref('TextResourceContents'), s.ref('BlobResourceContents')),
        'Address and content of the resource.',
      ),
      annotations,
      _meta: meta(),
    }),
  ),
  ContentBlock: s.define(
    'Text, picture, sound, link to a resource, or a resource.',
    s.union(
      s.ref('TextContent'),
      s.ref('ImageContent'),
      s.ref('AudioContent'),
      s.ref('ResourceLink'),
      s.ref('EmbeddedResource'),
    ),
  ),
  TextResourceContents: s.define(
    'Content of a resource as text.',
    s.object({ ...contents, text: s.required(s.string(), 'The text.') }),
  ),
  BlobResourceContents: s.define(
    'Content of a resource as bytes.',
    s.object({ ...contents, blob: s.required(s.base64(), 'The bytes as base64.') }),
  ),
  ToolUseContent: s.define(
    'The model wants to use a tool.',
    s.object({
      type: s.required(s.literal('tool_use'), 'Says that the model wants to use a tool.'),
      id: s.required(s.string(), 'Names this use; the result repeats it.'),
      name: s.required(s.string(), 'Name of the tool.'),
      input: s.required(s.record(), 'Arguments for the tool.'),
      _meta: meta(),
    }),
    sampledOnly,
  ),
  ToolResultContent: s.define(
    'What a tool gave that the model wanted to use.',
    s.object({
      type: s.required(s.literal('tool_result'), 'Says that this is what a tool gave.'),
      toolUseId: s.required(s.string(), 'Id of the use that this answers.'),
      content: s.required(s.list(s.ref('ContentBlock')), 'What the tool gave.'),
      structuredContent: s.optional(
        s.versions(['2025-11-25', s.record()], ['2026-07-28', s.any()]),
        'What the tool gave, as data.',
      ),
      isError: s.optional(s.boolean(), 'True when the tool failed.'),
      _meta: meta(),
    }),
    sampledOnly,
  ),
  SamplingMessageContentBlock: s.define(
    'Content of a message to or from a model.',
    s.union(
      s.ref('TextContent'),
      s.ref('ImageContent'),
      s.ref('AudioContent'),
      s.ref('ToolUseContent'),
      s.ref('ToolResultContent'),
    ),
    sampledOnly,
  ),
});
