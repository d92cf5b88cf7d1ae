/** Where in a session something was found, in words that do not depend on how its events came one after the other. */
import { decodeText } from '#shared/jsonrpc';
import { textOf, type WireEvent } from '#shared/recording';

/**
 * The place of an event: `answer METHOD` for a response (`answer` where nobody asked), the method of another message, `line` for what is
 * no message, `head STATUS` and `end` of an HTTP exchange, otherwise the kind of event.
 */
export function placesOf(events: readonly WireEvent[]): (s: number) => string {
  const asked = new Map<string, string>();
  const places = new Map(events.map((event) => [event.s, placeOf(event, asked)]));
  return (s) => places.get(s) ?? 'nowhere';
}

function placeOf(event: WireEvent, asked: Map<string, string>): string {
  if (event.k === 'http') return event.phase === 'response' ? `head ${String(event.status)}` : event.phase;
  if (event.k !== 'message') return event.k;
  const text = textOf(event);
  const decoded = decodeText(text);
  // A batch of one answer is that answer.
  const [item = decoded] = decoded.kind === 'batch' && decoded.items.length === 1 ? decoded.items : [];
  if (item.kind === 'request') asked.set(`${event.dir} ${item.key}`, item.method);
  if (item.kind === 'request' || item.kind === 'notification')
    return decoded === item && has(text) ? item.method : 'line';
  if (item.kind !== 'response' || !has(text)) return 'line';
  const other = event.dir === 's2c' ? 'c2s' : 's2c';
  return ['answer', item.key === undefined ? undefined : asked.get(`${other} ${item.key}`)].filter(Boolean).join(' ');
}

/** What a program prints as JSON has members of such names, too. */
const has = (text: string): boolean => text.includes('"jsonrpc"');
