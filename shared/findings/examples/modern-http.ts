import type { EventBody } from '#shared/recording';
import {
  answer,
  discoveredOverHttp,
  end,
  head,
  posted,
  sent,
  stream,
  streamed,
  usual,
  type Headers,
} from './http-script.ts';
import { failure, fresh, LATEST, meta, request, server } from './messages.ts';
import { examples } from './script.ts';

const of = (method: string, more: Headers = {}): Headers => usual(LATEST, { 'mcp-method': method, ...more });
const tool = {
  name: 'ship',
  inputSchema: { type: 'object', properties: { depot: { type: 'string', 'x-mcp-header': 'Depot' } } },
};
const given = [
  ...discoveredOverHttp({ server: { tools: {}, prompts: {} } }),
  ...posted('d2', request('d2', 'tools/list', { _meta: meta() }), fresh('d2', { tools: [tool] }), {
    headers: of('tools/list'),
  }),
];
const list = request(3, 'prompts/list', { _meta: meta() });
const call = (args: object): object => request(3, 'tools/call', { name: 'ship', arguments: args, _meta: meta() });
const CALL = of('tools/call', { 'mcp-name': 'ship' });
const asked = sent('x3', of('prompts/list'), list);
const failed = (code: number, status: number): readonly EventBody[] => [
  answer('x3', status, { 'content-type': 'application/json' }),
  server(failure(3, code), { x: 'x3' }),
  end('x3'),
];
const { 'mcp-protocol-version': _version, ...versionless } = of('prompts/list');
const prompt = (name: string): object => request(3, 'prompts/get', { name, _meta: meta() });
const done = fresh(3, { prompts: [] });

export const MODERN_HTTP = examples(given, {
  'http-version-header': { breaks: sent('x3', versionless, list), keeps: asked },
  'http-version-header-match': {
    breaks: sent('x3', { ...of('prompts/list'), 'mcp-protocol-version': '2025-06-18' }, list),
    keeps: asked,
  },
  'http-method-header': { breaks: sent('x3', of('prompts/get'), list), keeps: asked },
  'http-name-header': {
    breaks: sent('x3', of('prompts/get'), prompt('greet')),
    keeps: sent('x3', of('prompts/get', { 'mcp-name': 'greet' }), prompt('greet')),
  },
  'http-header-encoding': {
    breaks: sent('x3', of('prompts/get', { 'mcp-name': 'grüße' }), prompt('grüße')),
    keeps: sent('x3', of('prompts/get', { 'mcp-name': '=?base64?Z3LDvMOfZQ==?=' }), prompt('grüße')),
  },
  'http-param-header': {
    breaks: sent('x3', { ...CALL, 'mcp-param-depot': 'west' }, call({ depot: 'east' })),
    keeps: sent('x3', { ...CALL, 'mcp-param-depot': 'east' }, call({ depot: 'east' })),
  },
  'http-param-header-absent': {
    breaks: sent('x3', { ...CALL, 'mcp-param-depot': 'null' }, call({})),
    keeps: sent('x3', CALL, call({})),
  },
  'http-header-mismatch-accepted': {
    given: [...given, ...sent('x3', of('tools/list'), list)],
    breaks: failed(-32602, 400),
    keeps: failed(-32020, 400),
  },
  'http-unknown-method-404': {
    given: [...given, ...sent('x3', of('tools/rename'), request(3, 'tools/rename', { _meta: meta() }))],
    breaks: [answer('x3', 404), end('x3')],
    keeps: failed(-32601, 404),
  },
  'http-error-status-400': { given: [...given, ...asked], breaks: failed(-32021, 403), keeps: failed(-32021, 400) },
  'http-get-delete-modern': {
    given: [...given, head('e1', {}, { method: 'DELETE' })],
    breaks: [answer('e1', 204)],
    keeps: [answer('e1', 405)],
  },
  'http-session-modern': {
    breaks: sent('x3', { ...of('prompts/list'), 'mcp-session-id': '6f1d2c1e-8a4b-4d0e-9a55-0c9b7f3e2d11' }, list),
    keeps: asked,
  },
  'http-resume-modern': {
    given: [...given, ...asked, stream('x3', { 'x-accel-buffering': 'no' })],
    breaks: [streamed('x3', done, { id: 'x3-1' })],
    keeps: [streamed('x3', done)],
  },
  'http-reissue-same-id': {
    given: [...given, ...asked, stream('x3', { 'x-accel-buffering': 'no' }), end('x3', 'network')],
    breaks: sent('x4', of('prompts/list'), list),
    keeps: sent('x4', of('prompts/list'), { ...list, id: 4 }),
  },
  'http-x-accel-buffering': {
    given: [...given, ...asked],
    breaks: [stream('x3')],
    keeps: [stream('x3', { 'x-accel-buffering': 'no' })],
  },
});
