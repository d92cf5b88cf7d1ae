/** The events of a recording by their numbers, wherever they are. */
import type { WireEvent } from './kinds/index.ts';

/** An array, or a file whose lines are parsed when asked for: then the same number gives equal events, not always the same one. */
export interface EventList extends Iterable<WireEvent> {
  readonly length: number;
  /** Event `s`; a negative number counts from the end, as in arrays: see `eventAt`. */
  at(s: number): WireEvent | undefined;
  /** As of an array. */
  slice(from: number, to?: number): readonly WireEvent[];
}

/** The event with a number; undefined when there is none, as for -1. */
export const eventAt = (events: EventList, s: number): WireEvent | undefined => (s < 0 ? undefined : events.at(s));

/** The first event for which `wanted` holds. */
export function firstEvent<Event extends WireEvent>(
  events: EventList,
  wanted: (event: WireEvent) => event is Event,
): Event | undefined;
export function firstEvent(events: EventList, wanted: (event: WireEvent) => boolean): WireEvent | undefined;
export function firstEvent(events: EventList, wanted: (event: WireEvent) => boolean): WireEvent | undefined {
  for (const event of events) if (wanted(event)) return event;
  return undefined;
}

/** The last event for which `wanted` holds. */
export function lastEvent<Event extends WireEvent>(
  events: EventList,
  wanted: (event: WireEvent) => event is Event,
): Event | undefined;
export function lastEvent(events: EventList, wanted: (event: WireEvent) => boolean): WireEvent | undefined;
export function lastEvent(events: EventList, wanted: (event: WireEvent) => boolean): WireEvent | undefined {
  for (let s = events.length - 1; s >= 0; s--) {
    const event = events.at(s);
    if (event && wanted(event)) return event;
  }
  return undefined;
}

/** A list that reads or makes its events when they are asked for. */
export abstract class MadeEvents implements EventList {
  abstract readonly length: number;
  abstract at(s: number): WireEvent | undefined;

  slice(from: number, to = this.length): readonly WireEvent[] {
    const events: WireEvent[] = [];
    const start = from < 0 ? this.length + from : from;
    for (let s = Math.max(0, start); s < Math.min(to < 0 ? this.length + to : to, this.length); s++) {
      const event = this.at(s);
      if (event) events.push(event);
    }
    return events;
  }

  *[Symbol.iterator](): Generator<WireEvent> {
    for (let s = 0; s < this.length; s++) {
      const event = this.at(s);
      if (event) yield event;
    }
  }
}

/** The events of several lists, one list after the other. */
export class JoinedEvents extends MadeEvents {
  readonly #lists: readonly EventList[];

  constructor(lists: readonly EventList[]) {
    super();
    this.#lists = lists;
  }

  get length(): number {
    return this.#lists.reduce((sum, { length }) => sum + length, 0);
  }

  at(s: number): WireEvent | undefined {
    let at = s < 0 ? this.length + s : s;
    for (const list of this.#lists) {
      if (at < list.length) return eventAt(list, at);
      at -= list.length;
    }
    return undefined;
  }
}

/** The events of another list, each as `change` gives it. */
export class ChangedEvents extends MadeEvents {
  readonly #events: EventList;
  readonly #change: (event: WireEvent, s: number) => WireEvent;

  constructor(events: EventList, change: (event: WireEvent, s: number) => WireEvent) {
    super();
    this.#events = events;
    this.#change = change;
  }

  get length(): number {
    return this.#events.length;
  }

  at(s: number): WireEvent | undefined {
    const event = this.#events.at(s);
    return event && this.#change(event, s < 0 ? this.length + s : s);
  }
}
