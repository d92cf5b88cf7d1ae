/** How streams of Streamable HTTP end: before the answer, with it, or long after it (basic/transports#sending-messages-to-the-server). */
import { defined } from '#shared/base';
import { isObject, type Decoded, type DecodedRequest } from '#shared/jsonrpc';
import type { SseFields } from '#shared/recording';
import { RULES as MODERN_HTTP } from '../rules/modern-http.ts';
import { RULES as STREAMABLE_HTTP } from '../rules/streamable-http.ts';
import { RULES as HTTP_RESUMING } from '../rules/http-resuming.ts';
import { askedKey, judge, keep, openingPost, type Asked, type AskedKey, type Exchange, type Turn } from '../judging.ts';

const { 'http-sse-response-missing': MISSING, 'http-sse-open-after-response': STAYS_OPEN } = STREAMABLE_HTTP;
const { 'http-sse-retry-hint': RETRY_HINT, 'http-resume-with-get': RESUME } = HTTP_RESUMING;
const { 'http-reissue-same-id': SAME_ID } = MODERN_HTTP;

const MAX_OPEN_AFTER_ANSWER_US = 5_000_000;

/** A stream that ended before its answer came. */
interface Broken {
  readonly asked: Asked;
  readonly s: number;
  readonly lastId?: string;
  /** The last event of the stream that was perhaps meant as the answer. */
  readonly odd?: number;
  /** The server ended it, and has to answer on the stream that resumes it. */
  readonly owed: boolean;
}

interface Ends {
  /** Streams with an event id, and the last one. */
  readonly ids: Map<string, string>;
  /** Streams with a `retry`. */
  readonly retries: Map<string, true>;
  readonly broken: Map<AskedKey, Broken>;
  /** Streams with an event that is no message: the last one. */
  readonly odd: Map<string, number>;
  /** Streams that brought their answer: event and time. */
  readonly answered: Map<string, { readonly s: number; readonly t: number }>;
  /** When the first of these is open for too long. */
  due: number;
  /** Streams of a request that is not recorded, although no event says so: whether a response came on them. */
  readonly bare: Map<string, boolean>;
}

export const SSE_ENDS = judge<Ends>({
  rules: [MISSING, STAYS_OPEN, RETRY_HINT, RESUME, SAME_ID],
  init: () => ({
    ...{ ids: new Map(), retries: new Map(), broken: new Map(), odd: new Map(), answered: new Map(), bare: new Map() },
    due: Infinity,
  }),
  each(turn, _event, state) {
    if (turn.t > state.due) overdue(turn, state);
  },
  sse(turn, { x, id, retry, text }, state) {
    remember(state, x, id, retry);
    if (!turn.exchange && !state.bare.has(x)) keep(state.bare, x, false, 100);
    if (id !== undefined || retry !== undefined || /^(?:data|event)/m.test(text)) after(turn, x, state);
  },
  message(turn, item, state) {
    const { event, exchange } = turn;
    if (event.k !== 'message' || event.x === undefined) return;
    if (event.dir === 'c2s') {
      if (exchange) posted(turn, exchange, item, state);
    } else if (event.sse && exchange) onStream(turn, exchange, event.sse, item, state);
    else if (event.sse) onBare(turn, event.x, event.sse, item, state);
  },
  http(turn, { phase, step, x, by }, state) {
    const { exchange } = turn;
    if (step !== undefined) return;
    if (phase === 'request' && exchange?.method === 'GET') resumed(exchange, state);
    if (phase !== 'end') return;
    if (exchange?.stream && exchange.method === 'POST') ended(turn, exchange, by, state);
    else if (!exchange && by === 'server' && state.bare.get(x) === false) endedBare(turn, x, state);
    for (const streams of [state.bare, state.answered, state.ids, state.odd, state.retries]) streams.delete(x);
  },
  connection(turn, { event }, state) {
    if (event === 'closed') for (const broken of state.broken.values()) neverAnswered(turn, broken);
    if (event === 'closed' || event === 'restarted') state.broken.clear();
  },
});

function posted(turn: Turn, { headers, s }: Exchange, item: Decoded, state: Ends): void {
  if (item.kind === 'request') again(turn, item, state);
  // Only Last-Event-ID of a GET resumes.
  const last = headers.get('last-event-id');
  if (last !== undefined && openingPost(turn) && turn.applies(RESUME)) turn.report(RESUME, { at: s, found: [last] });
}

/** A message on a stream of a recorded request. */
function onStream(turn: Turn, { x, asked, requests }: Exchange, sse: SseFields, item: Decoded, state: Ends): void {
  const isAnswer = item.kind === 'response' && turn.asked !== undefined && turn.asked.key === asked?.key;
  const isOdd = item.kind === 'malformed' || item.kind === 'invalid' || (item.kind === 'response' && !isAnswer);
  if (isOdd) keep(state.odd, x, turn.s, 500);
  if ((turn.index ?? 0) === 0) {
    remember(state, x, sse.id, sse.retry);
    after(turn, x, state);
  }
  if (isAnswer && requests === 1 && turn.applies(STAYS_OPEN)) answeredOn(turn, x, state);
}

/** A message on a stream of a request that is not recorded. */
function onBare(turn: Turn, x: string, { id, retry }: SseFields, { kind }: Decoded, state: Ends): void {
  remember(state, x, id, retry);
  after(turn, x, state);
  keep(state.bare, x, kind === 'response' || state.bare.get(x) === true, 100);
  if (kind !== 'response' || turn.facts.partial || turn.facts.gaps || !turn.applies(STAYS_OPEN)) return;
  answeredOn(turn, x, state);
}

/** From here on the stream should end. */
function answeredOn({ s, t }: Turn, x: string, state: Ends): void {
  keep(state.answered, x, { s, t }, 500);
  state.due = Math.min(state.due, t + MAX_OPEN_AFTER_ANSWER_US);
}

/** A GET resumes a stream: then its request may be sent again. */
function resumed({ headers }: Exchange, { broken }: Ends): void {
  const last = headers.get('last-event-id');
  for (const [key, each] of last ? broken : []) if (each.lastId === last) broken.set(key, { ...each, lastId: '' });
}

function neverAnswered(turn: Turn, { asked, s, odd, owed }: Broken): void {
  if (!owed || waiting(turn, asked) === undefined) return;
  if (turn.facts.gaps) turn.cannotJudge(MISSING, 'events-missing');
  else if (turn.applies(MISSING)) turn.report(MISSING, { at: s, found: [asked.method], related: [asked.s, odd] });
}

/** The server ended such a stream without a response. */
function endedBare(turn: Turn, x: string, { ids, retries }: Ends): void {
  if (turn.facts.partial || turn.facts.gaps) return;
  const found = ['POST'];
  if (turn.applies(RETRY_HINT) && !retries.has(x)) turn.report(RETRY_HINT, { found });
  const resumable = turn.revision === '2025-11-25' && (ids.get(x) ?? '') !== '';
  if (!resumable && turn.applies(MISSING)) turn.report(MISSING, { found });
}

function remember(state: Ends, x: string, id: string | undefined, retry: number | undefined): void {
  if (id !== undefined) keep(state.ids, x, id, 500);
  if (retry !== undefined) keep(state.retries, x, true, 500);
}

/** Still not answered and not cancelled. */
const waiting = ({ facts }: Turn, { dir, key, s }: Asked): Asked | undefined => {
  const asked = facts.pending.get(askedKey(dir, key));
  return asked?.s === s ? asked : undefined;
};

function ended(turn: Turn, { x, asked, answered }: Exchange, by: string | undefined, state: Ends): void {
  if (!asked || answered || waiting(turn, asked) === undefined || by === 'client') return;
  const lastId = state.ids.get(x);
  // Only 2025-11-25 lets a server end a stream that can be gone on with.
  const owed = by === 'server' && turn.revision === '2025-11-25' && lastId !== undefined && lastId !== '';
  const odd = state.odd.get(x);
  keep(state.broken, askedKey(asked.dir, asked.key), { asked, s: turn.s, owed, ...defined({ lastId, odd }) }, 200);
  if (by !== 'server') return;
  if (turn.facts.gaps) return void [MISSING, RETRY_HINT].forEach((rule) => turn.cannotJudge(rule, 'events-missing'));
  const breach = { found: [asked.method], related: [asked.s, odd] };
  if (turn.applies(RETRY_HINT) && !state.retries.has(x)) turn.report(RETRY_HINT, breach);
  if (!owed && turn.applies(MISSING)) turn.report(MISSING, breach);
}

/** Something came on a stream after its answer. */
function after(turn: Turn, x: string, state: Ends): void {
  const answered = state.answered.get(x);
  if (!answered) return;
  state.answered.delete(x);
  turn.report(STAYS_OPEN, { found: [seconds(turn.t - answered.t)], related: [answered.s] });
}

const seconds = (microseconds: number): string => (microseconds / 1_000_000).toFixed(1);

function overdue(turn: Turn, state: Ends): void {
  state.due = Infinity;
  for (const [x, { s, t }] of state.answered)
    if (turn.t > t + MAX_OPEN_AFTER_ANSWER_US) {
      state.answered.delete(x);
      turn.report(STAYS_OPEN, { found: [seconds(turn.t - t)], related: [s] });
    } else state.due = Math.min(state.due, t + MAX_OPEN_AFTER_ANSWER_US);
}

/** A request is sent: perhaps again, after its stream broke. */
function again(turn: Turn, { key, method, params }: DecodedRequest, { broken }: Ends): void {
  if (method === 'initialize') broken.clear();
  if (broken.size === 0) return;
  const same = broken.get(askedKey('c2s', key));
  if (same?.asked.method === method && turn.applies(SAME_ID))
    turn.report(SAME_ID, { pointer: '/id', found: [method], related: [same.asked.s, same.s] });
  for (const [other, { asked, s, lastId }] of broken) {
    if (waiting(turn, asked) === undefined) broken.delete(other);
    else if (asked.method === method && lastId && sameParams(asked.params, params)) {
      if (turn.applies(RESUME)) turn.report(RESUME, { found: [lastId], related: [asked.s, s] });
      broken.delete(other);
    }
  }
}

/** The same but for `_meta`, in which progress tokens differ. */
function sameParams(a: unknown, b: unknown): boolean {
  const text = (value: unknown): string => {
    const { _meta, ...rest } = isObject(value) ? value : {};
    return JSON.stringify(rest);
  };
  try {
    return text(a) === text(b);
  } catch {
    // Nested too deep to be written.
    return false;
  }
}
