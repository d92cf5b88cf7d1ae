import type { EventBody, ProcessBody } from '#shared/recording';
import { client, meta, notification, request, result, server } from './messages.ts';
import { CLOSED, discovered, examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-06-18', { server: { tools: { listChanged: true } } });
const changed = notification('notifications/tools/list_changed');
const ping = request(5, 'ping');
const process = (event: ProcessBody['event'], more: Partial<ProcessBody> = {}): EventBody => ({
  k: 'process',
  event,
  ...more,
});
const term = process('signal', { signal: 'SIGTERM', by: 'host' });
const kill = process('signal', { signal: 'SIGKILL', by: 'host' });
const ended = process('exit', { code: 0, signal: null });
const listen = (id: number): EventBody =>
  client(request(id, 'subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: meta() }));

export const STDIO = examples(given, {
  'stdio-stdout-nonmessage': {
    breaks: [server('Connected to database')],
    keeps: [{ k: 'stderr', text: 'Connected to database\n' }],
  },
  'stdio-stdin-nonmessage': { breaks: [client('quit')], keeps: [client(ping)] },
  'stdio-embedded-newline': {
    breaks: JSON.stringify(changed, undefined, 2)
      .split('\n')
      .map((line) => server(line)),
    keeps: [server(changed)],
  },
  'stdio-content-length': { breaks: [server('Content-Length: 71')], keeps: [server(changed)] },
  'stdio-utf8': { breaks: [server(`\ufeff${JSON.stringify(changed)}`)], keeps: [server(changed)] },
  'stdio-shutdown-order': {
    breaks: [term],
    keeps: [process('stdin-end', { by: 'host' }), term, kill],
  },
  // Time passes only where it is said.
  'stdio-exit-on-eof': {
    breaks: [process('stdin-end', { by: 'host' }), term, kill],
    keeps: [process('stdin-end', { by: 'host' }), ended],
  },
  'stdio-unexpected-exit': {
    given: [...given, client(ping)],
    breaks: [process('exit', { code: 1, signal: null })],
    keeps: [server(result(5)), process('stdin-end', { by: 'host' }), ended],
  },
  'stdio-partial-line': {
    given: [...given, client(ping)],
    breaks: [server('{"jsonrpc":"2.0","id":5,"res', { unterminated: true }), process('stdout-end'), ended],
    keeps: [server(result(5)), process('stdout-end'), ended],
  },
  'stdio-listen-not-reissued': {
    given: [
      ...discovered({ server: { tools: { listChanged: true } } }),
      listen(2),
      process('exit', { code: 1, signal: null }),
      process('spawn', { pid: 4712 }),
    ],
    breaks: [client(request(3, 'tools/list', { _meta: meta() })), CLOSED],
    keeps: [listen(3), client(request(4, 'tools/list', { _meta: meta() })), CLOSED],
  },
});
