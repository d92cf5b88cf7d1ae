/** Prompts (server/prompts) and completion of arguments (server/utilities/completion). */
import { CACHEABLE, notification, request, result, theme } from '../message.ts';
import * as s from '../shape.ts';
import type { Span } from '../history.ts';
import { icons, meta, named } from './base.ts';
import { INPUT_RESPONSES } from './input-required.ts';
import { nextCursor, page } from './pages.ts';

const templateReference = (span: Span): s.Definition =>
  s.define(
    'Names a resource template.',
    s.object({
      type: s.required(s.literal('ref/resource'), 'Says that a resource template is meant.'),
      uri: s.required(s.uriTemplate(), 'The template, or the address of a resource.'),
    }),
    span,
  );

const definitions = {
  Prompt: s.define(
    'A prompt that the server offers.',
    s.object({
      ...named('Name of the prompt.'),
      description: s.optional(s.string(), 'What it is for.'),
      arguments: s.optional(s.list(s.ref('PromptArgument')), 'What it takes.'),
      icons,
      _meta: meta(),
    }),
  ),
  PromptArgument: s.define(
    'An argument of a prompt.',
    s.object({
      ...named('Name of the argument.'),
      description: s.optional(s.string(), 'What to give.'),
      required: s.optional(s.boolean(), 'Whether it must be given.'),
    }),
  ),
  PromptMessage: s.define(
    'A message of a prompt.',
    s.object({
      role: s.required(s.ref('Role'), 'Who says it.'),
      content: s.required(s.ref('ContentBlock'), 'What is said.'),
    }),
  ),
  ListPromptsResult: result('One page of the prompts.', {
    prompts: s.required(s.list(s.ref('Prompt')), 'The prompts of this page.'),
    nextCursor,
    ...CACHEABLE,
  }),
  GetPromptResult: result('The messages of a prompt.', {
    messages: s.required(s.list(s.ref('PromptMessage')), 'The messages, in order.'),
    description: s.optional(s.string(), 'What the prompt is for.'),
  }),
  PromptReference: s.define(
    'Names a prompt.',
    s.object({
      type: s.required(s.literal('ref/prompt'), 'Says that a prompt is meant.'),
      ...named('Name of the prompt.'),
    }),
  ),
  ResourceReference: templateReference({ until: '2025-03-26' }),
  ResourceTemplateReference: templateReference({ since: '2025-06-18' }),
  CompleteResult: result('What could complete the argument.', {
    completion: s.required(
      s.object({
        values: s.required(
          s.versions(['2024-11-05', s.list(s.string())], ['2026-07-28', s.list(s.string(), 100)]),
          'Up to 100 proposals, best first.',
        ),
        total: s.optional(s.integer(), 'How many there are.'),
        hasMore: s.optional(s.boolean(), 'Whether there are more than these.'),
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
      name: s.required(s.string(), 'Name of the prompt.'),
      arguments: s.optional(s.record(s.string()), 'Text for each argument.'),
      ...INPUT_RESPONSES,
    },
    results: ['GetPromptResult', 'InputRequiredResult'],
  }),
  notification('notifications/prompts/list_changed', 'PromptListChanged', 'The list of prompts changed.'),
  request('completion/complete', 'Complete', 'Asks how an argument could go on.', {
    params: {
      ref: s.required(
        s.union(s.ref('PromptReference'), s.ref('ResourceReference'), s.ref('ResourceTemplateReference')),
        'What the argument belongs to.',
      ),
      argument: s.required(
        s.object({
          name: s.required(s.string(), 'Name of the argument or variable.'),
          value: s.required(s.string(), 'What was typed so far.'),
        }),
        'The argument to complete.',
      ),
      context: s.optional(
        s.object({ arguments: s.optional(s.record(s.string()), 'Arguments that were already given.') }),
        'What is known already.',
        { since: '2025-06-18' },
      ),
    },
    results: ['CompleteResult'],
  }),
);
