/** What the steps of an HTTP exchange mean for a session (basic/transports#streamable-http). */
import { defined, isUrl } from '#shared/base';
import { headerOf, isSameServer, type HttpBody, type SseFields, type WireEvent } from '#shared/recording';
import { forgetSlowed } from './pace.ts';
import { problemOver } from './problem.ts';
import { answerable, carriedBy, movePending, takePending, unanswered } from './pending.ts';
import type { DroppedStream, Exchange, SessionState } from './session-state.ts';
import { NOTHING, type Closing, type StepNote } from './step-note.ts';

/** Consecutive attempts to reopen a stream that give nothing; then what waits on it has ended. */
export const MAX_RESUME_COUNT = 5;

/** Advance `state` in place by one step of an exchange. Never throws. */
export function stepHttp(state: SessionState, event: HttpBody & WireEvent): StepNote {
  switch (event.phase) {
    case 'request':
      return began(state, event);
    case 'redirect':
      redirected(state, event);
      return NOTHING;
    case 'response':
      return answered(state, event);
    case 'end':
      return ended(state, event);
    default:
      // A later version of the format may know more steps.
      return NOTHING;
  }
}

function began(state: SessionState, event: HttpBody): StepNote {
  const { x, method = '', url = '' } = event;
  // A GET before anything was agreed asks for the address of HTTP+SSE.
  if (method === 'GET' && state.revision === undefined) state.awaitsEndpoint = x;
  const session = headerOf(event.headers, 'mcp-session-id');
  const id = method === 'GET' ? headerOf(event.headers, 'last-event-id') : undefined;
  const resumed = method === 'GET' ? resumes(state, id) : undefined;
  if (resumed) {
    state.dropped.delete(resumed.x);
    // What waited on the stream that ended waits on this one now.
    movePending(state, resumed.x, x);
  }
  state.exchanges.set(x, {
    method,
    url,
    status: 0,
    stream: false,
    attempts: resumed ? resumed.attempts + 1 : 0,
    standalone: method === 'GET' && (resumed?.standalone ?? true),
    ...(event.headers?.some(([name]) => name.toLowerCase() === 'mcp-method') ? { headers: event.headers } : {}),
    ...defined({ session, lastEventId: id, retry: resumed?.retry, empties: resumed?.empties || undefined }),
  });
  // The first that waits on the stream again.
  const awaited = resumed && carriedBy(state, x)[0]?.[1];
  return awaited ? { ...NOTHING, touches: awaited.op } : NOTHING;
}

/** The request went on to another address; once it left the server, what answers speaks for somebody else. */
function redirected(state: SessionState, { x, url }: HttpBody): void {
  const exchange = state.exchanges.get(x);
  if (!exchange || url === undefined) return;
  const elsewhere = exchange.elsewhere === true || !isSameServer(exchange.url, url);
  state.exchanges.set(x, { ...exchange, at: url, ...(elsewhere ? { elsewhere } : {}) });
}

/** The stream that a GET resumes: the one whose last event it names, or a standalone one that gave no event. */
function resumes(state: SessionState, id: string | undefined): DroppedStream | undefined {
  return [...state.dropped.values()].find(
    (stream) => stream.lastEventId === id && (id !== undefined || stream.standalone),
  );
}

/** A message came in exchange `x`. */
export function stepDelivered(state: SessionState, x: string): void {
  const exchange = state.exchanges.get(x);
  if (!exchange || exchange.delivered) return;
  state.exchanges.set(x, { ...exchange, delivered: true });
  if (exchange.empties !== undefined) forgetSlowed(state, 'stream-retry');
}

/** A piece of a stream came: its id is where the stream can be gone on with (WHATWG HTML, section 9.2.6). */
export function stepSse(state: SessionState, event: SseFields & { readonly x: string; readonly data?: string }): void {
  const exchange = state.exchanges.get(event.x);
  if (!exchange) return;
  const { id, retry } = event;
  if (id !== undefined || retry !== undefined || exchange.attempts > 0) {
    const { lastEventId, ...rest } = exchange;
    // An empty id takes the last one back.
    const last = id ?? lastEventId;
    state.exchanges.set(event.x, {
      ...rest,
      attempts: 0,
      ...(last === undefined || last === '' ? {} : { lastEventId: last }),
      ...defined({ retry }),
    });
  }
  // Only the stream that was opened for it says where to post: no later one redirects a session.
  if (event.event === 'endpoint' && typeof event.data === 'string' && state.awaitsEndpoint === event.x)
    setEndpoint(state, event.x, exchange, event.data);
}

/** 2024-11-05, basic/transports#http-with-sse. Another origin would receive what is meant for this server. */
function setEndpoint(state: SessionState, x: string, { url, at = url, elsewhere }: Exchange, data: string): void {
  if (elsewhere || !isUrl(data, at)) return;
  const endpoint = new URL(data, at);
  // What a person gave for this server must not follow a redirect by way of the address it leads to.
  if (!isSameServer(url, endpoint.href) || !isSameServer(at, endpoint.href)) return;
  state.endpoint = { url: endpoint.href, x };
  delete state.awaitsEndpoint;
}

/** The head of the response came: a session id may be given or gone, and what was sent has arrived. */
function answered(state: SessionState, event: HttpBody): StepNote {
  const status = event.status ?? 0;
  problemOver(state, 'reached');
  if (event.unverified !== undefined) state.unverified = event.unverified;
  if (status < 400) problemOver(state, 'accepted');
  const before = state.exchanges.get(event.x);
  const stream = /^text\/event-stream\b/i.test(headerOf(event.headers, 'content-type') ?? '');
  if (before) state.exchanges.set(event.x, { ...before, status, stream });
  const given = headerOf(event.headers, 'mcp-session-id');
  // A server gives a session when it is initialized, and never later (2025-11-25, basic/transports#session-management).
  const opens = carriedBy(state, event.x).some(([, { method }]) => method === 'initialize');
  if (given && opens && before && !before.elsewhere && state.era?.era !== 'per-request') {
    if (status < 400) {
      state.httpSession = given;
      delete state.httpSessionLost;
    } else state.exchanges.set(event.x, { ...before, status, stream, given });
  }
  // A server without a standalone stream may answer GET with 404; only what a message meets speaks of the session.
  const carries = state.carried.has(event.x) || state.initializedIn === event.x;
  if (status === 404 && carries && state.httpSession !== undefined && before?.session === state.httpSession)
    state.httpSessionLost = true;
  // Another server's demand is not met with what this one's authorization server grants.
  const refused =
    (status === 401 || status === 403) && !before?.elsewhere ? { unauthorized: { x: event.x, status } } : {};
  // Refused for want of authorization it is sent again; refused with its session, another will be.
  if (state.initializedIn !== event.x || status === 401 || state.httpSessionLost) return { ...NOTHING, ...refused };
  delete state.initializedIn;
  return { ...NOTHING, ...refused, initialized: true };
}

/** The exchange is over, and with it what it might still have answered, unless its stream can be gone on with. */
function ended(state: SessionState, event: HttpBody): StepNote {
  const exchange = state.exchanges.get(event.x);
  const status = exchange?.status ?? 0;
  state.exchanges.delete(event.x);
  if (state.initializedIn === event.x) delete state.initializedIn;
  if (state.endpoint?.x === event.x) return streamEnded(state);
  const dropped = exchange && event.by !== 'client' ? droppedStream(state, event.x, exchange) : undefined;
  if (dropped) {
    state.dropped.set(event.x, dropped);
    return { ...NOTHING, dropped };
  }
  // Every POST of HTTP+SSE promises its answer elsewhere; anything else has had its only chance to carry one.
  if (state.endpoint !== undefined && status >= 200 && status < 300 && exchange?.method === 'POST') return NOTHING;
  // So does 202 to a request (which no revision allows), for as long as there is a stream that may bring it.
  const isPromise = status === 202 || exchange?.standalone === true;
  const over = isPromise ? (hasStream(state) ? [] : [...state.carried.groups()].filter(isOver(state))) : [event.x];
  const waiting = over.flatMap((x) => carriedBy(state, x));
  const closed = waiting.map(([key, pending]): Closing => {
    takePending(state, key);
    if (pending.key !== undefined) state.subscriptions.delete(pending.key);
    // In the per-request era closing the stream is the cancellation (2026-07-28, basic/patterns/cancellation).
    const outcome =
      pending.kind === 'malformed' && status > 0 && (status < 400 || isPromise)
        ? 'silence'
        : event.by === 'client' && pending.revision !== undefined
          ? 'cancelled'
          : 'no-answer';
    return { pending, outcome, status: pending.x === event.x ? status : 202 };
  });
  return { ...NOTHING, closed };
}

/** A standalone stream is open, asked for, or will be asked for again. */
const hasStream = ({ exchanges, dropped }: SessionState): boolean =>
  [...exchanges.values(), ...dropped.values()].some(({ standalone }) => standalone);

const isOver =
  ({ exchanges, dropped }: SessionState) =>
  (x: string): boolean =>
    !exchanges.has(x) && !dropped.has(x);

/** 2024-11-05, basic/transports#http-with-sse: every answer comes on that one stream, so none can come any more. */
function streamEnded(state: SessionState): StepNote {
  delete state.endpoint;
  const closed: Closing[] = [];
  for (const [key, pending] of answerable(state)) {
    if (pending.dir !== 'c2s') continue;
    takePending(state, key);
    closed.push(unanswered(pending, 'no-answer'));
  }
  return { ...NOTHING, closed, streamEnded: true };
}

/** What is needed to go on with a stream, where that is possible: it is a standalone one, or its answer is still to come. */
function droppedStream(state: SessionState, x: string, exchange: Exchange): DroppedStream | undefined {
  const { attempts, standalone, lastEventId, retry, status, session } = exchange;
  // A stream of a session that is over by now leads nowhere.
  if (session !== undefined && session !== state.httpSession) return undefined;
  // A refusal is an answer; only what never came, or broke off, can be asked for again.
  if (status >= 400 || attempts >= MAX_RESUME_COUNT || state.endpoint !== undefined) return undefined;
  if (status === 0 ? attempts === 0 : !exchange.stream) return undefined;
  if (state.era?.era === 'per-request') return undefined;
  if (!standalone) {
    const awaited = carriedBy(state, x).some(([, pending]) => pending.revision === undefined);
    if (!awaited || lastEventId === undefined) return undefined;
  } else if (exchange.method !== 'GET') return undefined;
  const empties = exchange.delivered ? 0 : (exchange.empties ?? 0) + 1;
  return { x, attempts, standalone, empties, ...defined({ lastEventId, retry }) };
}
