/**
 * HTTP exchanges that another program recorded, as the events that this program would have recorded. Of all requests, those
 * to the server with most MCP traffic are taken; which server an exchange belongs to is told from its address and, for
 * HTTP+SSE, from the address that the stream's `endpoint` event gives (2024-11-05, basic/transports#http-with-sse).
 */
import { defined, isUrl } from '#shared/base';
import { decodeText, type Decoded } from '#shared/jsonrpc';
import { methodFacts } from '#shared/mcp';
import { headerOf, ownPhrase, textOf, type EventBody, type HeaderPairs, type Payload } from '#shared/recording';
import { isPlainBody, otherBlock, SseParser } from '#shared/transport';
import { isMessage } from './direction.ts';
import type { Item, Reading } from './items.ts';
import type { ImportRemark } from './types.ts';

/** One exchange, times in milliseconds. */
export interface Exchange {
  readonly start: number;
  /** Until the response's head, and until its end, from `start` on. */
  readonly wait: number;
  readonly total: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: HeaderPairs;
  readonly requestBody?: Payload;
  readonly status?: number;
  readonly phrase?: string;
  readonly responseHeaders: HeaderPairs;
  readonly responseBody?: Payload;
  /** Bytes of a request's and of a response's body that the file does not hold. */
  readonly unsent?: number;
  readonly missing?: number;
  readonly error?: string;
  /** When each message of the response came, where the file tells. */
  readonly arrivals?: readonly number[];
}

interface Read {
  readonly exchange: Exchange;
  readonly key: string;
  readonly sent: Decoded | undefined;
  readonly stream: boolean;
}

const MAX_URL_CHARS = 8192;

/** A response's status where there is one: programs write 0 or -1 for none. */
export function statusOf(value: unknown, phrase?: string): Pick<Exchange, 'status' | 'phrase'> {
  if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0 || value >= 1000) return {};
  return { status: value, ...defined({ phrase: ownPhrase(value, phrase) }) };
}

function isStream(exchange: Exchange): boolean {
  return /^\s*text\/event-stream\b/i.test(headerOf(exchange.responseHeaders, 'content-type') ?? '');
}

function addressOf(url: string, base?: string): string {
  if (url.length > MAX_URL_CHARS || !isUrl(url, base)) return url.slice(0, MAX_URL_CHARS);
  return (new URL(url, base).href.split(/[?#]/)[0] ?? '').replace(/\/$/, '');
}

/** How surely an exchange is MCP traffic: 0 not at all, 1 it may be when its neighbours are, more when its content says so. */
function weight({ exchange, sent, stream }: Read): number {
  const known = (each: Decoded): boolean =>
    (each.kind === 'request' || each.kind === 'notification') && methodFacts(each.method) !== undefined;
  if (sent && isMessage(sent)) return known(sent) || (sent.kind === 'batch' && sent.items.some(known)) ? 10 : 2;
  const names = ['mcp-session-id', 'mcp-protocol-version'];
  const { requestHeaders, responseHeaders } = exchange;
  if (names.some((name) => headerOf(requestHeaders, name) ?? headerOf(responseHeaders, name))) return 5;
  return /^(?:POST|DELETE)$/i.test(exchange.method) || stream ? 1 : 0;
}

/**
 * The exchanges of one server, and `unread` entries of the file behind them. `isMcp`: known to be MCP. Undefined without MCP.
 */
export function readExchanges(
  exchanges: readonly Exchange[],
  unread: readonly Item[] = [],
  isMcp = false,
): Reading | undefined {
  const endpoints = new Map<string, string>();
  const reads = exchanges.map((exchange): Read => {
    const stream = isStream(exchange);
    const key = addressOf(exchange.url);
    if (stream && /^GET$/i.test(exchange.method)) noteEndpoint(exchange, key, endpoints);
    const text = exchange.requestBody && textOf(exchange.requestBody);
    return { exchange, key, stream, sent: text === undefined ? undefined : decodeText(text) };
  });
  const serverOf = ({ key }: Read): string => endpoints.get(key) ?? key;
  const weighed = (read: Read): number => weight(read) + (isMcp ? 1 : 0);
  const weights = new Map<string, number>();
  for (const read of reads) weights.set(serverOf(read), (weights.get(serverOf(read)) ?? 0) + weighed(read));
  let server: string | undefined;
  for (const [key, sum] of weights)
    if (sum > 1 && sum > (server === undefined ? 1 : (weights.get(server) ?? 0))) server = key;
  const certain = reads.some((read) => serverOf(read) === server && weighed(read) > 1);
  if (server === undefined || !certain) return undefined;
  const taken = reads.filter((read) => serverOf(read) === server && weighed(read) > 0);
  const answered = answerTimes(taken);
  const remarks: ImportRemark[] = [];
  const timed = taken
    .flatMap((read, index) => [...eventsOf(read, `x${index + 1}`, answered, remarks)])
    .map((each, index) => ({ ...each, index }))
    .sort((a, b) => a.ms - b.ms || a.index - b.index);
  const left = exchanges.length - taken.length;
  const items: readonly Item[] = [
    ...timed.map(({ ms, body }): Item => ({ is: 'event', line: 0, time: { ms }, body })),
    ...Array.from({ length: left }, (): Item => ({ is: 'apart', line: 0 })),
    ...unread,
  ];
  const connection = { transport: 'streamable-http', url: taken[0]?.exchange.url ?? server } as const;
  return { items: () => items, about: () => ({ connection, remarks, certain: true }) };
}

interface Timed {
  readonly ms: number;
  readonly body: EventBody;
}

function noteEndpoint(exchange: Exchange, key: string, endpoints: Map<string, string>): void {
  const text = exchange.responseBody ? textOf(exchange.responseBody).slice(0, 65536) : '';
  for (const block of new SseParser().push(text))
    if (block.type === 'other' && block.event === 'endpoint' && block.data !== undefined)
      endpoints.set(addressOf(block.data, exchange.url), key);
}

/** When the client answered the server's requests: an event stream must have brought each before. */
function answerTimes(reads: readonly Read[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { exchange, sent } of reads) {
    const items = sent?.kind === 'batch' ? sent.items : sent ? [sent] : [];
    for (const item of items)
      if (item.kind === 'response' && item.key !== undefined && !times.has(item.key))
        times.set(item.key, exchange.start);
  }
  return times;
}

function* eventsOf(
  { exchange, stream }: Read,
  x: string,
  answered: ReadonlyMap<string, number>,
  remarks: ImportRemark[],
): Generator<Timed> {
  const { start, method, url, requestHeaders, requestBody, unsent, status, phrase, responseHeaders, error } = exchange;
  const head = start + exchange.wait;
  const end = Math.max(head, start + exchange.total);
  yield { ms: start, body: { k: 'http', x, phase: 'request', method, url, headers: requestHeaders } };
  if (requestBody) yield { ms: start, body: { k: 'message', dir: 'c2s', ...requestBody, x } };
  if (unsent !== undefined)
    yield { ms: start, body: { k: 'gap', bytes: unsent, why: 'the file does not hold the request body' } };
  if (status === undefined) {
    yield { ms: end, body: { k: 'http', x, phase: 'end', by: 'network', ...(error === undefined ? {} : { error }) } };
    return;
  }
  yield {
    ms: head,
    body: { k: 'http', x, phase: 'response', status, headers: responseHeaders, ...defined({ phrase }) },
  };
  const why = 'the file does not hold the response body';
  if (exchange.missing !== undefined) yield { ms: head, body: { k: 'gap', bytes: exchange.missing, why } };
  // Browsers keep nothing of a stream, and say that it was empty.
  else if (stream && !exchange.responseBody) yield { ms: head, body: { k: 'gap', why } };
  let last = head;
  let messages = 0;
  for (const body of bodiesOf(exchange, stream, x)) {
    const told = body.k === 'message' ? exchange.arrivals?.[messages++] : undefined;
    const asked = body.k === 'message' && stream ? decodeText(textOf(body)) : undefined;
    const answer = asked?.kind === 'request' ? answered.get(asked.key) : undefined;
    // A stream that answers a request ends with the answer; of what else it brings, most files tell no time.
    const own = !stream || asked?.kind === 'response' ? end : (answer ?? head);
    const isTold = told !== undefined || (body.k !== 'message' && exchange.arrivals !== undefined);
    if (stream && asked?.kind !== 'response' && !isTold) remarks.push('times-in-streams');
    last = Math.max(last, told ?? Math.min(end, own));
    yield { ms: last, body };
  }
  yield { ms: Math.max(end, last), body: { k: 'http', x, phase: 'end', by: 'server' } };
}

function* bodiesOf({ responseBody, status = 0 }: Exchange, stream: boolean, x: string): Generator<EventBody> {
  if (!responseBody) return;
  if (!stream || responseBody.b64 !== undefined) {
    if (responseBody.raw === '') return;
    yield isPlainBody(status, responseBody)
      ? { k: 'body', x, dir: 's2c', ...responseBody }
      : { k: 'message', dir: 's2c', ...responseBody, x };
    return;
  }
  const parser = new SseParser();
  for (const block of parser.push(responseBody.raw ?? ''))
    yield block.type === 'other'
      ? otherBlock(x, block)
      : { k: 'message', dir: 's2c', raw: block.data, x, sse: block.sse };
  const rest = parser.end();
  if (rest !== undefined && rest.trim() !== '') yield { k: 'message', dir: 's2c', raw: rest, x, unterminated: true };
}
