import type { EventBody } from '#shared/recording';
import { client, complete, meta, request, result, server } from './messages.ts';
import { discovered, examples } from './script.ts';

const given = discovered({ server: { tools: {}, prompts: {} } });
const ask = (id: number, method: string, more: object = {}): EventBody =>
  client(request(id, method, { ...more, _meta: meta() }));
const page = (id: number, hints: object, more: object = {}): readonly EventBody[] => [
  ask(id, 'prompts/list', more),
  server(complete(id, { prompts: [], ...hints })),
];
const HINTS = { ttlMs: 1500, cacheScope: 'public' };

export const MODERN_RESULTS = examples(given, {
  'result-type-missing': {
    breaks: [ask(4, 'tools/call', { name: 'sum' }), server(result(4, { content: [] }))],
    keeps: [ask(4, 'tools/call', { name: 'sum' }), server(complete(4, { content: [] }))],
  },
  'result-type-unknown': {
    breaks: [ask(4, 'tools/call', { name: 'sum' }), server(result(4, { resultType: 'partial', content: [] }))],
    keeps: [ask(4, 'tools/call', { name: 'sum' }), server(complete(4, { content: [] }))],
  },
  'no-server-requests': {
    breaks: [server(request('p', 'ping'))],
    keeps: [ask(4, 'prompts/list')],
  },
  'no-client-responses': {
    breaks: [client(result('p'))],
    keeps: [ask(4, 'prompts/list')],
  },
  'cache-ttl': { breaks: page(4, { ttlMs: -1, cacheScope: 'public' }), keeps: page(4, HINTS) },
  'cache-scope': { breaks: page(4, { ttlMs: 1500 }), keeps: page(4, HINTS) },
  'cache-scope-pages': {
    given: [...given, ...page(4, { ...HINTS, nextCursor: 'c2' })],
    breaks: page(5, { ...HINTS, cacheScope: 'private' }, { cursor: 'c2' }),
    keeps: page(5, HINTS, { cursor: 'c2' }),
  },
  'cache-interim': {
    breaks: [
      ask(4, 'prompts/get', { name: 'plan' }),
      server(result(4, { resultType: 'input_required', requestState: 's', cacheScope: 'private' })),
    ],
    keeps: [
      ask(4, 'prompts/get', { name: 'plan' }),
      server(result(4, { resultType: 'input_required', requestState: 's' })),
    ],
  },
});
