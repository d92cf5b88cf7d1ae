/** Short ways to write sessions down in tests. */
import { notification, request, result } from '../../shared/findings/examples/messages.ts';
import type { EventBody, MessageBody, WireEvent } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { toEvents } from './arbitraries.ts';

type More = Partial<Omit<MessageBody, 'k' | 'dir' | 'raw'>>;
/** A message as an object, or its exact text. */
type Content = object | string;

const raw = (content: Content): string => (typeof content === 'string' ? content : JSON.stringify(content));

/** A message from client to server. */
export const c2s = (content: Content, more: More = {}): EventBody => ({
  k: 'message',
  dir: 'c2s',
  raw: raw(content),
  ...more,
});
/** A message from server to client. */
export const s2c = (content: Content, more: More = {}): EventBody => ({
  k: 'message',
  dir: 's2c',
  raw: raw(content),
  ...more,
});

export { notification, request, result };
export const failure = (id: unknown, code = -32603, message = 'failed'): object => ({
  jsonrpc: '2.0',
  ...(id === undefined ? {} : { id }),
  error: { code, message },
});

export const OPEN: readonly EventBody[] = [
  { k: 'connection', event: 'opening' },
  { k: 'connection', event: 'open' },
];

/** Connection and handshake at `revision`, ids from 1; five events. */
export const handshake = (revision = '2025-11-25', capabilities: object = { tools: {} }): readonly EventBody[] => [
  ...OPEN,
  c2s(
    request(1, 'initialize', {
      protocolVersion: revision,
      capabilities: { roots: {} },
      clientInfo: { name: 'client', version: '1' },
    }),
    { by: 'auto' },
  ),
  s2c(
    result(1, {
      protocolVersion: revision,
      capabilities,
      serverInfo: { name: 'server', version: '2' },
      instructions: 'Hi',
    }),
  ),
  c2s(notification('notifications/initialized'), { by: 'auto' }),
];

/** A log of these events, as a recording has them. */
export function logOfEvents(events: readonly WireEvent[]): SessionLog {
  const log = new SessionLog();
  for (const event of events) log.append(event);
  return log;
}

/** A log of these events, each put in its place. */
export const logOf = (...bodies: readonly EventBody[]): SessionLog => logOfEvents(toEvents(bodies));
