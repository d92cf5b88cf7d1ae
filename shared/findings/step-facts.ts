/** How events change what is known of a session: heads of HTTP and turns of the process before they are judged, everything else after. */
import { defined } from '#shared/base';
import { idKey, isObject, type Decoded, type DecodedResponse, type JsonObject } from '#shared/jsonrpc';
import { eraOf, listByMethod, metaValue, META, SERVER_LISTS } from '#shared/mcp';
import { opposite, type HeaderPairs, type HttpBody, type WireEvent } from '#shared/recording';
import { askedKey, initialFacts, LIST_KEYS } from './session-facts.ts';
import type { Asked, Ended, Exchange, ListName, SessionFacts } from './session-facts.ts';
import { keep } from '#shared/session';
import { stepTaskFacts } from './task-mentions.ts';
import type { Turn } from './turn.ts';

/** Headers by names in lower case; of repeated ones the values, joined by a comma (RFC 9110 section 5.3). */
function headersOf(pairs: HeaderPairs = []): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}

/** What an event tells before it is judged. */
export function beforeJudging(facts: SessionFacts, event: WireEvent): void {
  if (event.s === 0 && !(event.k === 'connection' && event.event === 'opening') && event.k !== 'process')
    facts.partial = true;
  if (event.k === 'gap') facts.gaps = true;
  if (event.k === 'process' && event.event === 'spawn') renew(facts, 'stdio');
  if (event.k === 'message') {
    if (event.x === undefined) facts.transport ??= 'stdio';
    // A stream of which the beginning is not there: 2024-11-05 has no other.
    else if (event.sse && facts.transport === 'stdio' && facts.revision === '2024-11-05') facts.transport = 'sse';
  }
  if (event.k === 'sse' && event.event === 'endpoint') facts.transport = 'sse';
  if (event.k === 'http' && event.step === undefined) headOf(facts, event);
}

function headOf(facts: SessionFacts, event: HttpBody & WireEvent): void {
  const { x, phase, method = '', url = '', status, headers } = event;
  if (phase === 'request') {
    const none = { requests: 0, notifications: 0, responses: 0, brought: 0 };
    const head = { x, s: event.s, t: event.t, method, url, headers: headersOf(headers) };
    facts.exchanges.set(x, { ...head, ...none, answer: new Map(), stream: false });
    // Messages that came before without any HTTP say nothing of it.
    if (facts.transport === undefined || facts.transport === 'stdio')
      facts.transport = transportOf(facts, head) ?? facts.transport;
    return;
  }
  const exchange = facts.exchanges.get(x);
  if (!exchange) return;
  if (phase === 'redirect') facts.exchanges.set(x, { ...exchange, url: event.url ?? exchange.url });
  if (phase !== 'response') return;
  const answer = headersOf(headers);
  const stream = answer.get('content-type')?.startsWith('text/event-stream') ?? false;
  facts.exchanges.set(x, { ...exchange, answer, stream, answeredS: event.s, ...defined({ status }) });
}

/**
 * What a request tells: only HTTP+SSE begins with a GET, and 2024-11-05 has no other HTTP (basic/transports#http-with-sse). Where the
 * beginning is not there, only a session or what a POST accepts tells the one from the other.
 */
function transportOf(
  { revision, partial }: SessionFacts,
  { method, headers }: Pick<Exchange, 'method' | 'headers'>,
): SessionFacts['transport'] {
  if (revision === '2024-11-05') return 'sse';
  if (!partial) return method === 'GET' ? 'sse' : 'streamable-http';
  const posts = method === 'POST' && headers.get('accept')?.includes('text/event-stream') === true;
  return posts || headers.has('mcp-session-id') ? 'streamable-http' : undefined;
}

/** What an event that is no message tells after it was judged. */
export function afterJudging(facts: SessionFacts, event: WireEvent): void {
  if (event.k === 'connection' && event.event === 'restarted') renew(facts, facts.transport);
  if (event.k !== 'http' || event.step !== undefined) return;
  const exchange = facts.exchanges.get(event.x);
  if (event.phase === 'response' && exchange?.asked?.method === 'initialize') {
    const id = exchange.answer.get('mcp-session-id');
    // An empty one names no session that could be sent back.
    if (id !== undefined || (event.status ?? 0) < 300) facts.session = id || undefined;
  }
  if (event.phase !== 'end') return;
  if (exchange?.asked && !exchange.answered) {
    const { asked, status } = exchange;
    const lost = { asked: asked.s, s: event.s, ...defined({ status }) };
    keep(facts.lost, askedKey(asked.dir, asked.key), lost);
  }
  facts.exchanges.delete(event.x);
}

/** A new process or session: nothing that was agreed holds any more. */
function renew(facts: SessionFacts, transport: SessionFacts['transport']): void {
  const { partial, headersHidden, gaps, exchanges } = facts;
  Object.assign(facts, initialFacts(), { partial, headersHidden, gaps, exchanges, transport });
}

/** What a message tells after it was judged. */
export function stepMessageFacts(facts: SessionFacts, turn: Turn, item: Decoded): void {
  const { dir, s, t, x } = turn;
  if (dir === undefined) return;
  const carries = x === undefined ? undefined : facts.exchanges.get(x);
  if (carries) facts.exchanges.set(carries.x, carrying(carries, turn, item));
  if (item.kind === 'request') {
    const { id, key, method, params } = item;
    const asked: { -readonly [name in keyof Asked]: Asked[name] } = {
      s,
      t,
      dir,
      id,
      key,
      method,
      revision: turn.revision ?? '',
    };
    const token = metaValue(params, 'progressToken');
    // Set one by one: this is done for every request.
    if (isObject(params)) asked.params = params;
    if (item.large) asked.large = true;
    if (x !== undefined) asked.x = x;
    if (typeof token === 'string' || typeof token === 'number') asked.token = idKey(token);
    facts.pending.set(turn.key ?? askedKey(dir, key), asked);
    const now = carries && facts.exchanges.get(carries.x);
    if (now && now.asked === undefined) facts.exchanges.set(now.x, { ...now, asked });
    if (dir === 'c2s') asks(facts, turn, method, asked.params);
  } else if (item.kind === 'response') answers(facts, turn);
  else if (item.kind === 'notification') {
    if (item.method.startsWith('notifications/tasks')) stepTaskFacts(facts, turn, item);
    notifies(facts, turn, item.method, item.params);
  }
}

function carrying(exchange: Exchange, { dir, asked }: Turn, { kind }: Decoded): Exchange {
  if (dir === 's2c') {
    const brought = exchange.brought + 1;
    const own = asked !== undefined && asked.key === exchange.asked?.key;
    return { ...exchange, brought, ...(own ? ({ answered: true } as const) : {}) };
  }
  if (kind === 'request') return { ...exchange, requests: exchange.requests + 1 };
  if (kind === 'notification') return { ...exchange, notifications: exchange.notifications + 1 };
  return kind === 'response' ? { ...exchange, responses: exchange.responses + 1 } : exchange;
}

/** A request of the client: what it says of the client, and of the version. */
function asks(facts: SessionFacts, { s, revision }: Turn, method: string, params: JsonObject | undefined): void {
  if (method === 'initialize') {
    facts.offered = typeof params?.['protocolVersion'] === 'string' ? params['protocolVersion'] : undefined;
    facts.handshake = 'asked';
    if (facts.revision !== undefined && eraOf(facts.revision) === 'per-request') facts.revision = undefined;
    declare(facts, 'client', params?.['capabilities'], s);
  } else if (method === 'notifications/initialized') facts.handshake = 'done';
  else if (revision !== undefined && eraOf(revision) === 'per-request' && facts.handshake === 'none') {
    facts.revision = revision;
    if (method !== 'server/discover') facts.perRequest = true;
    declare(facts, 'client', metaValue(params, META.clientCapabilities), s);
  }
}

function declare(facts: SessionFacts, side: 'client' | 'server', capabilities: unknown, s: number): void {
  // Another judge reports capabilities that are no object; what would be in them is not known.
  facts[side] = isObject(capabilities) ? capabilities : undefined;
  facts[`${side}S`] = s;
}

function answers(facts: SessionFacts, turn: Turn): void {
  const { asked, item, s } = turn;
  if (item?.kind !== 'response') return;
  stepTaskFacts(facts, turn, item);
  if (!asked) return;
  const { key = askedKey(asked.dir, asked.key) } = turn;
  facts.pending.delete(key);
  const { outcome: how } = item;
  facts.ended.set(key, endedBy(asked, turn, item));
  if (asked.dir !== 'c2s') return;
  const result = how === 'result' && isObject(item.result) ? item.result : undefined;
  if (eraOf(asked.revision) === 'per-request' && typeof result?.['resultType'] === 'string')
    facts.perRequest = facts.served = true;
  if (asked.method === 'initialize') {
    // What came too early came.
    if (!result || facts.handshake !== 'done') facts.handshake = result ? 'answered' : 'refused';
    if (!result) return;
    facts.revision = turn.revision;
    declare(facts, 'server', result['capabilities'], s);
  } else if (asked.method === 'server/discover') {
    if (result && isObject(result['capabilities'])) declare(facts, 'server', result['capabilities'], s);
  } else if (result) listed(facts, asked.method, asked.params, result, turn);
}

/** What is kept of a request that was answered: thousands are, so no parameters, and results only where they may come again. */
function endedBy(asked: Asked, { s, t, x }: Turn, { outcome: how, result, error }: DecodedResponse): Ended {
  const ended: { -readonly [name in keyof Ended]: Ended[name] } = {
    asked: asked.params === undefined || asked.params['task'] !== undefined ? asked : withoutParams(asked),
    s,
    t,
    how,
  };
  if (x !== undefined) ended.answer = how === 'error' ? error : result;
  if (how === 'error' || !isObject(result)) return ended;
  const task = eraOf(asked.revision) === 'per-request' ? result['resultType'] === 'task' && result : result['task'];
  if (isObject(task)) ended.task = task;
  return ended;
}

function withoutParams({ s, t, dir, id, key, method, revision, x, token }: Asked): Asked {
  const slim: { -readonly [name in keyof Asked]: Asked[name] } = { s, t, dir, id, key, method, revision };
  if (x !== undefined) slim.x = x;
  if (token !== undefined) slim.token = token;
  return slim;
}

function listed(
  facts: SessionFacts,
  method: string,
  params: JsonObject | undefined,
  result: JsonObject,
  turn: Turn,
): void {
  const paged = listByMethod(method);
  if (!paged) return;
  const list: ListName = paged.list;
  const first = params?.['cursor'] === undefined;
  const began = first ? (turn.asked?.s ?? turn.s) : facts.walks.get(list)?.began;
  if (began === undefined) return;
  if (first) facts[list] = new Map();
  const items: unknown = result[paged.member];
  for (const item of Array.isArray(items) ? (items as unknown[]) : []) {
    const name = isObject(item) ? item[LIST_KEYS[list]] : undefined;
    if (isObject(item) && typeof name === 'string') facts[list].set(name, { item, s: turn.s });
  }
  facts.walks.set(list, { began, complete: result['nextCursor'] === undefined, stale: false });
}

function notifies(facts: SessionFacts, { dir, s, t }: Turn, method: string, params: unknown): void {
  if (dir === 'c2s') {
    if (method === 'notifications/initialized') facts.handshake = 'done';
  } else if (method.endsWith('/list_changed'))
    for (const { list, changed } of SERVER_LISTS) {
      const walk = changed === method ? facts.walks.get(list) : undefined;
      if (walk) facts.walks.set(list, { ...walk, stale: true });
    }
  const id = method === 'notifications/cancelled' && isObject(params) ? params['requestId'] : undefined;
  if ((typeof id !== 'string' && typeof id !== 'number') || dir === undefined) return;
  for (const asker of [dir, opposite(dir)]) {
    const key = askedKey(asker, idKey(id));
    const asked = facts.pending.get(key);
    if (!asked || (asker !== dir && asked.method !== 'subscriptions/listen')) continue;
    // It stays in `pending` no longer, but an answer that crosses it is not one to nobody.
    facts.pending.delete(key);
    facts.ended.set(key, { asked, s, t, how: 'cancelled' });
    return;
  }
}
