import type { EventBody } from '#shared/recording';
import { answered, client, meta, notification, request, result, server } from './messages.ts';
import { discovered, examples, afterHandshake } from './script.ts';

const given = afterHandshake('2025-06-18', { server: { tools: {} } });
const call = (id: number, progressToken: unknown): EventBody =>
  client(request(id, 'tools/call', { name: 'index', _meta: { progressToken } }));
const report = (progress: number, more: object = {}): object =>
  notification('notifications/progress', { progressToken: 77, progress, ...more });
const told = (progress: number, more: object = {}): EventBody => server(report(progress, more));
const done = server(result(4, { content: [] }));
const active = [...given, call(4, 77)];
const modern = discovered({ server: { tools: {} } });

export const PROGRESS = examples(active, {
  'progress-token-type': { given, breaks: [call(4, 1.5)], keeps: [call(4, 77)] },
  'progress-token-unique': { breaks: [call(5, 77)], keeps: [done, call(5, 77)] },
  'progress-token-unknown': { breaks: [told(1, { progressToken: '77' })], keeps: [told(1)] },
  'progress-after-completion': { breaks: [done, told(1)], keeps: [told(1), done] },
  'progress-increasing': { given: [...active, told(3)], breaks: [told(2)], keeps: [told(3.5)] },
  'progress-from-client': {
    given: modern,
    breaks: [client(report(1))],
    keeps: answered(request(4, 'tools/call', { name: 'index', _meta: { ...meta(), progressToken: 77 } }), report(1)),
  },
  'progress-over-total': { breaks: [told(101, { total: 100 })], keeps: [told(100, { total: 100 })] },
  'progress-flood': {
    breaks: Array.from({ length: 60 }, (_, index) => told(index + 1)),
    keeps: Array.from({ length: 20 }, (_, index) => told(index + 1)),
  },
});
