/** The HTTP of a recording as HTTP Archive 1.2, which browsers' developer tools, proxies and load testers read. */
import type { Recorded, WireEvent } from '#shared/recording';
import { harEntry, type HarExchange } from './har-entry.ts';
import { seenJson } from './literal.ts';

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
function exchangesOf(events: readonly WireEvent[]): HarExchange[] {
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
