import type { EventBody } from '#shared/recording';
import { answer, head, streamed } from './http-script.ts';
import { answered, client, complete, failure, meta, notification, request, result, server } from './messages.ts';
import { discovered, examples, OPEN, afterHandshake } from './script.ts';

const given = afterHandshake('2025-03-26', { server: { logging: {} } });
const log = (params: object): object => notification('notifications/message', params);
const logged = (params: object): readonly EventBody[] => [server(log(params))];
const level = (name: string, outcome: object): readonly EventBody[] =>
  answered(request('g1', 'logging/setLevel', { level: name }), outcome);
const modern = discovered({ server: { logging: {}, tools: {} } });
/** A call that asks for messages of this level, or for none. */
const call = (id: string, least?: string): object =>
  request(id, 'tools/call', { name: 'sync', _meta: meta({}, least) });
const stream = (x: string, message: object): readonly EventBody[] => [
  head(x),
  client(message, { x }),
  answer(x, 200, { 'content-type': 'text/event-stream' }),
];
const LINE = { level: 'notice', data: 'synced' };

export const LOGGING = examples(given, {
  'logging-setlevel-value': {
    breaks: level('verbose', failure('g1', -32602)),
    keeps: level('debug', result('g1')),
  },
  'logging-setlevel-invalid-code': {
    breaks: level('verbose', failure('g1', -32603)),
    keeps: level('verbose', failure('g1', -32602)),
  },
  'logging-message-level': { breaks: logged({ ...LINE, level: 'fatal' }), keeps: logged(LINE) },
  'logging-message-data': { breaks: logged({ level: 'notice', message: 'synced' }), keeps: logged(LINE) },
  'logging-below-level': {
    given: [...given, ...level('critical', result('g1'))],
    breaks: logged({ ...LINE, level: 'error' }),
    keeps: logged({ ...LINE, level: 'critical' }),
  },
  'logging-no-opt-in': {
    given: modern,
    breaks: [client(call('c1')), ...logged(LINE)],
    keeps: [client(call('c1', 'info')), ...logged(LINE)],
  },
  'logging-wrong-stream': {
    given: [...OPEN, ...stream('x1', call('c1', 'info')), ...stream('x2', call('c2'))],
    breaks: [streamed('x2', log(LINE))],
    keeps: [streamed('x1', log(LINE))],
  },
  'logging-level-meta-invalid': {
    given: [...modern, client(call('c1', 'verbose'))],
    breaks: [server(complete('c1', { content: [] }))],
    keeps: [server(failure('c1', -32602, 'no such level'))],
  },
  'logging-secret': {
    breaks: logged({ ...LINE, data: { user: 'ada', password: 'correct horse' } }),
    keeps: logged({ ...LINE, data: { user: 'ada', password: '***' } }),
  },
});
