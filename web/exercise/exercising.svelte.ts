/** The exercise of one session: what is allowed, the run, and what came of it; kept while another panel is open. */
import { countsOf, exercise, planned, type Counts, type PlanFacts, type Step, type StepReport } from '#shared/exercise';
import type { SessionView } from '../session/session-view.svelte.ts';
import { slot } from '../session/slot.ts';
import { viewPort } from './view-port.ts';

/** A row of the plan: a step, or completions as one. */
export interface PlanRow {
  readonly item: string;
  readonly step: Step;
  /** How many steps it stands for. */
  readonly count: number;
}

export class Exercising {
  readonly #view: SessionView;
  /** Items that may change something and are allowed, and others that are left out. */
  allowed: ReadonlySet<string> = $state.raw(new Set());
  without: ReadonlySet<string> = $state.raw(new Set());
  running = $state(false);
  current: Step | undefined = $state.raw();
  reports: readonly StepReport[] = $state.raw([]);
  /** The last run ended at its limit. */
  more = $state(false);
  #stop: AbortController | undefined;

  constructor(view: SessionView) {
    this.#view = view;
  }

  get counts(): Counts {
    return countsOf(this.reports);
  }

  isTicked({ item, change }: Step): boolean {
    return change === undefined ? !this.without.has(item) : this.allowed.has(item);
  }

  tick(steps: readonly Step[], on: boolean): void {
    const [allowed, without] = [new Set(this.allowed), new Set(this.without)];
    for (const { item, change } of steps) {
      const [set, add] = change === undefined ? [without, !on] : [allowed, on];
      if (add) set.add(item);
      else set.delete(item);
    }
    this.allowed = allowed;
    this.without = without;
  }

  /** What would be sent now, if everything were allowed, and whether it is more than one run sends. */
  plan(): { readonly rows: readonly PlanRow[]; readonly more: boolean } {
    const { steps, more } = planned({ ...this.#facts(), state: this.#view.log.state, done: new Map(), yes: true });
    const rows = new Map<string, PlanRow>();
    for (const step of steps) {
      // Completions, and several calls of one tool, are ticked as one.
      const key = step.item;
      const known = rows.get(key);
      rows.set(key, known ? { ...known, count: known.count + 1 } : { item: step.item, step, count: 1 });
    }
    return { rows: [...rows.values()], more };
  }

  /** Send what is ticked, one after the other. Ends when all is done, it is stopped, or the session is over. */
  async start(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.reports = [];
    this.more = false;
    const stop = new AbortController();
    this.#stop = stop;
    this.#view.playback.end();
    // Nothing more is heard of a session that can't be reached.
    const unwatch = $effect.root(() => {
      $effect(() => {
        if (!this.#view.source.live) this.stop();
      });
    });
    try {
      const { more } = await exercise(viewPort(this.#view), {
        ...this.#facts(),
        yes: this.allowed,
        without: this.without,
        signal: stop.signal,
        begins: (step) => (this.current = step),
        report: (step) => (this.reports = [...this.reports, step]),
      });
      this.more = more;
    } finally {
      unwatch();
      this.running = false;
      this.current = undefined;
    }
  }

  /** Cancel what is open, and send nothing more. */
  stop(): void {
    this.#stop?.abort();
    this.#view.touch();
  }

  clear(): void {
    this.reports = [];
    this.more = false;
  }

  #facts(): Pick<PlanFacts, 'answers' | 'http'> {
    const roots = this.#view.source.policy?.roots;
    return { answers: roots ? { roots } : {}, http: this.#view.header.connection.transport === 'streamable-http' };
  }
}

export const exercisingOf = slot((view) => new Exercising(view));
