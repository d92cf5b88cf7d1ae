/** Which events were found to break something: an index over a list of findings that only grows. */
import { countBelow } from '#shared/base';
import type { Finding } from '#shared/findings';

const NONE: readonly number[] = [];

export class FindingIndex {
  /** Places in the list, by event. */
  readonly #byEvent = new Map<number, number[]>();
  /** Events with findings, ascending. */
  readonly events: number[] = [];
  #indexed = 0;

  add(found: readonly Finding[]): void {
    for (; this.#indexed < found.length; this.#indexed++) {
      const s = found[this.#indexed]?.at ?? -1;
      const here = this.#byEvent.get(s);
      if (here) {
        here.push(this.#indexed);
        continue;
      }
      this.#byEvent.set(s, [this.#indexed]);
      // Findings mostly come in the order of their events.
      if ((this.events.at(-1) ?? -1) < s) this.events.push(s);
      else this.events.splice(countBelow(this.events, s), 0, s);
    }
  }

  of(s: number): readonly number[] {
    return this.#byEvent.get(s) ?? NONE;
  }
  among(events: readonly number[]): readonly number[] {
    const [first, last] = [events[0] ?? 0, events.at(-1) ?? -1];
    const near = this.events.slice(countBelow(this.events, first), countBelow(this.events, last + 1));
    return near.filter((s) => events[countBelow(events, s)] === s);
  }
}
