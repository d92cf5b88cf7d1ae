/** Blocks of content in tool results, prompts and sampling (server/tools#tool-result, server/prompts#promptmessage). */
import { theme } from '../message.ts';
import {
  any,
  base64,
  boolean,
  define,
  list,
  literal,
  object,
  optional,
  record,
  ref,
  required,
  string,
  union,
  uri,
  versions,
  type Fields,
} from '../shape.ts';
import { meta } from './base.ts';

const annotations = optional(ref('Annotations'), 'Hints on how to use or show it.');
const media = (kind: string, example: string): Fields => ({
  type: required(literal(kind), `Says that this is ${kind === 'audio' ? 'sound' : 'a picture'}.`),
  data: required(base64(), 'The bytes as base64.'),
  mimeType: required(string({ suggest: [example], example }), 'Media type of the bytes.'),
  annotations,
  _meta: meta(),
});
const contents: Fields = {
  uri: required(uri(), 'Address of what this is the content of.'),
  mimeType: optional(string({ suggest: ['text/plain', 'application/json'] }), 'Media type of the content.'),
  _meta: meta(),
};
const sampledOnly = { since: '2025-11-25' } as const;

export const content = theme({
  TextContent: define(
    'A piece of text.',
    object({
      type: required(literal('text'), 'Says that this is text.'),
      text: required(string(), 'The text.'),
      annotations,
      _meta: meta(),
    }),
  ),
  ImageContent: define('A picture.', object(media('image', 'image/png'))),
  AudioContent: define('A sound.', object(media('audio', 'audio/wav')), { since: '2025-03-26' }),
  EmbeddedResource: define(
    'A resource with its content.',
    object({
      type: required(literal('resource'), 'Says that this is a resource with its content.'),
      resource: required(
        union(ref('TextResourceContents'), ref('BlobResourceContents')),
        'Address and content of the resource.',
      ),
      annotations,
      _meta: meta(),
    }),
  ),
  ContentBlock: define(
    'Text, picture, sound, link to a resource, or a resource.',
    union(ref('TextContent'), ref('ImageContent'), ref('AudioContent'), ref('ResourceLink'), ref('EmbeddedResource')),
  ),
  TextResourceContents: define(
    'Content of a resource as text.',
    object({ ...contents, text: required(string(), 'The text.') }),
  ),
  BlobResourceContents: define(
    'Content of a resource as bytes.',
    object({ ...contents, blob: required(base64(), 'The bytes as base64.') }),
  ),
  ToolUseContent: define(
    'The model wants to use a tool.',
    object({
      type: required(literal('tool_use'), 'Says that the model wants to use a tool.'),
      id: required(string(), 'Names this use; the result repeats it.'),
      name: required(string(), 'Name of the tool.'),
      input: required(record(), 'Arguments for the tool.'),
      _meta: meta(),
    }),
    sampledOnly,
  ),
  ToolResultContent: define(
    'What a tool gave that the model wanted to use.',
    object({
      type: required(literal('tool_result'), 'Says that this is what a tool gave.'),
      toolUseId: required(string(), 'Id of the use that this answers.'),
      content: required(list(ref('ContentBlock')), 'What the tool gave.'),
      structuredContent: optional(
        versions(['2025-11-25', record()], ['2026-07-28', any()]),
        'What the tool gave, as data.',
      ),
      isError: optional(boolean(), 'True when the tool failed.'),
      _meta: meta(),
    }),
    sampledOnly,
  ),
  SamplingMessageContentBlock: define(
    'Content of a message to or from a model.',
    union(
      ref('TextContent'),
      ref('ImageContent'),
      ref('AudioContent'),
      ref('ToolUseContent'),
      ref('ToolResultContent'),
    ),
    sampledOnly,
  ),
});
