/** Streams that go on in another exchange: which one a GET goes on with, and where a stream that broke off went on. */
import { headerOf, type HeaderPairs, type WireEvent } from '#shared/recording';
import { SESSION, type SessionLog } from '#shared/session';

type HttpEvent = Extract<WireEvent, { k: 'http' }>;

export interface Link {
  readonly x: string;
  readonly s: number;
  readonly lastEventId?: string;
}

const MAX_SEARCHED_EVENTS = 20_000;

const lastEventId = (headers: HeaderPairs | undefined): string | undefined => headerOf(headers, 'last-event-id');

export function before(log: SessionLog, request: HttpEvent): Link | undefined {
  const id = lastEventId(request.headers);
  if (request.method !== 'GET' || id === undefined || request.s === 0) return undefined;
  const stream = [...log.asOf(SESSION, request.s - 1).dropped.values()].find((each) => each.lastEventId === id);
  if (!stream) return undefined;
  for (let s = request.s - 1; s >= Math.max(0, request.s - MAX_SEARCHED_EVENTS); s--) {
    const event = log.event(s);
    if (event?.k === 'http' && event.x === stream.x && event.phase === 'request')
      return { x: stream.x, s, lastEventId: id };
  }
  return undefined;
}

export function after(log: SessionLog, x: string, end: HttpEvent, shown: number): Link | undefined {
  const stream = log.asOf(SESSION, end.s).dropped.get(x);
  if (stream?.lastEventId === undefined) return undefined;
  for (let s = end.s + 1; s < Math.min(shown, end.s + MAX_SEARCHED_EVENTS); s++) {
    const event = log.event(s);
    if (event?.k === 'http' && event.phase === 'request' && lastEventId(event.headers) === stream.lastEventId)
      return { x: event.x, s, lastEventId: stream.lastEventId };
  }
  return undefined;
}
