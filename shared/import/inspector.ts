/**
 * What the official inspector (version 2) saves as JSON: the protocol log (all entries, or the pinned or the other ones), the
 * network log, the server's log notifications, and the console, which is the server's standard error. Version 1 saves none.
 */
import { compactJson, decodeValue, isObject, type JsonObject, memberText, scanJson } from '#shared/jsonrpc';
import { opposite, type HeaderPairs } from '#shared/recording';
import { Builder } from './builder.ts';
import { isMessage } from './direction.ts';
import { statusOf, takeExchanges, type Exchange } from './exchanges.ts';
import { recordItems, type Item } from './items.ts';
import { timeOf, type FoundTime } from './times.ts';
import type { ImportResult } from './types.ts';

type Kind = 'protocol' | 'network' | 'logs' | 'console';

/** Which of its files this is, told from the first entry; undefined for another program's. */
export function inspectorKind(value: unknown): Kind | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  if (!isObject(first)) return undefined;
  const timed = typeof first['timestamp'] === 'string';
  if (
    timed &&
    isObject(first['message']) &&
    ['request', 'response', 'notification'].includes(String(first['direction']))
  )
    return 'protocol';
  if (timed && typeof first['url'] === 'string' && isObject(first['requestHeaders'])) return 'network';
  if (typeof first['receivedAt'] === 'string' && isObject(first['params'])) return 'logs';
  return timed && typeof first['message'] === 'string' && Object.keys(first).length === 2 ? 'console' : undefined;
}

/** Read one of its files, of which `value` is the parsed text. Undefined when nothing in it is MCP traffic. */
export function importInspector(value: readonly unknown[], text: string, name: string): ImportResult | undefined {
  const kind = inspectorKind(value);
  const json = text.replace(/^\uFEFF/, ' ');
  const { members } = scanJson(json);
  const sliceOf = (index: number): string => json.slice(members[index]?.start, members[index]?.end);
  const facts = { format: 'inspector', text, name, by: { name: 'MCP Inspector', version: '' } } as const;
  if (kind === 'network') {
    const builder = new Builder();
    const exchanges = value.map(exchangeOf).filter((each) => each !== undefined);
    const taken = takeExchanges(exchanges, builder);
    if (!taken) return undefined;
    value.forEach((entry, index) => {
      if (!exchangeOf(entry)) builder.lose(index + 1, sliceOf(index));
    });
    const connection = { transport: 'streamable-http', url: taken.url } as const;
    return builder.finish({ ...facts, connection, leftOut: taken.leftOut });
  }
  // An entry without a time stays behind its predecessor.
  let last = value.map(timeOfEntry).find((ms) => ms !== undefined) ?? 0;
  const items = value.flatMap((entry, index) => {
    last = timeOfEntry(entry) ?? last;
    return itemsOf(entry, index + 1, sliceOf(index), { ms: last });
  });
  items.sort((a, b) => (a.time?.ms ?? 0) - (b.time?.ms ?? 0));
  return recordItems(
    () => items,
    () => ({ ...facts, remarks: ['written-anew'], certain: true }),
  );
}

function timeOfEntry(entry: unknown): number | undefined {
  return isObject(entry) ? timeOf(entry['timestamp'] ?? entry['receivedAt'])?.ms : undefined;
}

function itemsOf(entry: unknown, line: number, json: string, time: FoundTime): Item[] {
  const fields: JsonObject = isObject(entry) ? entry : {};
  const lost: Item = { is: 'unread', line, time, text: json };
  if (timeOfEntry(entry) === undefined) return [lost];
  const { message, response, origin, duration, params, clientError } = fields;
  if (typeof message === 'string') return [{ is: 'event', line, time, body: { k: 'stderr', text: `${message}\n` } }];
  const sent = { is: 'message', line, time, changed: true } as const;
  if (isObject(params) && fields['receivedAt'] !== undefined) {
    const notification = { jsonrpc: '2.0', method: 'notifications/message', params };
    const raw = `{"jsonrpc":"2.0","method":"notifications/message","params":${compactJson(memberText(json, ['params']) ?? '{}')}}`;
    return [{ ...sent, mark: 's2c', raw, decoded: decodeValue(notification) }];
  }
  const mark = origin === 'client' ? 'c2s' : origin === 'server' ? 's2c' : undefined;
  const decoded = decodeValue(message);
  if (!isMessage(decoded)) return [lost];
  const found: Item[] = [{ ...sent, mark, raw: compactJson(memberText(json, ['message']) ?? ''), decoded }];
  // An answer stands in the entry of its request; a request without one has none yet.
  if (isObject(response)) {
    const later = { ms: time.ms + (typeof duration === 'number' && duration > 0 && duration < 1e12 ? duration : 0) };
    const raw = compactJson(memberText(json, ['response']) ?? '');
    found.push({ ...sent, time: later, mark: mark && opposite(mark), raw, decoded: decodeValue(response) });
    if (typeof clientError === 'string')
      found.push({ is: 'log', line, time: later, level: 'error', text: clientError });
  }
  return found;
}

function exchangeOf(entry: unknown): Exchange | undefined {
  if (!isObject(entry)) return undefined;
  const { timestamp, duration, method, url, requestHeaders, requestBody, responseStatus, responseHeaders } = entry;
  const start = timeOf(timestamp)?.ms;
  if (start === undefined || typeof method !== 'string' || typeof url !== 'string') return undefined;
  const span = typeof duration === 'number' && duration > 0 && duration < 1e12 ? duration : 0;
  const { responseBody, error } = entry;
  return {
    start,
    wait: span,
    total: span,
    method,
    url,
    requestHeaders: pairsOf(requestHeaders),
    ...(typeof requestBody === 'string' ? { requestBody: { raw: requestBody } } : {}),
    ...statusOf(responseStatus),
    responseHeaders: pairsOf(responseHeaders),
    ...(typeof responseBody === 'string' ? { responseBody: { raw: responseBody } } : {}),
    ...(typeof error === 'string' ? { error } : {}),
  };
}

function pairsOf(headers: unknown): HeaderPairs {
  if (!isObject(headers)) return [];
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
}
