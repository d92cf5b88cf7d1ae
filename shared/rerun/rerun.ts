/** Runs a recording again: takes the steps of its plan on a live session, one after the other, and says what became of each. */
import type { SendDetails } from '#shared/driver';
import { isReady, metLostSession } from '#shared/session';
import { taskOf } from './answer-message.ts';
import { ANSWERS } from './consent.ts';
import { LiveAnswers } from './live-answers.ts';
import { LiveConsent } from './live-consent.ts';
import { LiveOperations } from './live-operations.ts';
import { LiveTexts, type Composed } from './live-texts.ts';
import { LiveLists } from './live-lists.ts';
import { stepResult } from './results.ts';
import type { RerunPlan } from './plan.ts';
import { count, isFinished } from './survey.ts';
import type {
  CancelStep,
  Replaced,
  RerunOptions,
  RerunPort,
  RerunProgress,
  RerunResult,
  RerunStep,
  SendStep,
  StepResult,
  Waits,
} from './types.ts';
import { Waiting, silenceLimit } from './waiting.ts';

const MAX_GAP_MS = 5000;
const SERVER_TIMEOUT_MS = 2000;
/** How long a transport may take to write a message, and to close. */
const TRANSPORT_MS = 10_000;

export class Rerun {
  readonly #plan: RerunPlan;
  readonly #port: RerunPort;
  readonly #options: RerunOptions;
  readonly #waiting = new Waiting();
  readonly #operations: LiveOperations;
  readonly #answers: LiveAnswers;
  readonly #texts: LiveTexts;
  readonly #lists: LiveLists;
  readonly #consent: LiveConsent;
  #replaced: Replaced[] = [];
  /** Steps that went out, and whether they did so again. */
  readonly #sent = new Map<SendStep, 'once' | 'twice'>();
  /** For how many milliseconds nothing answered a step, where that was waited for to the end. */
  readonly #waited = new Map<RerunStep, number>();
  readonly #notified = new Map<string, number>();
  readonly #asked = new Map<string, number>();
  /** Events that say what input an operation waits for, and were looked at. */
  readonly #inputs = new Set<number>();
  #seen = 0;
  #nextId = 1;

  /** A run of `plan` on a session that was opened, or is about to be, with the policy that `rerunPolicy` gives. */
  constructor(plan: RerunPlan, port: RerunPort, options: RerunOptions) {
    this.#plan = plan;
    this.#port = port;
    this.#options = options;
    this.#nextId = plan.freshFrom;
    this.#operations = new LiveOperations(port.log, plan.opening);
    const send = (text: string): void => this.#send(text, [], { by: 'rerun' });
    const takeId = (): number => this.#takeId();
    const agreed = options.consent === 'all' || options.consent.has(ANSWERS);
    this.#answers = new LiveAnswers(plan.answers, port, { send, takeId, agreed });
    this.#texts = new LiveTexts(port, this.#operations);
    const until = async (holds: () => boolean): Promise<void> => void (await this.#until(holds, 0));
    this.#lists = new LiveLists(port, { send, takeId, until });
    this.#consent = new LiveConsent(options, this.#lists);
  }

  stop(): void {
    this.#waiting.stop();
  }

  /** Take every step, wait for what is to come, and close the session. Resolves when it is over; rejects only for a bug. */
  async run(): Promise<RerunResult> {
    const { steps, end } = this.#plan;
    const unwatch = this.#port.onEvents(() => this.#processNewEvents());
    const became: StepResult['became'][] = [];
    try {
      this.#processNewEvents();
      this.#progress(0, 'session');
      await this.#until(() => this.#isReady, 0);
      for (const [at, step] of steps.entries()) became.push(await this.#take(step, at));
      await this.#waitUntilReady(end, steps.length);
      if (!this.#isOver) await this.#lists.readOn(this.#plan.lists);
      this.#progress(steps.length, 'server');
      await this.#until(() => this.#hasAskedAll, this.#serverTimeoutMs);
      this.#progress(steps.length, 'end');
      const early = this.#isOver;
      this.#port.close('finished');
      await this.#waiting.until(() => this.#state.connection === 'closed', TRANSPORT_MS);
      return this.#result(became, !early && !this.#waiting.stopped);
    } finally {
      unwatch();
    }
  }

  get #state(): RerunPort['log']['state'] {
    return this.#port.log.state;
  }

  get #serverTimeoutMs(): number {
    return this.#options.serverTimeoutMs ?? SERVER_TIMEOUT_MS;
  }

  get #isOver(): boolean {
    const { connection } = this.#state;
    return connection === 'closing' || connection === 'closed' || this.#waiting.stopped;
  }

  /** Resolves false when `limitMs` milliseconds have passed, 0 being never. */
  #until(holds: () => boolean, limitMs: number): Promise<boolean> {
    return this.#waiting.until(() => this.#isOver || holds(), limitMs);
  }

  get #isReady(): boolean {
    return this.#plan.handshake ? isReady(this.#state) : this.#state.connection === 'open';
  }

  /** The server has asked as often as in the recording, and has its answers. */
  get #hasAskedAll(): boolean {
    for (const [method, count] of this.#plan.asked) if ((this.#asked.get(method) ?? 0) < count) return false;
    return true;
  }

  async #take(step: RerunStep, at: number): Promise<StepResult['became']> {
    if (step.do === 'send' && !this.#consent.mayBegin(step)) {
      // What ends before it is told to no other step.
      const { closed, tasks } = step.waits;
      await this.#waitFor({ closed, tasks }, at);
      return 'declined';
    }
    await this.#waitUntilReady(step.waits, at);
    if (this.#isOver) return 'not-reached';
    if (step.do === 'send' && this.#lists.isBeyond(step)) return 'not-needed';
    if (step.do === 'send') {
      const decision = await this.#consent.decide(step, this.#compose(step).text, this.#plan.steps.slice(at + 1));
      if (decision === 'stop') this.stop();
      if (decision !== 'send') return 'declined';
      if (this.#isOver) return 'not-reached';
      // What would go out is looked at again: the answers to what was asked meanwhile may have brought other values.
      const composed = this.#compose(step);
      if (!this.#consent.allows(step, composed.text)) return 'declined';
      this.#sendStep(step, composed);
      this.#sent.set(step, 'once');
    } else if (!(await this.#cancel(step, at))) return 'not-reached';
    await this.#until(() => this.#operations.onTheirWay === 0, TRANSPORT_MS);
    if (step.do === 'send' && step.silentMs !== undefined) await this.#listen(step, step.silentMs, at);
    return 'taken';
  }

  /** What a step waits for has happened in a session that is there, or will not. */
  async #waitUntilReady(waits: Waits, at: number): Promise<void> {
    await this.#waitFor(waits, at);
    const { closed, tasks } = waits;
    do {
      // A session may have to be authorized or begun anew on the way.
      if (!this.#isOver) await this.#until(() => this.#isReady, 0);
      if (!this.#repeatLost()) return;
      await this.#until(() => this.#operations.onTheirWay === 0, TRANSPORT_MS);
      await this.#waitFor({ closed, tasks }, at);
    } while (!this.#isOver);
  }

  /** Send again, once, what met a session that the server had forgotten (404): it was not looked at. True when anything was. */
  #repeatLost(): boolean {
    if (this.#isOver || this.#state.restarts === 0) return false;
    const lost = [...this.#sent].flatMap(([step, times]) =>
      times === 'once' && isAnswered(step) && this.#metNoSession(step) ? [step] : [],
    );
    for (const step of lost) {
      this.#sent.set(step, 'twice');
      const composed = this.#compose(step);
      if (!this.#consent.allows(step, composed.text)) continue;
      this.#replaced = this.#replaced.filter(({ s }) => s !== step.s);
      this.#sendStep(step, composed);
    }
    return lost.length > 0;
  }

  #metNoSession({ op }: SendStep): boolean {
    return op !== undefined && metLostSession(this.#operations.of(op), this.#port.log);
  }

  async #waitFor({ closed, tasks, notified, gapMs }: Waits, at: number): Promise<void> {
    const { longestGapMs = MAX_GAP_MS } = this.#options;
    // The pause begins with the step before this one.
    const pause = gapMs === undefined ? undefined : this.#waiting.pause(Math.min(gapMs, longestGapMs));
    this.#progress(at, 'answers');
    for (const op of closed) await this.#until(() => this.#isClosed(op), this.#limitOf(op));
    const { totalMs } = this.#port.policy.timeouts;
    for (const op of tasks) await this.#until(() => this.#isTaskOver(op), totalMs);
    if (notified) {
      this.#progress(at, 'notification');
      const { method, count } = notified;
      await this.#until(() => (this.#notified.get(method) ?? 0) >= count, this.#serverTimeoutMs);
    }
    if (pause) {
      this.#progress(at, 'pause');
      await pause;
    }
  }

  /** The host ends a request in its time; what is meant to stay open has no such limit. */
  #limitOf(op: number): number {
    const method = this.#operations.of(op)?.method;
    return method === 'subscriptions/listen' || method === 'tasks/result' ? this.#serverTimeoutMs : 0;
  }

  #isClosed(op: number): boolean {
    const live = this.#operations.of(op);
    // What was declined, or is the live session's own, is not waited for.
    return !live || live.closed !== undefined || this.#answers.isStuck(live.index);
  }

  #isTaskOver(op: number): boolean {
    const live = this.#operations.of(op);
    if (!live) return true;
    if (live.closed === undefined) return false;
    const task = taskOf(this.#port.log, live.index);
    if (!task || !this.#port.policy.followTasks) return true;
    return isFinished(this.#state, task.taskId) || this.#answers.isStuck(live.index);
  }

  get #freeId(): number {
    return Math.max(this.#nextId, this.#state.nextId);
  }

  #takeId(): number {
    const id = this.#freeId;
    this.#nextId = id + 1;
    return id;
  }

  #send(text: string, ops: readonly number[], details: SendDetails): void {
    this.#operations.expect(text, ops);
    this.#port.send(text, details);
  }

  #compose(step: SendStep): Composed {
    return this.#texts.compose(step, this.#freeId);
  }

  #sendStep(step: SendStep, { text, details, replaced }: Composed): void {
    if (step.text === 'fresh') this.#takeId();
    this.#replaced.push(...replaced);
    this.#send(text, opsOf(step), details);
  }

  async #cancel({ target, reason, touched }: CancelStep, at: number): Promise<boolean> {
    const live = this.#operations.of(target);
    if (!live) return false;
    this.#progress(at, 'notification');
    const isClosed = (): boolean => this.#operations.of(target)?.closed !== undefined;
    const told = (): boolean => isClosed() || (this.#operations.of(target)?.events.length ?? 0) > touched;
    await this.#until(told, this.#serverTimeoutMs);
    if (isClosed() || this.#isOver) return false;
    this.#port.cancel(live.index, reason);
    await this.#until(isClosed, this.#serverTimeoutMs);
    return true;
  }

  /** Nothing answered in the recording: see that nothing answers for as long, within bounds. */
  async #listen(step: SendStep, silentMs: number, at: number): Promise<void> {
    const limit = silenceLimit(silentMs, this.#port.policy.timeouts.idleMs, this.#options.silenceMs);
    const live = step.op === undefined ? undefined : this.#operations.of(step.op);
    if (!live || limit <= 0) return;
    this.#progress(at, 'silence');
    const ended = await this.#until(() => this.#operations.of(step.op ?? -1)?.closed !== undefined, limit);
    if (!ended && !this.#waiting.stopped) this.#waited.set(step, limit);
  }

  #processNewEvents(): void {
    const { log } = this.#port;
    for (; this.#seen < log.length; this.#seen++) {
      const event = log.event(this.#seen);
      if (event?.k !== 'message') continue;
      if (event.dir === 'c2s') this.#operations.take(event);
      else this.#onServerMessage(event.s);
    }
    for (const awaits of this.#state.awaited.values()) {
      if (this.#inputs.has(awaits.s)) continue;
      this.#inputs.add(awaits.s);
      this.#answers.input(awaits);
    }
    this.#waiting.recheck();
  }

  #onServerMessage(s: number): void {
    const decoded = this.#port.log.decoded(s);
    for (const item of decoded?.kind === 'batch' ? decoded.items : [decoded]) {
      if (item?.kind === 'notification') count(this.#notified, item.method);
      if (item?.kind !== 'request') continue;
      count(this.#asked, item.method);
      if (!this.#isOver) this.#answers.request(s, item.key, item.method, item.params);
    }
  }

  #progress(at: number, waitsFor: RerunProgress['waitsFor']): void {
    this.#options.onProgress?.({ at, of: this.#plan.steps.length, waitsFor });
  }

  #result(became: readonly StepResult['became'][], complete: boolean): RerunResult {
    const { log, header } = this.#port;
    const { closedBy } = log.state;
    const footer = { footer: true, events: log.length, reason: closedBy ?? 'finished' } as const;
    const steps = this.#plan.steps.map((step, at) => this.#stepResult(step, became[at] ?? 'not-reached'));
    return {
      recorded: { header, events: [...log.events], footer },
      steps,
      replaced: [...this.#replaced, ...this.#answers.replaced].sort((one, other) => one.s - other.s),
      answered: this.#answers.answered,
      leaveOut: new Map(
        steps.flatMap(({ step, became: what }) =>
          what === 'declined' && step.do === 'send' ? [[step.s, what] as const] : [],
        ),
      ),
      own: this.#lists.asked,
      complete,
    };
  }

  #stepResult(step: RerunStep, became: StepResult['became']): StepResult {
    const live =
      became === 'taken' ? this.#operations.of(step.do === 'send' ? (step.op ?? -1) : step.target) : undefined;
    const consent = became === 'declined' ? this.#consent.refused.get(step) : undefined;
    return stepResult(step, became, this.#port.log, { live, consent, silentMs: this.#waited.get(step) });
  }
}

const isAnswered = ({ outcome }: SendStep): boolean =>
  outcome === 'result' || outcome === 'error' || outcome === 'tool-error';

const opsOf = ({ op, ops }: SendStep): readonly number[] => ops ?? (op === undefined ? [] : [op]);
