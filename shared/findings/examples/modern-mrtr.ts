import type { EventBody } from '#shared/recording';
import { client, complete, failure, meta, request, result, server } from './messages.ts';
import { discovered, examples } from './script.ts';

const FORMS = { elicitation: {} };
const given = discovered({ client: FORMS, server: { tools: {}, prompts: {} } });
const ask = (id: unknown, more: object = {}, method = 'tools/call', own: object = FORMS): EventBody =>
  client(request(id, method, { name: 'book', ...more, _meta: meta(own) }));
const FORM = {
  method: 'elicitation/create',
  params: { message: 'Which day?', requestedSchema: { type: 'object', properties: { day: { type: 'string' } } } },
};
const wants = (id: unknown, more: object = { inputRequests: { day: FORM } }): EventBody =>
  server(result(id, { resultType: 'input_required', ...more }));
const DAY = { action: 'accept', content: { day: 'Monday' } };
const answers = { inputResponses: { day: DAY } };
const asked = [...given, ask(4), wants(4)];
const withState = [...given, ask(4), wants(4, { inputRequests: { day: FORM }, requestState: 'r1.xQ' })];

export const MODERN_MRTR = examples(given, {
  'mrtr-unsupported-method': {
    breaks: [ask(4, {}, 'tools/list'), wants(4)],
    keeps: [ask(4, {}, 'prompts/get'), wants(4)],
  },
  'mrtr-empty': { breaks: [ask(4), wants(4, {})], keeps: [ask(4), wants(4)] },
  'mrtr-request-kind': {
    breaks: [ask(4), wants(4, { inputRequests: { day: { method: 'ping' } } })],
    keeps: [ask(4), wants(4)],
  },
  'mrtr-undeclared-capability': {
    breaks: [ask(4, {}, 'tools/call', { sampling: {} }), wants(4)],
    keeps: [ask(4), wants(4)],
  },
  'mrtr-retry-id': { given: asked, breaks: [ask(4, answers)], keeps: [ask(5, answers)] },
  'mrtr-state-echo': {
    given: withState,
    breaks: [ask(5, answers)],
    keeps: [ask(5, { ...answers, requestState: 'r1.xQ' })],
  },
  'mrtr-state-invented': {
    given: asked,
    breaks: [ask(5, { ...answers, requestState: 'r1.xQ' })],
    keeps: [ask(5, answers)],
  },
  'mrtr-responses-complete': {
    given: asked,
    breaks: [ask(5, { inputResponses: { date: DAY } })],
    keeps: [ask(5, answers)],
  },
  'mrtr-response-shape': {
    given: asked,
    breaks: [ask(5, { inputResponses: { day: 'Monday' } })],
    keeps: [ask(5, answers)],
  },
  'mrtr-cross-request': {
    given: withState,
    breaks: [ask(5, { arguments: { room: 2 }, ...answers, requestState: 'r1.xQ' })],
    keeps: [ask(5, { ...answers, requestState: 'r1.xQ' })],
  },
  'mrtr-missing-input-error': {
    given: withState,
    breaks: [ask(5, { requestState: 'r1.xQ' }), server(failure(5, -32602, 'No day'))],
    keeps: [ask(5, { ...answers, requestState: 'r1.xQ' }), server(complete(5, { content: [] }))],
  },
  'mrtr-request-envelope': {
    breaks: [ask(4), wants(4, { inputRequests: { day: { jsonrpc: '2.0', ...FORM } } })],
    keeps: [ask(4), wants(4)],
  },
});
