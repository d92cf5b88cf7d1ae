/** What breaks and what keeps the rules of `jsonrpc`. */
import type { JSONRPC } from '../catalogue/jsonrpc.ts';
import { client, request, result, server, shaken, type Examples } from './script.ts';

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
};
