import type { EventBody } from '#shared/recording';
import { client, failure, request, result, server } from './messages.ts';
import { after, examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-06-18', { server: { prompts: {}, resources: {} } });
const asks = (id: number, cursor?: unknown, method = 'prompts/list'): EventBody =>
  client(request(id, method, cursor === undefined ? {} : { cursor }));
const page = (id: number, nextCursor?: unknown): EventBody =>
  server(result(id, { prompts: [{ name: `plan-${id}` }], ...(nextCursor === undefined ? {} : { nextCursor }) }));
const begun = [...given, asks(4), page(4, 'at:2')];

export const PAGINATION = examples(begun, {
  'page-cursor-string': { given, breaks: [asks(4), page(4, 2)], keeps: [asks(4), page(4, '2')] },
  'page-cursor-invented': { breaks: [asks(5, 'at:3')], keeps: [asks(5, 'at:2')] },
  'page-cursor-cross-method': {
    breaks: [asks(5, 'at:2', 'resources/list')],
    keeps: [asks(5, undefined, 'resources/list')],
  },
  'page-cursor-invalid-code': {
    breaks: [asks(5, 'at:9'), server(failure(5, -32603, 'Out of range'))],
    keeps: [asks(5, 'at:9'), server(failure(5, -32602, 'Unknown cursor'))],
  },
  'page-cursor-loop': {
    given: [...begun, asks(5, 'at:2'), page(5, 'at:3')],
    breaks: [asks(6, 'at:3'), page(6, 'at:2')],
    keeps: [asks(6, 'at:2'), page(6, 'at:3'), asks(7, 'at:3'), page(7)],
  },
  'page-not-followed': {
    breaks: [after(60, client(request(5, 'prompts/get', { name: 'plan-4' })))],
    keeps: [asks(5, 'at:2'), page(5), after(60, client(request(6, 'prompts/get', { name: 'plan-4' })))],
  },
});
