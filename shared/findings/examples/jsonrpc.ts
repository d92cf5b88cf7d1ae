/** What breaks and what keeps the rules of `jsonrpc`. */
import type { JSONRPC } from '../catalogue/jsonrpc.ts';
import { client, notification, request, result, server, shaken, type Examples } from './script.ts';

const given = shaken('2025-11-25', { server: { tools: {} } });

export const JSONRPC_EXAMPLES: Partial<Examples<keyof typeof JSONRPC>> = {
  'rpc-version-field': {
    given,
    breaks: [client({ id: 4, method: 'tools/list' })],
    keeps: [client(request(4, 'tools/list'))],
  },
  'rpc-response-both': {
    given,
    breaks: [client(request(4, 'tools/list')), server({ ...result(4, { tools: [] }), error: null })],
    keeps: [client(request(4, 'tools/list')), server(result(4, { tools: [] }))],
  },
  'method-params-schema': {
    given,
    breaks: [client(request(5, 'tools/call', { name: 7 }))],
    keeps: [client(request(5, 'tools/call', { name: 'seven' }))],
  },
  'method-result-schema': {
    given,
    breaks: [
      client(request(6, 'tools/list')),
      server(result(6, { tools: [{ name: 'a', title: 1, inputSchema: { type: 'object' } }] })),
    ],
    keeps: [
      client(request(6, 'tools/list')),
      server(result(6, { tools: [{ name: 'a', title: 'A', inputSchema: { type: 'object' } }] })),
    ],
  },
  'notification-params-schema': {
    given,
    breaks: [server(notification('notifications/progress', { progressToken: 'p', progress: 'half' }))],
    keeps: [server(notification('notifications/progress', { progressToken: 'p', progress: 0.5 }))],
  },
};
