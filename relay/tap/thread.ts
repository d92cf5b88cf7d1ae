/** The thread that records: it may be late, fail or end without any other part of the program noticing more than its silence. */
import { Worker } from 'node:worker_threads';
import type { Word } from './copy.ts';

/** Milliseconds after which the thread is started: until then the server, which is waited for, has the processors for itself. */
const LATER = 100;

const RECOVERED = 'The next start of mcp-lifeline records what passed since, as far as the disk took it.';

export class Thread {
  readonly #file: URL;
  readonly #start: unknown;
  #worker: Worker | undefined;
  #waiting: unknown[] | undefined = [];
  #begun = (): void => undefined;
  #ended = (_lacking: readonly string[]): void => undefined;
  /** Resolves when it runs, or never will. */
  readonly started = new Promise<void>((resolve) => (this.#begun = resolve));
  /** Resolves when it has written everything, with sentences on what is missing all the same, or that it ended before. */
  readonly done = new Promise<readonly string[]>((resolve) => (this.#ended = resolve));

  /** Be called with what it says; without a word, it says nothing more. */
  onWord: (word?: Exclude<Word, { readonly is: 'written' }>) => void = () => undefined;

  /** The thread whose file this is starts with `start` in a moment, or when `begin` is called. */
  constructor(file: URL, start: unknown) {
    this.#file = file;
    this.#start = start;
    setTimeout(() => this.begin(), LATER);
  }

  /** Give it a copy. Throws when there is no memory for that. */
  postMessage(copy: unknown): void {
    if (this.#waiting) this.#waiting.push(copy);
    else this.#worker?.postMessage(copy);
  }

  /** Start it now. Never throws. */
  begin(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = undefined;
    const over = (error?: unknown): void => {
      const why = error instanceof Error ? ` (${error.message})` : '';
      this.#begun();
      this.#ended([`The recording is incomplete: what writes it ended early${why}. ${RECOVERED}`]);
      this.onWord();
    };
    try {
      // Its output, if there should ever be any, is nobody's: standard output belongs to the server.
      const worker = new Worker(this.#file, { workerData: this.#start, stdout: true, stderr: true, execArgv: [] });
      worker.once('online', this.#begun);
      worker.on('message', (word: Word) => (word.is === 'written' ? this.#ended(word.lacking) : this.onWord(word)));
      worker.once('exit', () => over());
      worker.on('error', over);
      this.#worker = worker;
      for (const copy of waiting) worker.postMessage(copy);
    } catch (error) {
      over(error);
    }
  }
}
