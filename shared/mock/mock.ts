/** A recorded server for a live client, without clock or wire: takes what it sends and tells its port (stdio, HTTP, a test) what to do. */
import { showIdKey, type IdKey } from '#shared/jsonrpc';
import type { Payload } from '#shared/recording';
import { ClientProgress } from './calls.ts';
import { NO_CALL, readClientText } from './client-text.ts';
import { NO_FAULTS } from './faults.ts';
import { faultyCall, isAnswer } from './faulty.ts';
import { firstHalf, withLiveIds, withOtherId } from './frame.ts';
import { refusalOf, refusalWords, type Nearest } from './refusal.ts';
import { runningCall, type LiveCall, type Running } from './running.ts';
import type { Served } from './served.ts';
import { isCounted } from './usage.ts';
import type { ClientCall, MockAction, MockCall, MockMessage, MockOutput, WireFault } from './types.ts';

export interface MockPort {
  /** A call begins; what is performed for it comes after this. */
  begin(call: LiveCall): void;
  perform(action: MockAction, call: LiveCall): void;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Run after this many milliseconds, unless the mock has ended by then. */
  later(ms: number, run: () => void): void;
  say(sentence: string): void;
}

const NOISE: MockMessage = { do: 'message', payload: { raw: 'This line is no JSON.' }, more: true };

export class Mock {
  readonly #served: Served;
  readonly #progress: ClientProgress;
  readonly #port: MockPort;
  readonly #opening: Running;
  /** Calls that are not over, by the live ids of their requests. */
  readonly #running = new Map<IdKey, Running>();
  /** Live subscriptions by the id of the recorded one. */
  readonly #subscriptions = new Map<IdKey, Running>();
  /** Live requests of the server, by the id with which they went out. */
  readonly #asked = new Map<IdKey, { readonly running: Running; readonly recorded: IdKey }>();
  #count = 0;
  #freshIds = 0;

  /** A mock for one client; `served` is shared by all of them. */
  constructor(served: Served, port: MockPort) {
    this.#served = served;
    this.#progress = new ClientProgress(served.index);
    this.#port = port;
    const opening = { ...NO_CALL, s: -1, outputs: served.plan.opening };
    this.#opening = runningCall(0, opening, { ids: [], tokens: [], now: port.now() });
  }

  get beginsAgain(): boolean {
    return this.#progress.beginsAgain;
  }

  start(): void {
    this.#go(this.#opening);
  }

  /** Take a text from the client. Gives the call that it is; nothing for a text of answers alone. Never throws. */
  receive(text: string): LiveCall | undefined {
    const { call, answers, cancels } = readClientText(text);
    const running = call && this.#begin(call);
    for (const key of answers) this.#answer(key);
    if (cancels !== undefined) this.#cancel(cancels);
    return running;
  }

  #begin(call: ClientCall): Running {
    const found = this.#progress.find(call);
    if (found) this.#served.usage.use(found);
    const meant = found ?? this.#unknown(call);
    const fault = this.#served.faults.next(meant, meant.outputs.some(isAnswer));
    const live = { ...call, now: this.#port.now(), known: found !== undefined, fault };
    const running = runningCall(++this.#count, faultyCall(meant, fault), live);
    for (const { key } of call.ids) this.#running.set(key, running);
    const [listen] = running.recorded.ids;
    if (call.method === 'subscriptions/listen' && listen && fault.status === undefined)
      this.#subscriptions.set(listen.key, running);
    this.#port.begin(running);
    this.#go(running);
    return running;
  }

  /** What is done about a call that the recording does not know: requests are refused with what comes nearest. */
  #unknown(call: ClientCall): MockCall {
    const { index, usage } = this.#served;
    const nearest = call.kind === 'request' ? index.nearest(call) : undefined;
    const near: Nearest = { nearest, ...(index.sequence ? { due: this.#progress.due ?? 'nothing' } : {}) };
    const outputs = refusalOf(call, near);
    const words = refusalWords(call, near);
    if (outputs.length > 0 && call.method !== 'ping') this.#port.say(words);
    if (isCounted(call)) usage.miss(words);
    return { ...call, s: -1, outputs };
  }

  #answer(key: IdKey): void {
    const asked = this.#asked.get(key);
    if (!asked) return;
    this.#asked.delete(key);
    asked.running.answered.add(asked.recorded);
    if (asked.running.waiting) return;
    asked.running.due = this.#port.now();
    this.#go(asked.running);
  }

  #cancel(key: IdKey): void {
    const running = this.#running.get(key);
    if (!running) return;
    running.stopped = true;
    this.#forget(running);
    for (const { key: recorded } of running.recorded.ids)
      if (this.#subscriptions.get(recorded) === running) this.#subscriptions.delete(recorded);
  }

  #forget(running: Running): void {
    for (const { key } of running.ids) if (this.#running.get(key) === running) this.#running.delete(key);
  }

  /** Perform the outputs of a call as far as they may be. */
  #go(running: Running): void {
    const { outputs } = running.recorded;
    while (!running.stopped) {
      const output = outputs[running.next];
      // A subscription is over only when it is cancelled.
      if (!output) return running.recorded.method === 'subscriptions/listen' ? undefined : this.#forget(running);
      // Whoever waits for an answer is called again when it comes.
      if (!output.waitsFor.every((id) => running.answered.has(id))) return;
      const { faults, ms: late } = output === running.answer ? running.fault : NO_FAULTS;
      const { speed } = this.#served;
      running.due += late + (speed === 0 ? 0 : output.after / 1000 / speed);
      running.next++;
      const perform = (): void => this.#perform(running, output, faults);
      const ms = running.due - this.#port.now();
      // Too short for a timer, or not short enough for the one before.
      if (ms < 1) {
        perform();
        continue;
      }
      running.waiting = true;
      this.#port.later(ms, () => {
        running.waiting = false;
        if (running.stopped) return;
        perform();
        this.#go(running);
      });
      return;
    }
  }

  #perform(running: Running, { action }: MockOutput, faults: ReadonlySet<WireFault>): void {
    if (action.do !== 'message') {
      if (!faults.has('drop')) this.#port.perform(faults.has('disconnect') ? { do: 'disconnect' } : action, running);
      return;
    }
    // Progress goes to those who asked for it.
    if (action.token !== undefined && !running.live.tokens.has(action.token)) return;
    const target = action.subscription === undefined ? running : this.#subscriptions.get(action.subscription);
    // Nobody is subscribed.
    if (!target) return;
    let payload = withLiveIds(action.payload, target.live);
    if (action.asks !== undefined) payload = this.#ask(running, action.asks, payload);
    if (faults.has('wrong-id')) payload = withOtherId(payload, (id) => JSON.stringify(`wrong ${id}`));
    this.#send({ ...action, payload }, target, faults);
  }

  #send(whole: MockMessage, target: Running, faults: ReadonlySet<WireFault>): void {
    const breaks = faults.has('disconnect');
    const dropped = faults.has('drop');
    const cut = faults.has('truncate');
    const half = cut ? { payload: firstHalf(whole.payload) } : {};
    const message: MockMessage = { ...whole, ...half, ...(cut && breaks ? { unterminated: true } : {}) };
    if (faults.has('noise')) this.#port.perform(NOISE, target);
    // A connection that breaks takes the answer with it, or half of it.
    if (!dropped && (!breaks || cut)) {
      if (faults.has('duplicate') && !breaks) this.#port.perform({ ...message, more: true }, target);
      this.#port.perform(message, target);
    }
    if (breaks) this.#port.perform({ do: 'disconnect', ...(dropped ? {} : { lost: whole }) }, target);
  }

  /** Note that the server asks; an id that is still in use is replaced. */
  #ask(running: Running, recorded: IdKey, payload: Payload): Payload {
    running.answered.delete(recorded);
    if (!this.#asked.has(recorded)) {
      this.#asked.set(recorded, { running, recorded });
      return payload;
    }
    let fresh: IdKey;
    do fresh = `s:mock-${++this.#freshIds}` as IdKey;
    while (this.#asked.has(fresh));
    this.#asked.set(fresh, { running, recorded });
    return withOtherId(payload, () => showIdKey(fresh));
  }
}
