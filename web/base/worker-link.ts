/** The page's end of a worker: one message for each question, and one for its answer, told apart by a number. */
import type { Answered, Asked, Calls } from './answer-requests.ts';
import { words } from './i18n/index.svelte.ts';

interface Waiting {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
}

export class WorkerLink<Of extends Calls> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #answered = false;
  /** Why nothing is answered any more. */
  #lost: string | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      this.#answered = true;
      if (data.ok) waiting?.resolve(data.reply as never);
      else waiting?.reject(new Error(data.problem ?? words.now.common.notFetched));
    });
    worker.addEventListener('error', (event) => {
      // What its code throws has words; without them it could not be loaded. Before its first answer it is its start that failed.
      const { message = words.now.common.notFetched }: Partial<ErrorEvent> = event;
      if (event.message === undefined || !this.#answered) this.#lost = message;
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
    });
  }

  /** Ask for one thing. Rejects with what the worker threw, and when it could not be loaded. */
  ask<Name extends keyof Of & string>(
    name: Name,
    ...given: Parameters<Of[Name]>
  ): Promise<Awaited<ReturnType<Of[Name]>>> {
    if (this.#lost !== undefined) return Promise.reject(new Error(this.#lost));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, given } satisfies Asked);
    });
  }

  /** End the worker. What it still owes is rejected with `problem`; without one it never comes. */
  end(problem?: Error): void {
    this.#worker.terminate();
    if (problem) for (const { reject } of this.#waiting.values()) reject(problem);
    this.#waiting.clear();
  }
}

/** Hand an answer on, unless nobody wants it any more when it comes: what is given says so. No answer comes of a failure. */
export function whileWanted<Answer>(answer: Promise<Answer>, take: (answer: Answer) => void): () => void {
  let wanted = true;
  answer.then(
    (value) => {
      if (wanted) take(value);
    },
    () => undefined,
  );
  return () => (wanted = false);
}
