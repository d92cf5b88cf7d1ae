/** One recording that is run again: against what, its plan, what was consented to, the run, and what came of it. */
import { untrack } from 'svelte';
import { errorText } from '#shared/base';
import {
  addMasks,
  DEFAULT_MASKS,
  type Masks,
  type PointerMask,
  type RunOnPurpose,
  type Suggestions,
} from '#shared/compare';
import {
  onPurpose,
  Rerun,
  rerunPolicy,
  type RerunPlan,
  type RerunProgress,
  type RerunResult,
  type SendStep,
  type RerunPort,
} from '#shared/rerun';
import { ConnectDraft } from '../workspace/connect/draft.svelte.ts';
import { words } from '../base/i18n/all.ts';
import { rerunWords } from './words/index.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { servers } from '../session/servers.svelte.ts';
import { readBeside } from '../workspace/library/masks-beside.ts';
import { startTask } from '../base/start-task.ts';
import { workspace } from '../workspace/workspace.svelte.ts';
import type { Read, Verdict } from './rerun.task.ts';
import { cutOffs } from './cut-off.svelte.ts';
import { isKnown, recordedTarget } from './target.ts';
import type { Policy } from '#shared/driver';
import { CLIENT } from '../base/client.ts';
import { afterEvents } from '../session/after-events.ts';

export interface Outcome {
  readonly view: SessionView;
  readonly result: RerunResult;
  /** What it did otherwise than the recording on purpose. */
  readonly onPurpose: RunOnPurpose;
  readonly connected: boolean;
  /** Absent while it is made, and when it could not be. */
  readonly verdict?: Verdict;
}

interface Running {
  readonly view: SessionView;
  readonly rerun: Rerun;
  /** Which run it is, and of how many. */
  readonly nth: number;
  readonly of: number;
}

export class RunAgain {
  readonly before: SessionView;
  readonly draft = new ConnectDraft();
  /** Names of variables or headers that the recording has no values for. */
  readonly missing: readonly string[];
  about: Read | undefined = $state.raw();
  plan: RerunPlan | undefined = $state.raw();
  /** A plan is being made: the one before is not what was asked for last. */
  planning = $state(false);
  /** The revision to run at; undefined is the recorded one. */
  revision: string | undefined = $state();
  /** Steps, by their event, that need consent and have it. */
  consent: ReadonlySet<number> = $state.raw(new Set());
  /** Why there is no plan, or no session, or no comparison. */
  planProblem: string | undefined = $state();
  failure: string | undefined = $state();
  compareProblem: string | undefined = $state();
  /** How often to run once a person has agreed to what the recording names to connect to. */
  confirming: 1 | 2 | undefined = $state();
  /** From the moment a run is asked for until everything is said of it. */
  working = $state(false);
  running: Running | undefined = $state.raw();
  progress: RerunProgress | undefined = $state.raw();
  /** Of the first run. */
  outcome: Outcome | undefined = $state.raw();
  /** What the two runs of a calibration differ in. */
  suggestions: Suggestions | undefined = $state.raw();
  masks: Masks = $state.raw(DEFAULT_MASKS);
  sessions: readonly SessionView[] = $state.raw([]);
  readonly #worker = startTask<typeof import('./rerun.task.ts')>('rerun');
  /** Connections that a person has seen and agreed to. */
  readonly #agreed = new Set<string>();
  #asked = 0;

  constructor(before: SessionView) {
    this.before = before;
    const { server, missing } = untrack(() => recordedTarget(before.header, servers.all));
    this.draft.fill(server);
    this.missing = missing;
  }

  get needConsent(): readonly SendStep[] {
    return (this.plan?.steps ?? []).filter(
      (step): step is SendStep => step.do === 'send' && step.consent !== undefined,
    );
  }

  async read(): Promise<void> {
    try {
      const file = await this.before.source.recording();
      this.about = await this.#worker.ask('read', file);
      // What a person said beside the recording counts here as on the compare screen.
      const beside = await readBeside({ id: this.before.id, title: this.before.header.title });
      if (beside?.masks) this.masks = beside.masks;
    } catch (error) {
      this.planProblem = errorText(error);
      return;
    }
    await this.makePlan();
  }

  /** Plan it anew, for another revision. What was consented to stays so. */
  async makePlan(): Promise<void> {
    if (!this.about) return;
    const asked = ++this.#asked;
    this.planning = true;
    const { revision } = this;
    try {
      const bindings = this.masks.bindings ?? [];
      const options = { bindings, ...(revision === undefined ? {} : { revision }) };
      const plan = await this.#worker.ask('plan', options);
      if (asked === this.#asked) this.plan = plan;
    } catch (error) {
      if (asked === this.#asked) this.planProblem = errorText(error);
    } finally {
      if (asked === this.#asked) this.planning = false;
    }
  }

  /** Declare where values come from, or what they are, a line each; blank lines say nothing. */
  async bind(text: string): Promise<void> {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const { bindings: _, ...masks } = this.masks;
    this.masks = lines.length > 0 ? { ...masks, bindings: lines } : masks;
    await this.makePlan();
  }

  /** Consent to steps, or to the recorded answers, or take it back. */
  allow(steps: readonly Pick<SendStep, 's'>[], on: boolean): void {
    const asked = new Set(steps.map(({ s }) => s));
    this.consent = on ? new Set([...this.consent, ...asked]) : new Set([...this.consent].filter((s) => !asked.has(s)));
  }

  /** Carry the plan out, twice to learn what differs between runs. A new connection is shown first, and agreed to. */
  async run(times: 1 | 2): Promise<void> {
    const { plan } = this;
    if (!plan || this.planning || this.working) return;
    const { spec } = this.draft.server;
    this.confirming = isKnown(spec, servers.all) || this.#agreed.has(JSON.stringify(spec)) ? undefined : times;
    if (this.confirming !== undefined) return;
    this.working = true;
    this.failure = undefined;
    this.compareProblem = undefined;
    this.outcome = undefined;
    this.suggestions = undefined;
    try {
      const first = await this.#runOnce(plan, 1, times);
      this.outcome = first;
      if (first.connected) await this.#compare(first);
      if (times === 2 && first.result.complete) {
        const second = await this.#runOnce(plan, 2, times);
        if (second.result.complete) await this.#calibrate(first, second);
      }
    } catch (error) {
      this.failure = errorText(error);
    } finally {
      this.working = false;
    }
  }

  async agree(): Promise<void> {
    const times = this.confirming;
    if (times === undefined) return;
    this.#agreed.add(JSON.stringify(this.draft.server.spec));
    await this.run(times);
  }

  disagree(): void {
    this.confirming = undefined;
  }

  async mask(more: readonly PointerMask[]): Promise<void> {
    this.masks = addMasks(this.masks, more);
    if (this.outcome?.connected) await this.#compare(this.outcome);
  }

  stop(): void {
    this.running?.rerun.stop();
  }

  /** Forget the plan and what came of it. */
  end(): void {
    this.stop();
    this.#worker.end();
  }

  async #runOnce(plan: RerunPlan, nth: number, of: number): Promise<Outcome> {
    const policy = rerunPolicy(plan);
    const name = rerunWords.now.again(this.before.header.title, nth);
    const view = await workspace.connect({ ...this.draft.server, name, policy }, { remember: false });
    const rerun = new Rerun(plan, viewPort(view, policy), {
      consent: this.consent,
      onProgress: (progress) => {
        this.progress = progress;
        cutOffs.keepProgress({ session: view.id, title: this.before.header.title, before: this.before.id }, progress);
      },
    });
    this.progress = undefined;
    this.sessions = [...this.sessions, view];
    this.running = { view, rerun, nth, of };
    // Nothing more is heard of a session whose tab was closed.
    const unwatch = $effect.root(() => {
      $effect(() => {
        if (!workspace.views.includes(view)) rerun.stop();
      });
    });
    try {
      const result = await rerun.run();
      const connected = result.complete || result.steps.some(({ became }) => became === 'taken');
      return { view, result, onPurpose: onPurpose(plan, result), connected };
    } finally {
      unwatch();
      cutOffs.forget(view.id);
      this.running = undefined;
    }
  }

  async #compare(outcome: Outcome): Promise<void> {
    try {
      const file = await outcome.view.source.recording();
      const { masks } = this;
      const { result, onPurpose: run } = outcome;
      const verdict = await this.#worker.ask('compare', file, { leaveOut: leaveOut(result), run, masks });
      this.outcome = { ...outcome, verdict };
    } catch (error) {
      this.compareProblem = errorText(error);
    }
  }

  async #calibrate(first: Outcome, second: Outcome): Promise<void> {
    try {
      const files = await Promise.all([first.view.source.recording(), second.view.source.recording()]);
      const { masks } = this;
      this.suggestions = await this.#worker.ask('calibrate', ...files, masks);
    } catch (error) {
      this.compareProblem = errorText(error);
    }
  }
}

/** Operations of the recording that were not run again, each with a word on why. */
export function leaveOut(result: RerunResult): ReadonlyMap<number, string> {
  return new Map([...result.leaveOut.keys()].map((s) => [s, words.now.replay.noConsent]));
}

function viewPort(view: SessionView, policy: Policy): RerunPort {
  return {
    log: view.log,
    header: view.header,
    client: CLIENT,
    get policy() {
      return view.source.policy ?? policy;
    },
    send: (text, details) => view.source.send(text, details),
    cancel: (op, reason) => view.source.cancel(op, reason, 'rerun'),
    close: () => view.source.close(),
    onEvents: (listener) => afterEvents(view, listener),
  };
}
