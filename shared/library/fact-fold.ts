/** A recording in a few numbers: a pure fold that keeps no event, so it runs live and over files of any length. */
import { defined } from '#shared/base';
import type { Recorded } from '#shared/recording';
import { SessionFold, type Fold } from '#shared/session';
import { FACTS, factsOf, type Ending, type FindingFacts, type RecordingFacts } from './facts.ts';

/** Judges events as they are folded; `#shared/findings` has it, which a page loads when it is needed. */
export interface FindingsJudge<State extends object> {
  readonly fold: Fold<State>;
  readonly facts: (state: Readonly<State>) => FindingFacts;
}

/** Folds a session's events into its facts and holds on to none of them. It is also all that a session host needs of a log. */
export class FactFold extends SessionFold {
  readonly #counts = this.follow(FACTS, FACTS.init());
  #findings: (() => FindingFacts) | undefined;

  /** Judge what comes from here on, which has to be everything. */
  judgeBy<State extends object>({ fold, facts }: FindingsJudge<State>): void {
    const state = this.follow(fold, fold.init());
    this.#findings = () => facts(state);
  }

  facts(ending: Ending): RecordingFacts {
    return factsOf(this.state, this.#counts, { ...ending, ...defined({ findings: this.#findings?.() }) });
  }
}

export function summarize({ events, footer }: Recorded): RecordingFacts {
  const fold = new FactFold();
  for (const event of events) fold.append(event);
  return fold.facts({ cutShort: footer === undefined });
}
