import type { EventBody } from '#shared/recording';
import { answer, end, head, streamed } from './http-script.ts';
import { client, complete, LATEST, meta, notification, request, server } from './messages.ts';
import { discovered, examples } from './script.ts';

const given = discovered({ server: { prompts: { listChanged: true }, resources: { subscribe: true } } });
const ID = 'io.modelcontextprotocol/subscriptionId';
const filter = { promptsListChanged: true, resourceSubscriptions: ['mem://a'] };
const wants = (notifications: object = filter): object =>
  request('sub', 'subscriptions/listen', { notifications, _meta: meta() });
const told = (method: string, more: object = {}, id: unknown = 'sub'): object =>
  notification(method, { ...more, _meta: { [ID]: id } });
const ACK = told('notifications/subscriptions/acknowledged', { notifications: filter });
const PROMPTS = 'notifications/prompts/list_changed';
const open: readonly EventBody[] = [...given, client(wants()), server(ACK)];
const bare = server(notification(PROMPTS));
const over = (by: 'server', ...rest: readonly EventBody[]): readonly EventBody[] => [
  head('x1', {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': LATEST,
    'mcp-method': 'subscriptions/listen',
  }),
  client(wants(), { x: 'x1' }),
  answer('x1', 200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }),
  streamed('x1', ACK),
  ...rest,
  end('x1', by),
];

export const MODERN_SUBSCRIPTIONS = examples(open, {
  'listen-ack-first': {
    given: [...given, client(wants())],
    breaks: [server(told(PROMPTS)), server(ACK)],
    keeps: [server(ACK), server(told(PROMPTS))],
  },
  'listen-filter-required': {
    given,
    breaks: [client(request('sub', 'subscriptions/listen', { notifications: ['prompts'], _meta: meta() }))],
    keeps: [client(wants())],
  },
  'listen-subscription-id': { breaks: [bare], keeps: [server(told(PROMPTS))] },
  'listen-subscription-id-value': {
    breaks: [server(told(PROMPTS, {}, 'sub-1'))],
    keeps: [server(told(PROMPTS))],
  },
  'listen-unrequested': {
    breaks: [server(told('notifications/resources/updated', { uri: 'mem://b' }))],
    keeps: [server(told('notifications/resources/updated', { uri: 'mem://a' }))],
  },
  'listen-request-scoped': {
    breaks: [server(told('notifications/progress', { progressToken: 1, progress: 1 }))],
    keeps: [server(told(PROMPTS))],
  },
  'listen-result-meta': {
    breaks: [server(complete('sub', { _meta: { [ID]: 1 } }))],
    keeps: [server(complete('sub', { _meta: { [ID]: 'sub' } }))],
  },
  'change-outside-listen': { given, breaks: [bare], keeps: [client(wants()), server(ACK), server(told(PROMPTS))] },
  'listen-after-end': {
    breaks: [server(complete('sub', { _meta: { [ID]: 'sub' } })), server(told(PROMPTS))],
    keeps: [server(told(PROMPTS)), server(complete('sub', { _meta: { [ID]: 'sub' } }))],
  },
  'listen-graceful-close': {
    given: [],
    breaks: over('server'),
    keeps: over('server', streamed('x1', complete('sub', { _meta: { [ID]: 'sub' } }))),
  },
});
