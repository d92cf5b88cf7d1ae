/** Prompts (server/prompts) and completion of arguments (server/utilities/completion). */
import { CACHEABLE, notification, request, result, theme } from '../message.ts';
import {
  boolean,
  define,
  integer,
  list,
  literal,
  object,
  optional,
  record,
  ref,
  required,
  string,
  union,
  uriTemplate,
  versions,
  type Definition,
} from '../shape.ts';
import type { Span } from '../history.ts';
import { icons, meta, named } from './base.ts';
import { INPUT_RESPONSES } from './input-required.ts';
import { nextCursor, page } from './pages.ts';

const templateReference = (span: Span): Definition =>
  define(
    'Names a resource template.',
    object({
      type: required(literal('ref/resource'), 'Says that a resource template is meant.'),
      uri: required(uriTemplate(), 'The template, or the address of a resource.'),
    }),
    span,
  );

const definitions = {
  Prompt: define(
    'A prompt that the server offers.',
    object({
      ...named('Name of the prompt.'),
      description: optional(string(), 'What it is for.'),
      arguments: optional(list(ref('PromptArgument')), 'What it takes.'),
      icons,
      _meta: meta(),
    }),
  ),
  PromptArgument: define(
    'An argument of a prompt.',
    object({
      ...named('Name of the argument.'),
      description: optional(string(), 'What to give.'),
      required: optional(boolean(), 'Whether it must be given.'),
    }),
  ),
  PromptMessage: define(
    'A message of a prompt.',
    object({
      role: required(ref('Role'), 'Who says it.'),
      content: required(ref('ContentBlock'), 'What is said.'),
    }),
  ),
  ListPromptsResult: result('One page of the prompts.', {
    prompts: required(list(ref('Prompt')), 'The prompts of this page.'),
    nextCursor,
    ...CACHEABLE,
  }),
  GetPromptResult: result('The messages of a prompt.', {
    messages: required(list(ref('PromptMessage')), 'The messages, in order.'),
    description: optional(string(), 'What the prompt is for.'),
  }),
  PromptReference: define(
    'Names a prompt.',
    object({ type: required(literal('ref/prompt'), 'Says that a prompt is meant.'), ...named('Name of the prompt.') }),
  ),
  ResourceReference: templateReference({ until: '2025-03-26' }),
  ResourceTemplateReference: templateReference({ since: '2025-06-18' }),
  CompleteResult: result('What could complete the argument.', {
    completion: required(
      object({
        values: required(
          versions(['2024-11-05', list(string())], ['2026-07-28', list(string(), 100)]),
          'Up to 100 proposals, best first.',
        ),
        total: optional(integer(), 'How many there are.'),
        hasMore: optional(boolean(), 'Whether there are more than these.'),
      }),
      'The proposals.',
    ),
  }),
};

export const prompts = theme(
  definitions,
  request('prompts/list', 'ListPrompts', 'Asks for a page of the prompts.', {
    params: page,
    results: ['ListPromptsResult'],
  }),
  request('prompts/get', 'GetPrompt', 'Asks for the messages of a prompt.', {
    params: {
      name: required(string(), 'Name of the prompt.'),
      arguments: optional(record(string()), 'Text for each argument.'),
      ...INPUT_RESPONSES,
    },
    results: ['GetPromptResult', 'InputRequiredResult'],
  }),
  notification('notifications/prompts/list_changed', 'PromptListChanged', 'The list of prompts changed.'),
  request('completion/complete', 'Complete', 'Asks how an argument could go on.', {
    params: {
      ref: required(
        union(ref('PromptReference'), ref('ResourceReference'), ref('ResourceTemplateReference')),
        'What the argument belongs to.',
      ),
      argument: required(
        object({
          name: required(string(), 'Name of the argument or variable.'),
          value: required(string(), 'What was typed so far.'),
        }),
        'The argument to complete.',
      ),
      context: optional(
        object({ arguments: optional(record(string()), 'Arguments that were already given.') }),
        'What is known already.',
        { since: '2025-06-18' },
      ),
    },
    results: ['CompleteResult'],
  }),
);
