/** Sends messages one after the other, as a script says, and follows what becomes of them. */
import { untrack } from 'svelte';
import type { SendDetails } from '#shared/driver';
import { toBase64 } from '#shared/recording';
import { nextAction, scriptStart, withId, type ScriptFacts, type ScriptRun, type ScriptStep } from '#shared/script';
import type { SessionView } from '../session/session-view.svelte.ts';
import { SentWatch } from './sent-watch.ts';

export type RunStatus = 'running' | 'done' | 'stopped' | 'late' | 'lost';

/** How a text goes out: with what details. Asked for each message, because headers repeat parts of it. */
export type DetailsOf = (text: string) => SendDetails;

const MAX_SENDS_A_TURN = 200;
/** A hidden page gets no frames, and looks again this often (milliseconds). */
const LOOK_AGAIN_MS = 1000;

export class Runner {
  readonly steps: readonly ScriptStep[];
  readonly #view: SessionView;
  readonly #details: DetailsOf;
  readonly #watch: SentWatch;
  readonly #stopWatching: () => void;
  #run: ScriptRun;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextId = 0;
  #allAnswered = 0;
  #seen: { readonly method: string; readonly from: number; upTo: number } | undefined;
  status: RunStatus = $state('running');
  /** Step that is next. */
  at = $state(0);
  /** Messages sent, and of these those in a row from the first on that are answered. */
  sent = $state(0);
  answered = $state(0);

  constructor(view: SessionView, steps: readonly ScriptStep[], details: DetailsOf) {
    this.steps = steps;
    this.#view = view;
    this.#details = details;
    this.#watch = new SentWatch(view.log.length);
    this.#run = scriptStart(view.log.length);
    view.playback.end();
    this.#stopWatching = $effect.root(() => {
      $effect(() => {
        void [view.version, view.source.live];
        untrack(() => this.#look());
      });
    });
  }

  stop(): void {
    if (this.status === 'running') this.#end('stopped');
  }

  #end(status: RunStatus): void {
    clearTimeout(this.#timer);
    this.status = status;
    // An effect that is running cannot take its own root away.
    queueMicrotask(this.#stopWatching);
  }

  #look(): void {
    if (this.status !== 'running') return;
    clearTimeout(this.#timer);
    for (let count = 0; count < MAX_SENDS_A_TURN; count++) {
      if (!this.#view.source.live) return this.#end('lost');
      const { run, action } = nextAction(this.steps, this.#run, this.#facts());
      this.#run = run;
      this.at = run.at;
      this.answered = this.#allAnswered;
      if (action.do === 'end') return this.#end('done');
      if (action.do === 'late') return this.#end('late');
      if (action.do === 'wait') {
        this.#timer = setTimeout(() => this.#look(), Math.min(action.ms, LOOK_AGAIN_MS));
        return;
      }
      this.#send(action.step);
    }
    this.#timer = setTimeout(() => this.#look());
  }

  #send(step: Extract<ScriptStep, { do: 'send' | 'bytes' }>): void {
    const { source } = this.#view;
    if (step.do === 'bytes') {
      this.#watch.add(step.bytes);
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(step.bytes);
      source.send(text, { ...this.#details(text), b64: toBase64(step.bytes) });
    } else {
      this.#nextId = Math.max(this.#nextId + 1, this.#view.log.state.nextId);
      const text = step.autoId ? withId(step.text, this.#nextId) : step.text;
      this.#watch.add(text);
      source.send(text, this.#details(text));
    }
    this.sent++;
  }

  #facts(): ScriptFacts {
    const { log } = this.#view;
    this.#watch.read(log.events);
    while (this.#allAnswered < this.#run.sent && this.#isAnswered(this.#allAnswered)) this.#allAnswered++;
    return {
      now: performance.now(),
      events: log.length,
      answered: (index) => index < this.#allAnswered || this.#isAnswered(index),
      seen: (method, from) => this.#find(method, from),
    };
  }

  #isAnswered(index: number): boolean {
    const s = this.#watch.at(index);
    if (s === undefined) return false;
    const { log } = this.#view;
    return log.notes.get(s)?.role !== 'opens' || log.operationOf(s)?.closed !== undefined;
  }

  #find(method: string, from: number): number | undefined {
    const { notes, length } = this.#view.log;
    if (this.#seen?.method !== method || this.#seen.from !== from) this.#seen = { method, from, upTo: from };
    for (; this.#seen.upTo < length; this.#seen.upTo++) {
      const s = this.#seen.upTo;
      const event = this.#view.log.event(s);
      const note = notes.get(s);
      if (event?.k === 'message' && event.dir === 's2c' && note?.method === method)
        if (note.kind === 'request' || note.kind === 'notification') return s;
    }
    return undefined;
  }
}
