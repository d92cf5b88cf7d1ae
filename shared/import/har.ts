/** HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec), as browsers' developer tools save it. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { fromBase64, payloadOf, type HeaderPairs, type Payload } from '#shared/recording';
import { readExchanges, statusOf, type Exchange } from './exchanges.ts';
import type { Item, Reading } from './items.ts';
import { fieldsOf } from './message-in.ts';
import { findTime, spanOf } from './times.ts';

const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export function isHar(value: unknown): boolean {
  return isObject(value) && Array.isArray(fieldsOf(value['log'])['entries']);
}

/** The parsed text of a HAR file. Undefined when none of its requests is MCP traffic. */
export function readHar(value: unknown): Reading | undefined {
  const log = fieldsOf(fieldsOf(value)['log']);
  const entries: readonly unknown[] = Array.isArray(log['entries']) ? log['entries'] : [];
  const exchanges: HarExchange[] = [];
  const unread: Item[] = [];
  entries.forEach((entry, index) => {
    const exchange = exchangeOf(entry);
    if (exchange) exchanges.push(exchange);
    else unread.push({ is: 'unread', line: index + 1, text: shown(entry) });
  });
  const reading = readExchanges(withTimes(exchanges), unread);
  const creator = fieldsOf(log['creator']);
  const browser = fieldsOf(log['browser']);
  const writer = stringOf(browser['name']) === undefined ? creator : browser;
  const by = { name: stringOf(writer['name']) ?? 'HAR', version: stringOf(writer['version']) ?? '' };
  return reading && { ...reading, about: () => ({ ...reading.about(), by }) };
}

/** `sent` and `received`: when its messages passed, in milliseconds from a start that the file does not name. */
interface HarExchange extends Exchange {
  readonly sent: readonly number[];
  readonly received: readonly number[];
}

/**
 * What our own files tell beside HAR: when each message passed, finer than the milliseconds of `startedDateTime`. The start
 * they count from follows from any exchange that sent something.
 */
function withTimes(exchanges: readonly HarExchange[]): Exchange[] {
  const anchor = exchanges.find(({ sent }) => sent.length > 0);
  if (anchor?.sent[0] === undefined) return [...exchanges];
  const zero = anchor.start - anchor.sent[0];
  return exchanges.map(({ sent: [first], received, ...exchange }) => ({
    ...exchange,
    ...(first === undefined ? {} : { start: zero + first }),
    arrivals: received.map((time) => zero + time),
  }));
}

function timesOf(messages: unknown, dir: 'c2s' | 's2c'): number[] {
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((each) => {
    const message = fieldsOf(each);
    return message['dir'] === dir ? [spanOf(message['time'])] : [];
  });
}

function exchangeOf(entry: unknown): HarExchange | undefined {
  const { startedDateTime, time, timings, request, response, _error, _messages } = fieldsOf(entry);
  const start = typeof startedDateTime === 'string' ? findTime(startedDateTime.slice(0, 64))?.ms : undefined;
  const { method, url, headers, postData } = fieldsOf(request);
  if (start === undefined || typeof method !== 'string' || typeof url !== 'string') return undefined;
  const { status, statusText, headers: received, content, _failureText } = fieldsOf(response);
  const spans = fieldsOf(timings);
  const parts = ['blocked', 'dns', 'connect', 'send', 'wait'].map((part) => spanOf(spans[part]));
  const wait = parts.reduce((sum, part) => sum + part, 0);
  const sent = stringOf(fieldsOf(postData)['text']);
  const body = contentOf(fieldsOf(content));
  const failure = stringOf(_error) ?? stringOf(_failureText);
  return {
    start,
    wait: time === undefined ? wait : Math.min(wait, spanOf(time)),
    total: spanOf(time) || wait + spanOf(spans['receive']),
    method,
    url,
    requestHeaders: pairsOf(headers),
    ...(sent === undefined ? {} : { requestBody: bodyOf(sent, isBase64(fieldsOf(postData))) }),
    ...statusOf(status, stringOf(statusText)),
    responseHeaders: withType(pairsOf(received), fieldsOf(content)['mimeType']),
    ...body,
    ...(failure === undefined ? {} : { error: failure }),
    sent: timesOf(_messages, 'c2s'),
    received: timesOf(_messages, 's2c'),
  };
}

function contentOf({ text, encoding, size }: JsonObject): { responseBody?: Payload; missing?: number } {
  if (typeof text === 'string' && text !== '') return { responseBody: bodyOf(text, encoding === 'base64') };
  return typeof size === 'number' && size > 0 ? { missing: size } : {};
}

/** HAR 1.2 has no word for what a request's body is written in; some programs say it as in responses, some with a name of their own. */
const isBase64 = (data: JsonObject): boolean => data['encoding'] === 'base64' || data['_encoding'] === 'base64';

function bodyOf(text: string, base64: boolean): Payload {
  return base64 ? payloadOf(fromBase64(text)) : { raw: text };
}

function pairsOf(headers: unknown): HeaderPairs {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((each): [string, string][] => {
    const { name, value } = fieldsOf(each);
    // Browsers list the parts of an HTTP/2 request line as headers.
    return typeof name === 'string' && typeof value === 'string' && !name.startsWith(':') ? [[name, value]] : [];
  });
}

/** Some browsers leave headers out; the content's type is told all the same. */
function withType(headers: HeaderPairs, type: unknown): HeaderPairs {
  const known = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return known || typeof type !== 'string' || !type.includes('/') ? headers : [...headers, ['content-type', type]];
}

/** An entry as text; nesting that can't be written is not. */
function shown(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
