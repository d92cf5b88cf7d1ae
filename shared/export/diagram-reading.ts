/** The rows of a diagram and the exchanges beside them, found while a log grows. */
import type { SessionLog } from '#shared/session';
import { Exchanges, Timeline, type FoundLookup } from '#shared/timeline';

/** Events that are taken at once. */
const STEP = 32;

interface Found {
  readonly filter?: string;
  readonly found?: FoundLookup | undefined;
}

/** Takes each event when it comes, so that none has to be read from a file twice. */
export class DiagramReading {
  readonly log: SessionLog;
  readonly timeline: Timeline;
  readonly exchanges: Exchanges;

  /** `whole`: every event has a row of its own. */
  constructor(log: SessionLog, { filter = '', found }: Found, whole = false) {
    this.log = log;
    this.timeline = new Timeline(log, { filter, routine: false, whole, found });
    this.exchanges = new Exchanges(log);
  }

  /** Take in the events of the log that are new. */
  advance(): void {
    while ([this.timeline.advance(STEP), this.exchanges.advance(STEP)].includes(true));
  }
}
