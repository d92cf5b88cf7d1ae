/** What stands around a secret: enough to see what it is. */
import type { Recorded } from '#shared/recording';
import type { Place } from '#shared/redact';

/** Units shown on each side. */
const AROUND = 32;

/** The text before and after a place, on one line. Empty where there is no text at that place, as in base64. */
export function excerpt(recorded: Recorded, place: Place): { readonly before: string; readonly after: string } {
  let at: unknown = place.s < 0 ? recorded.header : recorded.events[place.s];
  for (const name of place.path)
    at =
      typeof at === 'object' && at !== null ? (at as { readonly [name: string | number]: unknown })[name] : undefined;
  if (typeof at !== 'string' || place.path.at(-1) === 'b64') return { before: '', after: '' };
  const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
  const start = Math.max(0, place.from - AROUND);
  const end = Math.min(at.length, place.to + AROUND);
  return {
    before: `${start > 0 ? '…' : ''}${oneLine(at.slice(start, place.from))}`,
    after: `${oneLine(at.slice(place.to, end))}${end < at.length ? '…' : ''}`,
  };
}

/** Where a place is, for people: the name of a header, or the path in the event's line. */
export function whereOf(recorded: Recorded, { s, path }: Place): string {
  const event = recorded.events[s];
  const [first, index] = path;
  const pair = event?.k === 'http' && first === 'headers' ? event.headers?.[Number(index)] : undefined;
  return pair?.[0] ?? path.join('.');
}
