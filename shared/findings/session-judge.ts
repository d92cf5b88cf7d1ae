/** Judges one session as its events come, keeps none of them, and tells what changed to whoever shows it. */
import type { RecordingHeader, WireEvent } from '#shared/recording';
import { SESSION, SessionFold, type Fold } from '#shared/session';
import type { Finding } from './finding.ts';
import type { FindingsState } from './findings-state.ts';
import { findingsFold } from './fold.ts';
import type { Tallies } from './tally.ts';
import type { Told } from './told.ts';

export class SessionJudge {
  readonly #session = new SessionFold();
  readonly #fold: Fold<FindingsState>;
  readonly #state: Readonly<FindingsState>;
  /** What was told: the findings, and how many of each list of uncollected ones. */
  #told: readonly Finding[] = [];
  readonly #counted = new Map<readonly number[], number>();

  constructor(header: Pick<RecordingHeader, 'route'>) {
    this.#fold = findingsFold(header);
    this.#state = this.#session.follow(this.#fold, this.#fold.init());
  }

  /** Judge the next events; those that were judged are ignored. Gives what changed, to be copied before the next call. Never throws. */
  take(events: readonly WireEvent[]): Told {
    for (const event of events) this.#session.append(event);
    const { found, tallies, unjudged } = this.#state;
    const before = this.#told;
    this.#told = [...found];
    return {
      judged: this.#session.length,
      found: found.flatMap((finding, place) => (finding === before[place] ? [] : [[place, finding] as const])),
      tallies: this.#untold(tallies),
      unjudged,
    };
  }

  #untold(tallies: Tallies): Tallies {
    const added = (events: readonly number[]): number[] => {
      const from = this.#counted.get(events) ?? 0;
      this.#counted.set(events, events.length);
      return events.slice(from);
    };
    const only = ([key, events]: [string, readonly number[]]): [string, number[]] => [key, added(events)];
    return new Map(
      [...tallies].map(([revision, { uncollected, ...counts }]) => [
        revision,
        { ...counts, uncollected: new Map([...uncollected].map(only)) },
      ]),
    );
  }

  /** What the client would break by sending this text now, HTTP-only rules left out. Costs a copy of the states. Never throws. */
  brokenIfSent(raw: string): readonly Finding[] {
    const { length: s, state } = this.#session;
    const supposed = new SessionFold(SESSION.copy(state));
    const { found } = supposed.follow(this.#fold, this.#fold.copy(this.#state));
    supposed.append({ s, t: state.lastT, k: 'message', dir: 'c2s', by: 'user', raw });
    return found.slice(this.#state.found.length).filter(({ at, side }) => at === s && side === 'client');
  }
}
