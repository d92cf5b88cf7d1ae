/** One HTTP exchange as an entry of a HAR file. */
import {
  headerOf,
  joinBytes,
  payloadOf,
  statusName,
  type HeaderPairs,
  type HttpBody,
  type WireEvent,
} from '#shared/recording';
import { bodyBytes, type Carried } from './http-body.ts';
import type { HarEntry, HarPair, HarRequest, HarResponse } from './har-types.ts';

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

/** The entry of an exchange; `start` is the wall clock of the recording's start in milliseconds. */
export function harEntry(exchange: HarExchange, start: number): HarEntry {
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

function requestOf({ request, sent }: HarExchange): HarRequest {
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
    headers: headers.map(([name, value]) => ({ name, value })),
    queryString: queryOf(url),
    ...(sent.length === 0 ? {} : { postData: post }),
    headersSize: -1,
    bodySize: body.length,
  };
}

function responseOf({ response, end, received }: HarExchange): HarResponse {
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
    headers: headers.map(([name, value]) => ({ name, value })),
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

/** The cookies of a `Cookie` header, or of each `Set-Cookie` header without its attributes. */
function cookiesOf(headers: HeaderPairs, name: 'cookie' | 'set-cookie'): HarPair[] {
  return headers
    .filter(([each]) => each.toLowerCase() === name)
    .flatMap(([, value]) => (name === 'cookie' ? value.split(';') : [value.split(';')[0] ?? '']))
    .map((pair) => {
      const equals = pair.indexOf('=');
      return { name: pair.slice(0, Math.max(0, equals)).trim(), value: pair.slice(equals + 1).trim() };
    });
}

/** The query's pairs, decoded where they can be. */
function queryOf(url: string): HarPair[] {
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
