import type { EventBody } from '#shared/recording';
import { answered, client, failure, notification, request, result, server } from './messages.ts';
import { type Example, examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-11-25', { client: { elicitation: { form: {}, url: {} } }, server: { tools: {} } });
const ask = (params: object): EventBody => server(request('q1', 'elicitation/create', params));
const form = (properties: object, more: object = {}): object => ({
  message: 'Your order',
  requestedSchema: { type: 'object', properties },
  ...more,
});
const url = (more: object): object => ({
  mode: 'url',
  message: 'Pay for the order',
  url: 'https://pay.example/o/81',
  elicitationId: 'pay-81',
  ...more,
});
const asked = (broken: object, kept: object): Example => ({ given, breaks: [ask(broken)], keeps: [ask(kept)] });
const COUNT = { count: { type: 'integer', minimum: 1 } };
const replied = (question: object, broken: object, kept: object): Example => ({
  given: [...given, ask(question)],
  breaks: [client(result('q1', broken))],
  keeps: [client(result('q1', kept))],
});
const required = (data: object): readonly EventBody[] =>
  answered(request('c1', 'tools/call', { name: 'order' }), failure('c1', -32042, 'Pay first', data));
const completed = (elicitationId: string): EventBody =>
  server(notification('notifications/elicitation/complete', { elicitationId }));

export const ELICITATION = examples([], {
  'elicit-schema-flat': asked(
    form({ sizes: { type: 'array', items: { type: 'string' } } }),
    form({ sizes: { type: 'array', items: { type: 'string', enum: ['s', 'm'] } } }),
  ),
  'elicit-schema-format': asked(
    form({ when: { type: 'string', format: 'time' } }),
    form({ when: { type: 'string', format: 'date' } }),
  ),
  'elicit-action': replied(form(COUNT), { action: 'yes' }, { action: 'cancel' }),
  'elicit-content-valid': replied(
    form(COUNT),
    { action: 'accept', content: { count: '2' } },
    { action: 'accept', content: { count: 2 } },
  ),
  'elicit-url-fields': asked(url({ url: '/o/81' }), url({})),
  'elicit-url-https': asked(url({ url: 'http://pay.example/o/81' }), url({ url: 'http://127.0.0.1:8080/o/81' })),
  'elicit-mode-refusal-code': {
    given: [...afterHandshake('2025-11-25', { client: { elicitation: { form: {} } } }), ask(url({}))],
    breaks: [client(result('q1', { action: 'cancel' }))],
    keeps: [client(failure('q1', -32602, 'no URLs'))],
  },
  'elicit-complete-id': {
    given: [...given, ask(url({})), client(result('q1', { action: 'accept' }))],
    breaks: [completed('pay-18')],
    keeps: [completed('pay-81')],
  },
  'elicit-required-error-data': {
    given,
    breaks: required({ elicitations: [{ mode: 'url', url: 'https://pay.example/o/81', message: 'Pay' }] }),
    keeps: required({ elicitations: [url({})] }),
  },
  'elicit-schema-pattern': asked(
    form({ count: { ...COUNT.count, multipleOf: 2 } }),
    form({ count: { ...COUNT.count, maximum: 10 } }),
  ),
  'elicit-content-unexpected': replied(
    form(COUNT),
    { action: 'decline', content: { count: 2 } },
    { action: 'decline' },
  ),
  'elicit-sensitive-form': asked(
    form({ login: { type: 'string', description: 'Your password' } }),
    form({ login: { type: 'string', description: 'Your name' } }),
  ),
  'elicit-url-sensitive': asked(
    url({ url: 'https://pay.example/o/81?email=ada%40example.org' }),
    url({ url: 'https://pay.example/o/81?email=' }),
  ),
  'elicit-form-links': asked(
    form({ count: { ...COUNT.count, description: 'See http://shop.example/counts' } }),
    form(COUNT),
  ),
  'elicit-enum-names': asked(
    form({ size: { type: 'string', enum: ['s', 'm'], enumNames: ['Small', 'Medium'] } }),
    form({ size: { type: 'string', enum: ['s', 'm'] } }),
  ),
});
