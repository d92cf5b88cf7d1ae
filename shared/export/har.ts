/** One HTTP exchange as an entry of a HAR file (HTTP Archive 1.2, http://www.softwareishard.com/blog/har-12-spec/). Where a figure is not known, it is -1. */
import { bytesOf, type EventList, exactBytes, headerOf, joinBytes, payloadOf, statusName } from '#shared/recording';
import type {
  HeaderPairs,
  HttpBody,
  HttpContentBody,
  MessageBody,
  Recorded,
  SseBody,
  WireEvent,
} from '#shared/recording';
import { seenJson } from './literal.ts';

type HttpEvent = HttpBody & WireEvent;

export interface HarExchange {
  readonly request: HttpEvent;
  readonly hops: HttpEvent[];
  response?: HttpEvent;
  end?: HttpEvent;
  readonly sent: Carried[];
  readonly received: Carried[];
}

const ms = (us: number): number => Math.max(0, us) / 1000;

/**
 * The entry of an exchange; `start` is the wall clock of the recording's start in milliseconds. Beside what HAR has: the exchange's
 * name in the recording, redirects on the way to the response with the headers that were not sent from there on, and when each message
 * passed (milliseconds since the recording's start).
 */
function harEntry(exchange: HarExchange, start: number) {
  const { request, hops, response, end, sent, received } = exchange;
  const last = end?.t ?? received.at(-1)?.t ?? response?.t ?? request.t;
  const wait = ms((response?.t ?? last) - request.t);
  const receive = response ? ms(last - response.t) : 0;
  const began = new Date(start + request.t / 1000);
  const messages = [...sent, ...received]
    .filter(({ k }) => k === 'message')
    .map(
      ({ s, t, k, ...rest }) => ({ s, dir: k === 'message' && 'dir' in rest ? rest.dir : 's2c', time: ms(t) }) as const,
    );
  return {
    startedDateTime: Number.isNaN(began.getTime()) ? new Date(0).toISOString() : began.toISOString(),
    time: wait + receive,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, send: 0, wait, receive, ssl: -1 },
    ...(end ? {} : { comment: 'The exchange was still open when the recording ended.' }),
    _exchange: request.x,
    ...(hops.length === 0
      ? {}
      : { _redirects: hops.map(({ status = 0, url = '', without = [] }) => ({ status, url, without })) }),
    ...(messages.length === 0 ? {} : { _messages: messages }),
  };
}

function requestOf({ request, sent }: HarExchange) {
  const headers = request.headers ?? [];
  const url = request.url ?? '';
  const body = joinBytes(sent.map(bodyBytes));
  const payload = payloadOf(body);
  const mimeType = headerOf(headers, 'content-type') ?? '';
  const post =
    payload.b64 === undefined
      ? { mimeType, text: payload.raw ?? '' }
      : { mimeType, text: payload.b64, _encoding: 'base64' as const };
  return {
    method: request.method ?? '',
    url,
    httpVersion: '',
    cookies: cookiesOf(headers, 'cookie'),
    headers: pairs(headers),
    queryString: queryOf(url),
    ...(sent.length === 0 ? {} : { postData: post }),
    headersSize: -1,
    bodySize: body.length,
  };
}

function responseOf({ response, end, received }: HarExchange) {
  const headers = response?.headers ?? [];
  const body = joinBytes(received.map(bodyBytes));
  const payload = payloadOf(body);
  const error = end?.by === 'network' ? (end.error ?? 'cut by the network') : undefined;
  const text =
    payload.b64 === undefined ? { text: payload.raw ?? '' } : { text: payload.b64, encoding: 'base64' as const };
  return {
    // HAR has no other way to say that no response came.
    status: response?.status ?? 0,
    statusText: response?.phrase ?? statusName(response?.status),
    httpVersion: '',
    cookies: cookiesOf(headers, 'set-cookie'),
    headers: pairs(headers),
    content: {
      size: body.length,
      mimeType: headerOf(headers, 'content-type') ?? 'x-unknown',
      ...(received.length === 0 ? {} : text),
    },
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: -1,
    // What came over the network may have been compressed.
    bodySize: -1,
    ...(error === undefined ? {} : { _error: error }),
  };
}

const pairs = (headers: HeaderPairs) => headers.map(([name, value]) => ({ name, value }));

/** The cookies of a `Cookie` header, or of each `Set-Cookie` header without its attributes. */
function cookiesOf(headers: HeaderPairs, name: 'cookie' | 'set-cookie') {
  return headers
    .filter(([each]) => each.toLowerCase() === name)
    .flatMap(([, value]) => (name === 'cookie' ? value.split(';') : [value.split(';')[0] ?? '']))
    .map((pair) => {
      const equals = pair.indexOf('=');
      return { name: pair.slice(0, Math.max(0, equals)).trim(), value: pair.slice(equals + 1).trim() };
    });
}

function queryOf(url: string) {
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? '';
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.includes('=') ? pair.indexOf('=') : pair.length;
      return { name: decoded(pair.slice(0, equals)), value: decoded(pair.slice(equals + 1)) };
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

type Carried = (MessageBody | HttpContentBody | SseBody) & { readonly s: number; readonly t: number };

const encoder = new TextEncoder();
const LINE_END = 0x0a;

/** What one event was on the wire: a whole body, or one server-sent event with its blank line. */
function bodyBytes(event: Carried): Uint8Array {
  switch (event.k) {
    case 'body':
      return bytesOf(event);
    case 'sse':
      return exactBytes(withBlankLine(event.text));
    case 'message': {
      if (typeof event.sse !== 'object' || event.sse === null) return bytesOf(event);
      const { block, event: name, id, retry } = event.sse;
      if (typeof block === 'string') return exactBytes(withBlankLine(block));
      const fields = [
        ...(typeof name === 'string' ? [`event: ${name}\n`] : []),
        ...(typeof id === 'string' ? [`id: ${id}\n`] : []),
        ...(typeof retry === 'number' ? [`retry: ${retry}\n`] : []),
      ];
      return joinBytes([exactBytes(fields.join('')), dataLines(bytesOf(event)), encoder.encode('\n')]);
    }
  }
}

/** A block and the blank line after it, which ends as the block's own lines do. */
const withBlankLine = (block: string): string => `${block}${/\r\n?$/.exec(block)?.[0] ?? '\n'}`;

function dataLines(data: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  while (from <= data.length) {
    const found = data.indexOf(LINE_END, from);
    const end = found < 0 ? data.length : found;
    parts.push(encoder.encode('data: '), data.subarray(from, end), encoder.encode('\n'));
    from = end + 1;
  }
  return joinBytes(parts);
}

/** Characters of addresses, headers and bodies that are written: escaped, they still fit one JavaScript string. */
const MAX_TEXT_CHARS = 64 * 1024 * 1024;
const MAX_ENTRY_COUNT = 100_000;

/**
 * A recording as the text of a HAR file: an entry for each HTTP exchange, in the order in which they began. Undefined when
 * no HTTP was recorded, as over stdio. At most 100,000 entries and 64 MiB of text; the comment says how many are left out.
 */
export function toHar(recorded: Recorded): string | undefined {
  const exchanges = exchangesOf(recorded.events);
  if (exchanges.length === 0) return undefined;
  const { startedAt, by, title } = recorded.header;
  let text = 0;
  const kept = exchanges.slice(0, MAX_ENTRY_COUNT).filter((exchange) => {
    const length = lengthOf(exchange);
    if (text + length > MAX_TEXT_CHARS) return false;
    text += length;
    return true;
  });
  const left = exchanges.length - kept.length;
  const start = Date.parse(startedAt);
  const har = {
    log: {
      version: '1.2',
      creator: { name: textOr(by?.name), version: textOr(by?.version) },
      entries: kept.map((exchange) => harEntry(exchange, Number.isNaN(start) ? 0 : start)),
      comment:
        `${title}. The version of HTTP and the sizes of headers were not recorded.` +
        (left === 0 ? '' : ` For their size, ${left} exchanges are left out.`),
    },
  };
  return `${seenJson(JSON.stringify(har, undefined, 2))}\n`;
}

function lengthOf({ request, response, sent, received }: HarExchange): number {
  let length = 500 + 3 * (request.url ?? '').length;
  for (const headers of [request.headers, response?.headers])
    for (const [name, value] of headers ?? []) length += name.length + value.length + 60;
  for (const carried of [sent, received])
    for (const each of carried) length += (each.k === 'sse' ? each.text : (each.raw ?? each.b64 ?? '')).length + 60;
  return length;
}

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Every exchange that has a request, with its events. A name that is used again is another exchange. */
function exchangesOf(events: EventList): HarExchange[] {
  const exchanges: HarExchange[] = [];
  const open = new Map<string, HarExchange>();
  for (const event of events) {
    if (!('x' in event) || event.x === undefined) continue;
    if (event.k === 'http' && event.phase === 'request') {
      const exchange: HarExchange = { request: event, hops: [], sent: [], received: [] };
      open.set(event.x, exchange);
      exchanges.push(exchange);
      continue;
    }
    const exchange = open.get(event.x);
    if (!exchange) continue;
    if (event.k === 'http') {
      if (event.phase === 'response') exchange.response ??= event;
      else if (event.phase === 'end') exchange.end ??= event;
      else if (event.phase === 'redirect') exchange.hops.push(event);
    } else if (event.k === 'sse') exchange.received.push(event);
    else if (event.k === 'message' || event.k === 'body')
      (event.dir === 'c2s' ? exchange.sent : exchange.received).push(event);
  }
  return exchanges;
}
