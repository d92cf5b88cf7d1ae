import type { EventBody } from '#shared/recording';
import { answered, client, failure, request, result } from './messages.ts';
import { type Example, examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-06-18', { server: { prompts: {} } });
const REVIEW = { name: 'review', arguments: [{ name: 'language', required: true }, { name: 'tone' }] };

const listing = (...prompts: readonly object[]): readonly EventBody[] =>
  answered(request('l1', 'prompts/list'), result('l1', { prompts }));
const got = (params: object, outcome: object): readonly EventBody[] =>
  answered(request('p1', 'prompts/get', params), outcome);
const messages = (...list: readonly object[]): readonly EventBody[] =>
  got({ name: 'review' }, result('p1', { messages: list }));
const TEXT = { type: 'text', text: 'Review this.' };
const user = (content: unknown): object => ({ role: 'user', content });
const passed = (name: string, value: unknown): readonly EventBody[] => [
  client(request('p1', 'prompts/get', { name: 'review', arguments: { language: 'Go', [name]: value } })),
];
const after = (breaks: readonly EventBody[], keeps: readonly EventBody[]): Example => ({
  given: [...given, ...listing(REVIEW)],
  breaks,
  keeps,
});

export const PROMPTS = examples(given, {
  'prompt-argument-strings': { breaks: passed('tone', ['dry']), keeps: passed('tone', 'dry') },
  'prompt-missing-required-accepted': after(
    got({ name: 'review', arguments: { tone: 'dry' } }, result('p1', { messages: [user(TEXT)] })),
    got({ name: 'review', arguments: { tone: 'dry' } }, failure('p1', -32602, 'language is missing')),
  ),
  'prompt-unknown-code': after(
    got({ name: 'rewiev' }, result('p1', { messages: [] })),
    got({ name: 'rewiev' }, failure('p1', -32602, 'no such prompt')),
  ),
  'prompt-message-role': {
    breaks: messages({ role: 'tool', content: TEXT }),
    keeps: messages(user(TEXT)),
  },
  'prompt-content-single': { breaks: messages(user([TEXT])), keeps: messages(user(TEXT)) },
  'prompt-embedded-resource-mime': {
    breaks: messages(user({ type: 'resource', resource: { uri: 'repo://main.go', text: 'package main' } })),
    keeps: messages(
      user({ type: 'resource', resource: { uri: 'repo://main.go', mimeType: 'text/x-go', text: 'package main' } }),
    ),
  },
  'prompt-name-unique': { breaks: listing(REVIEW, REVIEW), keeps: listing(REVIEW, { name: 'summary' }) },
  'prompt-argument-undeclared': after(passed('lang', 'Go'), passed('tone', 'dry')),
});
