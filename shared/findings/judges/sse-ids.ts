/** Event ids, what is replayed after them, and on how many streams a message comes (basic/transports#resumability-and-redelivery, #multiple-connections). */
import { RULES as MODERN_HTTP } from '../rules/modern-http.ts';
import { RULES as STREAMABLE_HTTP } from '../rules/streamable-http.ts';
import { RULES as HTTP_RESUMING } from '../rules/http-resuming.ts';
import { isApart, judge, keep, openingPost, quoted, type Turn } from '../judging.ts';

const { 'http-broadcast': BROADCAST } = STREAMABLE_HTTP;
const {
  'http-event-id-unique': UNIQUE,
  'http-replay-foreign': FOREIGN,
  'http-sse-retry-respected': RETRY,
} = HTTP_RESUMING;
const { 'http-resume-modern': MODERN } = MODERN_HTTP;

/** Where something came first: event, time, exchange, and the first exchange of the stream that this one resumes. */
interface Seen {
  readonly s: number;
  readonly t: number;
  readonly x: string;
  readonly stream: string | undefined;
}

const begun = () => ({
  ids: new Map<string, Seen>(),
  /** Exchanges that resume a stream: the stream's first exchange; undefined when the id is not known. */
  resumed: new Map<string, string | undefined>(),
  /** The last `retry` of a stream, and when the stream ended. */
  retries: new Map<string, { readonly ms: number; readonly t?: number; readonly s: number }>(),
  /** Requests of the server by id, and notifications by text. */
  came: new Map<string, Seen>(),
  gone: new Map<string, true>(),
  /** Exchanges of the per-request era that were reported. */
  told: new Map<string, true>(),
});
type Ids = ReturnType<typeof begun>;

/** Longer notifications, and those further apart, are not compared. */
const MAX_COMPARED_CHARS = 16_384;
const MAX_COMPARED_US = 250_000;

export const SSE_IDS = judge<Ids>({
  rules: [UNIQUE, FOREIGN, RETRY, BROADCAST, MODERN],
  init: begun,
  sse(turn, { x, id, retry }, state) {
    if (retry !== undefined) keep(state.retries, x, { ms: retry, s: turn.s }, 500);
    if (id !== undefined && id !== '') identified(turn, x, id, state);
  },
  message(turn, item, state) {
    const { event, exchange } = turn;
    if (event.k !== 'message' || event.x === undefined) return;
    if (event.dir === 'c2s') {
      const last = openingPost(turn)?.headers.get('last-event-id');
      if (last !== undefined && turn.applies(MODERN, 'client'))
        turn.report(MODERN, { at: exchange?.s ?? turn.s, found: [last], side: 'client' });
      return;
    }
    if (!event.sse) return;
    const { id, retry } = event.sse;
    if (retry !== undefined) keep(state.retries, event.x, { ms: retry, s: turn.s }, 500);
    if (id !== undefined && id !== '' && (turn.index ?? 0) === 0) identified(turn, event.x, id, state);
    if (item.kind === 'request') delivered(turn, event.x, `id ${item.key}`, `id ${quoted(item.id)}`, Infinity, state);
    else if (item.kind === 'notification') {
      const { raw } = turn;
      if (raw === undefined || raw.length > MAX_COMPARED_CHARS || (exchange && turn.facts.exchanges.size < 2)) return;
      delivered(turn, event.x, raw, item.method, MAX_COMPARED_US, state, item.method);
    }
  },
  answers: { initialize: (_turn, _answer, state) => forget(state) },
  http(turn, { phase, step, x }, state) {
    const { exchange } = turn;
    if (step !== undefined) return;
    if (phase === 'end') {
      state.resumed.delete(x);
      state.told.delete(x);
      if (!exchange || exchange.stream) keep(state.gone, x, true, 500);
      const retry = state.retries.get(x);
      if (retry) keep(state.retries, x, { ...retry, t: turn.t, s: turn.s }, 500);
    }
    const last = phase === 'request' && exchange?.method === 'GET' ? exchange.headers.get('last-event-id') : undefined;
    if (last === undefined) return;
    if (turn.applies(MODERN, 'client')) turn.report(MODERN, { found: [last], side: 'client' });
    const from = state.ids.get(last);
    keep(state.resumed, x, from && (from.stream ?? from.x), 500);
    const ended = from && state.retries.get(from.x);
    if (!ended?.t || !turn.applies(RETRY)) return;
    const waited = (turn.t - ended.t) / 1000;
    if (waited < ended.ms * 0.9)
      turn.report(RETRY, { found: [waited.toFixed(0), ended.ms], related: [ended.s, from?.s] });
  },
  connection(_turn, { event }, state) {
    if (event === 'restarted') forget(state);
  },
});

function forget({ ids, came }: Ids): void {
  ids.clear();
  came.clear();
}

function identified(turn: Turn, x: string, id: string, state: Ids): void {
  if (turn.revision === '2026-07-28') {
    if (!state.told.has(x) && turn.exchange && turn.applies(MODERN, 'server'))
      turn.report(MODERN, { found: [id], side: 'server' });
    keep(state.told, x, true, 500);
    return;
  }
  if (!turn.applies(UNIQUE)) return;
  const seen = state.ids.get(id);
  const resumes = state.resumed.has(x);
  const stream = resumes ? state.resumed.get(x) : x;
  if (!seen) return keep(state.ids, id, { s: turn.s, t: turn.t, x, stream }, 4000);
  if (!resumes) turn.report(UNIQUE, { found: [id], related: [seen.s] });
  else foreign(turn, stream, seen, id);
}

/** What is replayed came on another stream first. */
function foreign(turn: Turn, stream: string | undefined, seen: Seen, what: string): void {
  if (stream === undefined || seen.stream === undefined || !turn.applies(FOREIGN)) return;
  if (seen.stream !== stream) turn.report(FOREIGN, { found: [what], related: [seen.s] });
}

/** Notifications that tell of the whole server. */
const NEWS = /(?:\/list_changed|^notifications\/resources\/updated)$/;

/** Two answers may each bring their own: calls may log the same words, or be answered by separate programs. Server-wide news may not. */
function isOwn(turn: Turn, x: string, notification: string | undefined): boolean {
  if (notification === 'notifications/message' && turn.exchange?.method === 'POST') return true;
  return !NEWS.test(notification ?? '') && isApart(turn, x);
}

/** A message of the server came: `key` identifies it, `name` is for the sentence. */
function delivered(
  turn: Turn,
  x: string,
  key: string,
  name: string,
  within: number,
  state: Ids,
  notification?: string,
): void {
  const seen = state.came.get(key);
  const resumes = state.resumed.has(x);
  // A server with a stream for announcements is one program.
  const apart = seen && turn.facts.exchanges.get(seen.x)?.method !== 'GET' && isOwn(turn, seen.x, notification);
  if (!seen || seen.x === x || turn.t - seen.t > within || apart) {
    const stream = resumes ? state.resumed.get(x) : x;
    return keep(state.came, key, { s: turn.s, t: turn.t, x, stream }, 200);
  }
  if (resumes) {
    if (within === Infinity && turn.event.k === 'message' && turn.event.sse?.id === undefined)
      foreign(turn, state.resumed.get(x), seen, name);
    return;
  }
  if (state.resumed.has(seen.x) || state.gone.has(seen.x) || !turn.applies(BROADCAST)) return;
  turn.report(BROADCAST, { found: [name], related: [seen.s] });
}
