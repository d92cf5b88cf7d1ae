/** The overview's strip as it was laid out last. Laying out a long session anew with every event would hold up the page. */
import type { Overview, OverviewStrip, TimeAxis, Timeline } from '#shared/timeline';

/** Part of the time that laying out may take. */
const SHARE = 10;

interface Laid {
  readonly axis: TimeAxis;
  readonly columns: number;
  readonly timeline: Timeline;
  readonly taken: number;
  readonly strip: OverviewStrip;
}

export class LaidStrip {
  #laid: Laid | undefined;
  #cost = 0;
  #at = -Infinity;

  /** The strip for these, or while events come fast one that is a little older: then `later` is called. */
  get(overview: Overview, axis: TimeAxis, columns: number, timeline: Timeline, later: () => void): OverviewStrip {
    const { taken } = timeline;
    const known = this.#laid;
    if (known?.columns === columns && known.timeline === timeline) {
      if (known.axis === axis && known.taken === taken) return known.strip;
      if (performance.now() - this.#at < this.#cost * SHARE) {
        later();
        return known.strip;
      }
    }
    const began = performance.now();
    const strip = overview.strip(axis, columns, timeline);
    this.#at = performance.now();
    this.#cost = this.#at - began;
    this.#laid = { axis, columns, timeline, taken, strip };
    return strip;
  }
}
