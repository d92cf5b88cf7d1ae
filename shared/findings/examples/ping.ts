/** What breaks and what keeps the rules of `ping`. */
import type { PING } from '../catalogue/ping.ts';
import { after, client, request, result, server, shaken, type Examples } from './script.ts';

const given = shaken('2025-06-18');

export const PING_EXAMPLES: Examples<keyof typeof PING> = {
  'ping-empty-result': {
    given,
    breaks: [client(request(3, 'ping')), server(result(3, { status: 'ok' }))],
    keeps: [client(request(3, 'ping')), server(result(3))],
  },
  'ping-prompt': {
    given,
    breaks: [after(1, client(request(3, 'ping'))), after(14, server(result(3)))],
    keeps: [after(1, client(request(3, 'ping'))), after(2, server(result(3)))],
  },
};
