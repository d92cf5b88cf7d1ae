/** WebSocket frames between page and relay: JSON text, but a frame of events is a head line and the recording's lines byte for byte. */
import { isObject, type JsonObject, parsedJson } from '#shared/jsonrpc';
import { decodeLine, utf8Length, type WireEvent } from '#shared/recording';
import type { EventsHead, RelayMessage } from './messages.ts';

/** The text of a frame; without lines, what goes before their bytes. */
export function encodeEvents(head: EventsHead, lines: readonly string[]): string {
  return `${JSON.stringify(head)}\n${lines.join('\n')}`;
}

export type Frame =
  | { readonly type: 'events'; readonly head: EventsHead; readonly events: readonly WireEvent[] }
  | { readonly type: 'message'; readonly message: RelayMessage }
  | { readonly type: 'unreadable'; readonly detail: string };

const SHOWN = 200;

/** Never throws. A bad or misnumbered line becomes a gap, so that numbers have no holes. */
export function decodeFrame(text: string): Frame {
  const lineEnd = text.indexOf('\n');
  const value = parsedJson(lineEnd < 0 ? text : text.slice(0, lineEnd));
  const unreadable = { type: 'unreadable', detail: text.slice(0, SHOWN) } as const;
  if (!isObject(value) || typeof value['type'] !== 'string') return unreadable;
  if (lineEnd < 0) return { type: 'message', message: value as unknown as RelayMessage };
  if (!isHead(value)) return unreadable;
  const head = value as unknown as EventsHead;
  const events: WireEvent[] = [];
  let t = 0;
  for (const line of text.slice(lineEnd + 1).split('\n')) {
    const event = eventOf(line, head.from + events.length, t);
    t = event.t;
    events.push(event);
  }
  return { type: 'events', head, events };
}

/** A gap for each event from `from` to before `to` that never came. */
export function missingEvents(from: number, to: number, t: number): WireEvent[] {
  const why = 'the page did not receive it from the relay; it is in the recording';
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => ({ s: from + at, t, k: 'gap', events: 1, why }));
}

function eventOf(line: string, s: number, before: number): WireEvent {
  // Line numbers include the file's header line.
  const decoded = decodeLine(line, s + 2, { view: true });
  if (decoded.type === 'event' && decoded.event.s === s) return decoded.event;
  const t = Number(/^\{"s":\d+,"t":(\d+(?:\.\d+)?),/.exec(line)?.[1] ?? before);
  const reason = decoded.type === 'problem' ? decoded.problem.code : 'out-of-order';
  const why = `the page can't read this line of the relay (${reason}); it is in the recording`;
  return { s, t: Number.isSafeInteger(Math.round(t)) ? t : before, k: 'gap', bytes: utf8Length(line), why };
}

function isHead({ type, session, from }: JsonObject): boolean {
  return type === 'events' && typeof session === 'string' && Number.isSafeInteger(from) && Number(from) >= 0;
}
