/**
 * The values of the headers that a person gave a direct session, out of what the browser stores of it: in the recording there
 * a placeholder such as `‹Authorization:1›` stands for the value. It is put back when the value is known.
 */
import type { HeaderPairs, WireEvent } from '#shared/recording';

/** The placeholder of the n-th given header, counted from 1. */
const placeholder = (name: string, n: number): string => `‹${name}:${n}›`;

/** The events as the browser may store them. */
export function hidden(events: readonly WireEvent[], given: HeaderPairs): readonly WireEvent[] {
  if (given.length === 0) return events;
  return exchanged(events, (name, value) => {
    const at = given.findIndex((pair) => pair[1] !== '' && pair[1] === value && isSame(pair[0], name));
    return at < 0 ? value : placeholder(given[at]?.[0] ?? name, at + 1);
  });
}

/** The events as they were, as far as the values are known. */
export function revealed(events: WireEvent[], given: HeaderPairs): WireEvent[] {
  if (given.length === 0) return events;
  return exchanged(events, (name, value) => {
    const known = given.find(
      (pair, at) => pair[1] !== '' && isSame(pair[0], name) && value === placeholder(pair[0], at + 1),
    );
    return known?.[1] ?? value;
  });
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function exchanged(events: readonly WireEvent[], change: (name: string, value: string) => string): WireEvent[] {
  return events.map((event) => {
    if (event.k !== 'http' || event.phase !== 'request' || event.headers === undefined) return event;
    return { ...event, headers: event.headers.map(([name, value]) => [name, change(name, value)] as const) };
  });
}
