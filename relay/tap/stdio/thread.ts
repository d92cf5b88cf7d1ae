/** The thread that records: it may be late, fail or end without any other part of the program noticing more than its silence. */
import { Worker } from 'node:worker_threads';
import { SEEN, type AnyStart, type Word } from './copy.ts';
import type { Spool } from './spool.ts';

/** The first leaves the processors to the server, whose host waits; the others precede restarts. */
const START_DELAYS_MS = [100, 100, 1000, 10_000];
/** It hangs when nothing of a filled spool was read at two checks. */
const LOOK_EVERY_MS = 5000;

export const RECOVERED = 'The next start of mcp-lifeline records what passed since, as far as the disk took it.';

export class Thread {
  readonly #file: URL;
  readonly #start: Omit<AnyStart, 'before'>;
  readonly #spool: Pick<Spool, 'isGood'>;
  #worker: Worker | undefined;
  #waiting: unknown[] | undefined;
  #before = 0;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #hung = false;
  #begun = (): void => undefined;
  #ended = (_lacking: readonly string[]): void => undefined;
  /** Resolves when it runs, or never will. */
  readonly started = new Promise<void>((resolve) => (this.#begun = resolve));
  /** Resolves when everything is written, with sentences on what is missing, or that it ended early. */
  readonly done = new Promise<readonly string[]>((resolve) => (this.#ended = resolve));

  /** Called with each of its words; without one, it has ended. */
  onWord: (word?: Exclude<Word, { readonly is: 'written' }>) => void = () => undefined;
  /** Called once, with a sentence, when it ended early and another one continues. */
  onReplaced: (sentence: string) => void = () => undefined;

  /** Starts this file's thread with `start` in a moment, or on `begin`. A successor replaces it while everything is in the spool. */
  constructor(file: URL, start: Omit<AnyStart, 'before'>, spool: Pick<Spool, 'isGood'>) {
    this.#file = file;
    this.#start = start;
    this.#spool = spool;
    this.#beginLater([]);
  }

  /** Throws when there is no memory for it. */
  postMessage(given: unknown): void {
    if (this.#waiting) this.#waiting.push(given);
    else this.#worker?.postMessage(given);
    if (!this.#looking) this.#looking = this.#look();
  }

  /** Start it now. Never throws. */
  begin(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = undefined;
    clearTimeout(this.#timer);
    let why: unknown;
    try {
      const workerData = { ...this.#start, before: this.#before };
      // Discard its output: standard output belongs to the server.
      const worker = new Worker(this.#file, { workerData, stdout: true, stderr: true, execArgv: [] });
      worker.once('online', this.#begun);
      worker.on('message', (word: Word) => {
        if (word.is !== 'written') return this.onWord(word);
        this.#isOver = true;
        this.#ended(word.lacking);
      });
      worker.on('error', (error) => (why = error));
      worker.once('exit', () => this.#over(why));
      this.#worker = worker;
      for (const given of waiting) worker.postMessage(given);
    } catch (error) {
      why = error;
      if (this.#worker) void this.#worker.terminate();
      else this.#over(why);
    }
  }

  #beginLater(waiting: unknown[]): void {
    this.#waiting = waiting;
    this.#timer = setTimeout(() => this.begin(), START_DELAYS_MS[this.#before]);
  }

  #over(error: unknown): void {
    this.#worker = undefined;
    this.onWord();
    if (this.#isOver) return;
    const why = this.#hung ? ' (it hung)' : error instanceof Error ? ` (${error.message})` : '';
    this.#hung = false;
    if (this.#spool.isGood && ++this.#before < START_DELAYS_MS.length) {
      if (this.#before === 1) this.onReplaced(`What writes the recording ended early${why}, and was started again.`);
      Atomics.store(this.#start.seen, SEEN.told, 1n);
      return this.#beginLater([{ is: 'spooled' }]);
    }
    this.#begun();
    this.#ended([`The recording is incomplete: what writes it ended early${why}. ${RECOVERED}`]);
  }

  #look(looks = 0): NodeJS.Timeout {
    const { seen } = this.#start;
    const before = Atomics.load(seen, SEEN.read);
    return setTimeout(() => {
      this.#looking = undefined;
      const read = Atomics.load(seen, SEEN.read);
      if (read >= Atomics.load(seen, SEEN.end) || (!this.#worker && !this.#waiting)) return;
      const isStill = read === before && this.#worker !== undefined;
      this.#hung = isStill && looks > 0;
      if (this.#hung) void this.#worker?.terminate();
      this.#looking = this.#look(isStill ? looks + 1 : 0);
    }, LOOK_EVERY_MS).unref();
  }
}
