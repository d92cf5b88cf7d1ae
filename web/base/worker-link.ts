/** Questions to a worker and its answers: one message each way, told apart by a number. */
import { errorText } from '#shared/base';

/** What a worker does for its page, by name. */
interface Calls {
  readonly [name: string]: (...given: never[]) => unknown;
}

interface Asked {
  readonly id: number;
  readonly name: string;
  readonly given: readonly unknown[];
}
type Answered =
  | { readonly id: number; readonly ok: true; readonly reply: unknown }
  | { readonly id: number; readonly ok: false; readonly problem: string };

interface Waiting {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
}

/** The page's end of a worker that does `Of`. */
export class WorkerLink<Of extends Calls> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.ok) waiting?.resolve(data.reply as never);
      else waiting?.reject(new Error(data.problem));
    });
    worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
    });
  }

  /** Ask for one thing. Rejects with what the worker threw. */
  ask<Name extends keyof Of & string>(
    name: Name,
    ...given: Parameters<Of[Name]>
  ): Promise<Awaited<ReturnType<Of[Name]>>> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, given } satisfies Asked);
    });
  }

  /** End the worker. What it still owes never comes. */
  end(): void {
    this.#worker.terminate();
    this.#waiting.clear();
  }
}

/** The worker's end. Answers with results or error messages, one by one: later loads must replace earlier ones. */
export function answerRequests(calls: Calls): void {
  let previous = Promise.resolve();
  self.addEventListener('message', ({ data: { id, name, given } }: MessageEvent<Asked>) => {
    previous = previous
      .then(() => calls[name]?.(...(given as never[])))
      .then(
        (reply) => self.postMessage({ id, ok: true, reply } satisfies Answered),
        (error: unknown) => self.postMessage({ id, ok: false, problem: errorText(error) } satisfies Answered),
      );
  });
}
