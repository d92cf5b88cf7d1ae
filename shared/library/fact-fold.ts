/** A recording in a few numbers: a pure fold that keeps no event, so it runs live and over files of any length. */
import { defined } from '#shared/base';
import type { ConnectionBody, Recorded } from '#shared/recording';
import { probeTold, SessionFold, type Closing, type Fold, type Outcome } from '#shared/session';
import { factsOf, type Ending, type FactCounts, type FindingFacts, type RecordingFacts } from './facts.ts';

/** Judges events as they are folded; `#shared/findings` has it, which a page loads when it is needed. */
export interface FindingsJudge<State extends object> {
  readonly fold: Fold<State>;
  readonly facts: (state: Readonly<State>) => FindingFacts;
}

const FAILED: ReadonlySet<Outcome> = new Set(['error', 'tool-error', 'no-answer', 'timeout']);

export const FACTS: Fold<FactCounts> = {
  init: () => ({ noted: new Set(), errors: 0, faults: 0, duration: 0 }),
  step(counts, event, _decoded, step) {
    if (event.k !== 'note') counts.duration = event.t;
    else if (event.text === '') counts.noted.delete(event.at);
    else counts.noted.add(event.at);
    if (event.k === 'connection' && isProblem(event)) counts.errors++;
    for (const closing of step.closed) close(counts, closing);
    if (step.faults.length > 0) counts.faults++;
  },
  copy: ({ noted, ...rest }) => ({ noted: new Set(noted), ...rest }),
  size: ({ noted }) => noted.size,
};

const isProblem = ({ event, reason }: ConnectionBody): boolean =>
  event === 'problem' || (event === 'closed' && reason === 'server-exited');

function close(counts: FactCounts, { pending, outcome, response, status }: Closing): void {
  if (FAILED.has(outcome) && !probeTold(pending, outcome, response?.error, status)) counts.errors++;
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

/** The facts of a whole recording. */
export function summarize({ events, footer }: Recorded): RecordingFacts {
  const fold = new FactFold();
  for (const event of events) fold.append(event);
  return fold.facts({ cutShort: footer === undefined });
}
