/** What an HTTP server answered where a session should have begun: status, and its own words. */
import { defined } from '#shared/base';
import { isObject, parsedJson } from '#shared/jsonrpc';
import { type EventList, headerOf, type HttpBody, textOf, type WireEvent } from '#shared/recording';
import { isPage, pageTitle } from './page-title.ts';
import { shortened } from './shortened.ts';

const BY_STATUS: { readonly [status: number]: string } = {
  401: 'http-unauthorized',
  403: 'http-forbidden',
  404: 'http-not-found',
  405: 'http-method',
  406: 'http-not-acceptable',
  410: 'http-not-found',
  413: 'http-too-large',
  415: 'http-media-type',
  421: 'http-misdirected',
  422: 'http-unprocessable',
  429: 'http-busy',
  502: 'http-gateway',
  503: 'http-unavailable',
  504: 'http-gateway',
};
/** Text of a body that is looked at. */
const LOOKED_AT = 20_000;
const LINES = 3;

export type HttpFailure = NonNullable<ReturnType<typeof httpFailure>>;

/** What exchange `x` came to from event `from` up to `end`, or undefined when no head of a response came. */
export function httpFailure(events: EventList, x: string, from: number, end: number) {
  const its = events.slice(from, end).filter((event) => 'x' in event && event.x === x);
  const step = (phase: HttpBody['phase']): (HttpBody & WireEvent) | undefined =>
    its.find((event): event is HttpBody & WireEvent => event.k === 'http' && event.phase === phase);
  const head = step('response');
  const [request, redirect, over] = [step('request'), step('redirect'), step('end')];
  if (head?.status === undefined) return undefined;
  const body = its.find((event) => event.k === 'body' || (event.k === 'message' && event.dir === 's2c'));
  const text = body?.k === 'body' || body?.k === 'message' ? textOf(body).slice(0, LOOKED_AT) : '';
  const { status, headers = [] } = head;
  const phrase = head.phrase === undefined ? undefined : shortened(head.phrase);
  const places = [request, redirect].flatMap((each) => (each?.url === undefined ? [] : [placeOf(each.url)]));
  const way = [...places, [status, phrase].filter(Boolean).join(' ')].join(' → ');
  const error = over?.by === 'network' && over.error !== undefined ? `: ${over.error}` : '';
  // A browser does not show with which method it followed: what came may be no response to the message.
  const at = request?.method === 'POST' && redirect?.opaque ? redirect.url : undefined;
  const reason = reasonOf(status, text, over);
  const retryAfter = headerOf(headers, 'Retry-After');
  return {
    ...defined({
      /** A code that the dictionaries have words for; undefined when the status says less than the message that came with it. */
      reason: reason === undefined || at === undefined ? reason : 'http-redirected',
      phrase,
      at,
      /** As the server wrote it (RFC 9110, section 10.2.3). */
      retryAfter,
    }),
    /** The event that shows it. */
    s: body?.s ?? head.s,
    status,
    /** `POST http://localhost:3000/mcp → 404`. Without the query, which may hold secrets. */
    exchange: `${request?.method ?? ''} ${way}${error}`.trim(),
    quote: quoted(text),
  };
}

function reasonOf(status: number, text: string, over: HttpBody | undefined): string | undefined {
  if (status >= 500) return BY_STATUS[status] ?? 'http-server-error';
  if (status >= 400) return BY_STATUS[status];
  if (status >= 300) return undefined;
  const value = parsedJson(text);
  if (isObject(value) && value['jsonrpc'] !== undefined) return undefined;
  if (over?.by === 'network') return 'http-cut';
  if (text.trim() === '') return over?.by === 'client' ? undefined : 'http-empty';
  return isPage(text) ? 'http-page' : 'http-not-mcp';
}

/** The server's own words in a body: the title of a page, the message of an error, or the first lines. */
export function quoted(text: string): string[] {
  if (isPage(text)) return [pageTitle(text) ?? ''].filter((title) => title !== '');
  const said = messageIn(parsedJson(text));
  const lines = (said ?? text).split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.slice(0, LINES).map(shortened);
}

/** The sentence in an error: JSON-RPC, OAuth (RFC 6749, section 5.2), problem details (RFC 9457), or as frameworks write it. */
function messageIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { error } = value;
  if (isObject(error) && typeof error['message'] === 'string') {
    const { code, message, data } = error;
    const more = typeof data === 'string' ? `\n${data}` : '';
    return `${typeof code === 'number' ? `${String(code).replace('-', '−')}: ` : ''}${message}${more}`;
  }
  const words = [error, value['error_description'], value['title'], value['detail'], value['message']];
  const said = words.filter((each) => typeof each === 'string' && each !== '');
  return said.length === 0 ? undefined : [...new Set(said)].join(': ');
}

/** Where a request went, without what may be secret of it: the query, a user name and a password. */
const placeOf = (url: string): string => url.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)[^/]*@/, '$1');
