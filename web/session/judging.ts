/** A session that is judged in a worker: its events go there piece by piece, and what they break comes back. */
import { takeTold, type Finding, type Known } from '#shared/findings';
import { carriedBy, type RecordingHeader, type WireEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { startTask } from '../base/start-task.ts';

/** What the worker has at a time, so that no copies pile up: long enough that it rarely waits, short enough that the page draws. */
const MAX_EVENT_COUNT = 2000;
/** UTF-16 units; a longer event goes alone. */
const MAX_CHARS = 1024 * 1024;

export class Judging {
  /** What is known of the rules as of the events that are judged. */
  readonly known: Known = { found: [], tallies: new Map(), unjudged: new Map() };
  /** Count of events that are judged. */
  judged = 0;
  readonly #log: SessionLog;
  readonly #header: Pick<RecordingHeader, 'route'>;
  readonly #told: () => void;
  readonly #worker = startTask<typeof import('./judge.task.ts')>('judge');
  #going: Promise<void> | undefined;

  /** Nothing is judged until `catchUp`; `told` is called whenever `known` and `judged` changed. */
  constructor(log: SessionLog, { route }: Pick<RecordingHeader, 'route'>, told: () => void = () => undefined) {
    this.#log = log;
    this.#header = { route };
    this.#told = told;
  }

  /** Judge until everything in the log is. Rejects with a sentence when the worker can't. */
  catchUp(): Promise<void> {
    return (this.#going ??= this.#feed().finally(() => (this.#going = undefined)));
  }

  async #feed(): Promise<void> {
    while (this.judged < this.#log.length) {
      const told = await this.#worker.ask('take', this.#header, this.#next());
      takeTold(this.known, told);
      this.judged = told.judged;
      this.#told();
    }
  }

  #next(): readonly WireEvent[] {
    const events: WireEvent[] = [];
    for (let chars = 0; events.length < MAX_EVENT_COUNT && chars < MAX_CHARS;) {
      const event = this.#log.event(this.judged + events.length);
      if (!event) break;
      events.push(event);
      const { raw, b64 } = carriedBy(event) ?? {};
      chars += (raw ?? b64 ?? '').length;
    }
    return events;
  }

  /** What the client would break by sending this text now. Rejects as `catchUp` does. */
  brokenIfSent(text: string): Promise<readonly Finding[]> {
    return this.#worker.ask('brokenIfSent', this.#header, text);
  }

  /** End the worker; whoever waits for it is told so. */
  end(): void {
    this.#worker.end(new Error('the session was closed'));
  }
}

/** What a log breaks. Rejects with a sentence when it can't be judged. */
export async function judgeLog(log: SessionLog, header: Pick<RecordingHeader, 'route'>): Promise<Known> {
  const judging = new Judging(log, header);
  try {
    await judging.catchUp();
    return judging.known;
  } finally {
    judging.end();
  }
}
