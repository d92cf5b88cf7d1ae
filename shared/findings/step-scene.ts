/** How events change the scene: heads of HTTP and turns of the process before they are judged, everything else after. */
import { idKey, isObject, type Decoded, type DecodedResponse, type JsonObject } from '#shared/jsonrpc';
import { eraOf, metaValue, META, SERVER_LISTS } from '#shared/mcp';
import { opposite, type HeaderPairs, type HttpBody, type WireEvent } from '#shared/recording';
import { askedKey, firstScene, type Asked, type Ended, type Exchange, type ListName, type Scene } from './scene.ts';
import { keep } from './tables.ts';
import { takeTasks } from './tasks.ts';
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
export function beforeJudging(scene: Scene, event: WireEvent): void {
  if (event.s === 0 && !(event.k === 'connection' && event.event === 'opening') && event.k !== 'process')
    scene.partial = true;
  if (event.k === 'gap') scene.gaps = true;
  if (event.k === 'process' && event.event === 'spawn') renew(scene, 'stdio');
  if (event.k === 'message') {
    if (event.x === undefined) scene.transport ??= 'stdio';
    // A stream of which the beginning is not there: 2024-11-05 has no other.
    else if (event.sse && scene.transport === 'stdio' && scene.revision === '2024-11-05') scene.transport = 'sse';
  }
  if (event.k === 'sse' && event.event === 'endpoint') scene.transport = 'sse';
  if (event.k === 'http' && event.step === undefined) headOf(scene, event);
}

function headOf(scene: Scene, event: HttpBody & WireEvent): void {
  const { x, phase, method = '', url = '', status, headers } = event;
  if (phase === 'request') {
    const none = { requests: 0, notifications: 0, responses: 0, brought: 0 };
    const head = { x, s: event.s, t: event.t, method, url, headers: headersOf(headers) };
    scene.exchanges.set(x, { ...head, ...none, answer: new Map(), stream: false });
    // Messages that came before without any HTTP say nothing of it.
    if (scene.transport === undefined || scene.transport === 'stdio')
      scene.transport = transportOf(scene, head) ?? scene.transport;
    return;
  }
  const exchange = scene.exchanges.get(x);
  if (!exchange) return;
  if (phase === 'redirect') scene.exchanges.set(x, { ...exchange, url: event.url ?? exchange.url });
  if (phase !== 'response') return;
  const answer = headersOf(headers);
  const stream = answer.get('content-type')?.startsWith('text/event-stream') ?? false;
  scene.exchanges.set(x, {
    ...exchange,
    answer,
    stream,
    answeredS: event.s,
    ...(status === undefined ? {} : { status }),
  });
}

/**
 * What a request tells: only HTTP+SSE begins with a GET, and 2024-11-05 has no other HTTP (basic/transports#http-with-sse). Where the
 * beginning is not there, only a session or what a POST accepts tells the one from the other.
 */
function transportOf(
  { revision, partial }: Scene,
  { method, headers }: Pick<Exchange, 'method' | 'headers'>,
): Scene['transport'] {
  if (revision === '2024-11-05') return 'sse';
  if (!partial) return method === 'GET' ? 'sse' : 'streamable-http';
  const posts = method === 'POST' && headers.get('accept')?.includes('text/event-stream') === true;
  return posts || headers.has('mcp-session-id') ? 'streamable-http' : undefined;
}

/** What an event that is no message tells after it was judged. */
export function afterJudging(scene: Scene, event: WireEvent): void {
  if (event.k === 'connection' && event.event === 'restarted') renew(scene, scene.transport);
  if (event.k !== 'http' || event.step !== undefined) return;
  const exchange = scene.exchanges.get(event.x);
  if (event.phase === 'response' && exchange?.asked?.method === 'initialize') {
    const id = exchange.answer.get('mcp-session-id');
    // An empty one names no session that could be sent back.
    if (id !== undefined || (event.status ?? 0) < 300) scene.session = id || undefined;
  }
  if (event.phase !== 'end') return;
  if (exchange?.asked && !exchange.answered) {
    const { asked, status } = exchange;
    const lost = { asked: asked.s, s: event.s, ...(status === undefined ? {} : { status }) };
    keep(scene.lost, askedKey(asked.dir, asked.key), lost);
  }
  scene.exchanges.delete(event.x);
}

/** A new process or session: nothing that was agreed holds any more. */
function renew(scene: Scene, transport: Scene['transport']): void {
  const { partial, headersHidden, gaps, exchanges } = scene;
  Object.assign(scene, firstScene(), { partial, headersHidden, gaps, exchanges, transport });
}

/** What a message tells after it was judged. */
export function takeMessage(scene: Scene, turn: Turn, item: Decoded): void {
  const { dir, s, t, x } = turn;
  if (dir === undefined) return;
  const carries = x === undefined ? undefined : scene.exchanges.get(x);
  if (carries) scene.exchanges.set(carries.x, carrying(carries, turn, item));
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
    scene.pending.set(turn.key ?? askedKey(dir, key), asked);
    const now = carries && scene.exchanges.get(carries.x);
    if (now && now.asked === undefined) scene.exchanges.set(now.x, { ...now, asked });
    if (dir === 'c2s') asks(scene, turn, method, asked.params);
  } else if (item.kind === 'response') answers(scene, turn);
  else if (item.kind === 'notification') {
    if (item.method.startsWith('notifications/tasks')) takeTasks(scene, turn, item);
    notifies(scene, turn, item.method, item.params);
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
function asks(scene: Scene, { s, revision }: Turn, method: string, params: JsonObject | undefined): void {
  if (method === 'initialize') {
    scene.offered = typeof params?.['protocolVersion'] === 'string' ? params['protocolVersion'] : undefined;
    scene.handshake = 'asked';
    if (scene.revision !== undefined && eraOf(scene.revision) === 'per-request') scene.revision = undefined;
    declare(scene, 'client', params?.['capabilities'], s);
  } else if (method === 'notifications/initialized') scene.handshake = 'done';
  else if (revision !== undefined && eraOf(revision) === 'per-request' && scene.handshake === 'none') {
    scene.revision = revision;
    if (method !== 'server/discover') scene.perRequest = true;
    declare(scene, 'client', metaValue(params, META.clientCapabilities), s);
  }
}

function declare(scene: Scene, side: 'client' | 'server', capabilities: unknown, s: number): void {
  // What is declared as no object is told of where it is; what would be in it is not known.
  scene[side] = isObject(capabilities) ? capabilities : undefined;
  scene[`${side}S`] = s;
}

function answers(scene: Scene, turn: Turn): void {
  const { asked, item, s } = turn;
  if (item?.kind !== 'response') return;
  takeTasks(scene, turn, item);
  if (!asked) return;
  const { key = askedKey(asked.dir, asked.key) } = turn;
  scene.pending.delete(key);
  const { outcome: how } = item;
  scene.ended.set(key, endedBy(asked, turn, item));
  if (asked.dir !== 'c2s') return;
  const result = how === 'result' && isObject(item.result) ? item.result : undefined;
  if (eraOf(asked.revision) === 'per-request' && typeof result?.['resultType'] === 'string')
    scene.perRequest = scene.served = true;
  if (asked.method === 'initialize') {
    // What came too early came.
    if (!result || scene.handshake !== 'done') scene.handshake = result ? 'answered' : 'refused';
    if (!result) return;
    scene.revision = turn.revision;
    declare(scene, 'server', result['capabilities'], s);
  } else if (asked.method === 'server/discover') {
    if (result && isObject(result['capabilities'])) declare(scene, 'server', result['capabilities'], s);
  } else if (result) listed(scene, asked.method, asked.params, result, turn);
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

function listed(scene: Scene, method: string, params: JsonObject | undefined, result: JsonObject, turn: Turn): void {
  const facts = SERVER_LISTS.find((each) => each.method === method);
  if (!facts) return;
  const list: ListName = facts.list;
  const first = params?.['cursor'] === undefined;
  const began = first ? (turn.asked?.s ?? turn.s) : scene.walks.get(list)?.began;
  if (began === undefined) return;
  if (first) scene[list] = new Map();
  const items: unknown = result[facts.member];
  for (const item of Array.isArray(items) ? (items as unknown[]) : []) {
    const name = isObject(item) ? item[KEYS[list]] : undefined;
    if (isObject(item) && typeof name === 'string') scene[list].set(name, { item, s: turn.s });
  }
  scene.walks.set(list, { began, complete: result['nextCursor'] === undefined, stale: false });
}

/** The member that names an item of a list. */
const KEYS: { readonly [list in ListName]: string } = {
  tools: 'name',
  prompts: 'name',
  resources: 'uri',
  resourceTemplates: 'uriTemplate',
};

function notifies(scene: Scene, { dir, s, t }: Turn, method: string, params: unknown): void {
  if (dir === 'c2s') {
    if (method === 'notifications/initialized') scene.handshake = 'done';
  } else if (method.endsWith('/list_changed'))
    for (const { list, changed } of SERVER_LISTS) {
      const walk = changed === method ? scene.walks.get(list) : undefined;
      if (walk) scene.walks.set(list, { ...walk, stale: true });
    }
  const id = method === 'notifications/cancelled' && isObject(params) ? params['requestId'] : undefined;
  if ((typeof id !== 'string' && typeof id !== 'number') || dir === undefined) return;
  for (const asker of [dir, opposite(dir)]) {
    const key = askedKey(asker, idKey(id));
    const asked = scene.pending.get(key);
    if (!asked || (asker !== dir && asked.method !== 'subscriptions/listen')) continue;
    // It stays in `pending` no longer, but an answer that crosses it still has to be told apart from one to nobody.
    scene.pending.delete(key);
    scene.ended.set(key, { asked, s, t, how: 'cancelled' });
    return;
  }
}
