import type { EventBody } from '#shared/recording';
import { client, complete, failure, LATEST, meta, offered, request, server } from './messages.ts';
import { discovered, examples } from './script.ts';

const given = discovered({ server: { tools: {} } });
const PREFIX = 'io.modelcontextprotocol/';
const without = (name: string): object =>
  Object.fromEntries(Object.entries(meta()).filter(([key]) => key !== `${PREFIX}${name}`));
const ask = (id: number, _meta: object = meta(), method = 'tools/list'): EventBody =>
  client(request(id, method, { _meta }));
const named = (version: string): object => ({ ...meta(), [`${PREFIX}protocolVersion`]: version });
const served = (id: number, more: object = {}): EventBody =>
  server(complete(id, { tools: [], ttlMs: 0, cacheScope: 'private', ...more }));
const unsupported = (id: number, data?: object): EventBody => server(failure(id, -32022, 'Unsupported version', data));
const FUTURE = '2033-03-03';
const data = { supported: [LATEST], requested: FUTURE };
const initialize = client(offered(4, '2025-11-25'));

export const MODERN_REQUEST_META = examples(given, {
  'req-meta-version': { breaks: [ask(4, without('protocolVersion'))], keeps: [ask(4)] },
  'req-meta-capabilities': { breaks: [ask(4, without('clientCapabilities'))], keeps: [ask(4)] },
  'req-meta-client-info': {
    breaks: [ask(4, { ...meta(), [`${PREFIX}clientInfo`]: { name: 'client' } })],
    keeps: [ask(4)],
  },
  'req-meta-missing-accepted': {
    breaks: [ask(4, without('clientCapabilities')), server(failure(4, -32603, 'undefined is not an object'))],
    keeps: [ask(4, without('clientCapabilities')), server(failure(4, -32602, 'clientCapabilities is missing'))],
  },
  'req-meta-client-info-demanded': {
    breaks: [ask(4, without('clientInfo')), server(failure(4, -32600, 'Who are you?'))],
    keeps: [ask(4, without('clientInfo')), served(4)],
  },
  'req-undeclared-capability-use': {
    breaks: [ask(4), server(failure(4, -32000, 'Client does not support elicitation'))],
    keeps: [
      ask(4),
      server(failure(4, -32021, 'Client does not support elicitation', { requiredCapabilities: { elicitation: {} } })),
    ],
  },
  'err-32021-data': {
    breaks: [ask(4), server(failure(4, -32021, 'No forms', { requiredCapabilities: 'elicitation' }))],
    keeps: [ask(4), server(failure(4, -32021, 'No forms', { requiredCapabilities: { elicitation: {} } }))],
  },
  'err-32022-data': {
    breaks: [ask(4, named(FUTURE)), unsupported(4, { supported: LATEST })],
    keeps: [ask(4, named(FUTURE)), unsupported(4, data)],
  },
  'unsupported-version-served': {
    breaks: [ask(4, named(FUTURE)), served(4)],
    keeps: [ask(4, named(FUTURE)), unsupported(4, data)],
  },
  'version-retry-choice': {
    given: [...given, ask(4, named(FUTURE)), unsupported(4, data)],
    breaks: [ask(5, named('2032-02-02'))],
    keeps: [ask(5)],
  },
  'res-meta-server-info': {
    breaks: [ask(4), served(4)],
    keeps: [ask(4), served(4, { _meta: { [`${PREFIX}serverInfo`]: { name: 'server', version: '1.0.0' } } })],
  },
  'modern-init-error-names-versions': {
    breaks: [initialize, server(failure(4, -32601, 'Method not found'))],
    keeps: [initialize, server(failure(4, -32601, `Method not found: this server speaks ${LATEST}`))],
  },
});
