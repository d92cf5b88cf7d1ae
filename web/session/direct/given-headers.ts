/** Keeps header values that a person gave a direct session out of what is stored: `‹Authorization:1›` stands there until it is known. */
import type { HeaderPairs, WireEvent } from '#shared/recording';

/** The placeholder of the n-th given header, counted from 1. */
const placeholder = (name: string, n: number): string => `‹${name}:${n}›`;

export function hiding(given: HeaderPairs): (event: WireEvent) => WireEvent {
  return (event) =>
    exchanged(event, (name, value) => {
      const at = given.findIndex((pair) => pair[1] !== '' && pair[1] === value && isSame(pair[0], name));
      return at < 0 ? value : placeholder(given[at]?.[0] ?? name, at + 1);
    });
}

export function revealing(given: HeaderPairs): (event: WireEvent) => WireEvent {
  return (event) =>
    exchanged(event, (name, value) => {
      const known = given.find(
        (pair, at) => pair[1] !== '' && isSame(pair[0], name) && value === placeholder(pair[0], at + 1),
      );
      return known?.[1] ?? value;
    });
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function exchanged(event: WireEvent, change: (name: string, value: string) => string): WireEvent {
  if (event.k !== 'http' || event.phase !== 'request' || event.headers === undefined) return event;
  return { ...event, headers: event.headers.map(([name, value]) => [name, change(name, value)] as const) };
}
