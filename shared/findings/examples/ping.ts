import { client, request, result, server } from './messages.ts';
import { after, examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-06-18');

export const PING = examples(given, {
  'ping-empty-result': {
    breaks: [client(request(3, 'ping')), server(result(3, { status: 'ok' }))],
    keeps: [client(request(3, 'ping')), server(result(3))],
  },
  'ping-prompt': {
    breaks: [after(1, client(request(3, 'ping'))), after(14, server(result(3)))],
    keeps: [after(1, client(request(3, 'ping'))), after(2, server(result(3)))],
  },
});
