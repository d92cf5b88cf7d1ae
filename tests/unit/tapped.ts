/** A tapped session in which everything that a tap can do was done once. */
import type { EventBody, WireEvent } from '#shared/recording';
import { c2s, failure, handshake, notification, request, result, s2c } from './script.ts';

const call = (id: number, name: string, args: object = {}): object =>
  request(id, 'tools/call', { name, arguments: args });
const said = (id: unknown, text: string): object => result(id, { content: [{ type: 'text', text }] });

const ORDERS = {
  breakpoints: [{ when: 'method:tools/call' }],
  rules: [{ name: 'slow lists', when: 'method:tools/list dir:s2c', act: { do: 'delay', ms: 2000 } }],
  limit: 30_000,
};

const LISTED = {
  tools: ['add', 'delete_file', 'echo'].map((name) => ({
    name,
    description: `Tool ${name}`,
    inputSchema: { type: 'object' },
  })),
};

/** Seconds from the event before, and the event. */
type Step = readonly [seconds: number, body: EventBody];

/** Where each act begins in `TAPPED`: the message that it is about. */
export const ACTED = { forward: 9, edit: 14, drop: 18, answer: 22, response: 27, delay: 32, repeat: 36, inject: 43 };

const STEPS: readonly Step[] = [
  ...handshake('2025-11-25', { tools: { listChanged: true }, logging: {} }).map((body): Step => [
    0.01,
    'by' in body && body.by === 'auto' ? { ...body, by: undefined } : body,
  ]),
  [0.02, c2s(request(2, 'tools/list'))],
  [0.02, s2c(result(2, LISTED))],
  [4, { k: 'tap', act: 'armed', orders: JSON.stringify(ORDERS) }],
  [1, s2c(notification('notifications/message', { level: 'info', data: 'ready' }))],
  // It waits, and goes on as it came.
  [2, c2s(call(3, 'add', { a: 1, b: 2 }), { leg: 'client' })],
  [0, { k: 'tap', act: 'hold', at: 9, rule: 'method:tools/call', ms: 30_000 }],
  [6.2, c2s(call(3, 'add', { a: 1, b: 2 }), { leg: 'server', of: 9 })],
  [0, { k: 'tap', act: 'forward', at: 9, by: 'user' }],
  [0.1, s2c(said(3, '3'))],
  // Another text goes on.
  [1, c2s(call(4, 'add', { a: 2, b: 2 }), { leg: 'client' })],
  [0, { k: 'tap', act: 'hold', at: 14, rule: 'method:tools/call', ms: 30_000 }],
  [11, c2s(call(4, 'add', { a: 2, b: 40 }), { leg: 'server', of: 14, by: 'tap' })],
  [0, { k: 'tap', act: 'edit', at: 14, by: 'user' }],
  // Nothing goes on; what the server says of the call before comes meanwhile.
  [0.5, c2s(call(5, 'delete_file', { path: '/etc/passwd' }), { leg: 'client' })],
  [0, { k: 'tap', act: 'hold', at: 18, rule: 'method:tools/call', ms: 30_000 }],
  [0.2, s2c(said(4, '42'))],
  [3, { k: 'tap', act: 'drop', at: 18, by: 'user' }],
  // The tap answers.
  [1, c2s(call(6, 'echo', { text: 'hi' }), { leg: 'client' })],
  [0, { k: 'tap', act: 'hold', at: 22, rule: 'method:tools/call', ms: 30_000 }],
  [5, s2c(failure(6, -32000, 'Quota exceeded'), { leg: 'client', by: 'tap' })],
  [0, { k: 'tap', act: 'answer', at: 22, by: 'user' }],
  // A response is dropped.
  [1, c2s(call(7, 'echo', { text: 'again' }))],
  [0.1, s2c(said(7, 'again'), { leg: 'server' })],
  [0, { k: 'tap', act: 'hold', at: 27, rule: 'dir:s2c', ms: 30_000 }],
  [2, { k: 'tap', act: 'drop', at: 27, by: 'user' }],
  // A rule delays.
  [3, c2s(notification('notifications/cancelled', { requestId: 7 }))],
  [1, c2s(request(8, 'tools/list'))],
  [0.1, s2c(result(8, LISTED), { leg: 'server' })],
  [0, { k: 'tap', act: 'delay', at: 32, rule: 'slow lists', by: 'rule', ms: 2000 }],
  [2, s2c(result(8, LISTED), { leg: 'client', of: 32 })],
  // It goes on twice, and is answered twice.
  [0.5, { k: 'tap', act: 'armed' }],
  [1, c2s(call(9, 'echo', { text: 'twice' }), { leg: 'client' })],
  [0, c2s(call(9, 'echo', { text: 'twice' }), { leg: 'server', of: 36 })],
  [0, c2s(call(9, 'echo', { text: 'twice' }), { leg: 'server', of: 36 })],
  [0, { k: 'tap', act: 'repeat', at: 36, by: 'rule', rule: 'double', times: 2 }],
  [0.1, s2c(said(9, 'twice'))],
  [0, s2c(said(9, 'twice'))],
  [0.4, { k: 'stderr', text: 'echo was called twice\n' }],
  // Messages of the tap's own.
  [1, s2c(notification('notifications/tools/list_changed'), { leg: 'client', by: 'tap' })],
  [0, { k: 'tap', act: 'inject', at: 43, by: 'user' }],
  [0.1, c2s(request(10, 'tools/list'))],
  [0.1, s2c(result(10, LISTED))],
  [2, c2s(request('lifeline-tap-1', 'ping'), { leg: 'server', by: 'tap' })],
  [0, { k: 'tap', act: 'inject', at: 47, by: 'user' }],
  [0.1, s2c(result('lifeline-tap-1'), { leg: 'server' })],
  // It waits until the end of the recording.
];

/** The events, with a call that still waits at the end. */
export const TAPPED: readonly WireEvent[] = [
  ...STEPS,
  [3, { k: 'tap', act: 'armed', orders: JSON.stringify(ORDERS) }] as const,
  [2, c2s(call(11, 'delete_file', { path: '/srv/data.db' }), { leg: 'client' })] as const,
  [0, { k: 'tap', act: 'hold', at: 51, rule: 'method:tools/call', ms: 30_000 }] as const,
].reduce<WireEvent[]>(
  (events, [seconds, body]) => [
    ...events,
    JSON.parse(JSON.stringify({ s: events.length, t: (events.at(-1)?.t ?? 0) + seconds * 1e6, ...body })) as WireEvent,
  ],
  [],
);
