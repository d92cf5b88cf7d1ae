/** Questions to a worker and its answers: one message each way, told apart by a number. */

interface Asked<Request> {
  readonly id: number;
  readonly request: Request;
}
type Answered =
  | { readonly id: number; readonly ok: true; readonly reply: unknown }
  | { readonly id: number; readonly ok: false; readonly problem: string };

interface Waiting {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The page's end. `Replies` names the reply to each type of request. */
export class WorkerLink<
  Request extends { readonly type: string },
  Replies extends { readonly [type in Request['type']]: unknown },
> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.ok) waiting?.resolve(data.reply);
      else waiting?.reject(new Error(data.problem));
    });
    worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
    });
  }

  /** Ask for one thing. Rejects with what the worker threw. */
  ask<Type extends Request['type']>(request: Extract<Request, { readonly type: Type }>): Promise<Replies[Type]> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: (reply) => resolve(reply as Replies[Type]), reject });
      this.#worker.postMessage({ id, request } satisfies Asked<Request>);
    });
  }

  /** End the worker. What it still owes never comes. */
  end(): void {
    this.#worker.terminate();
    this.#waiting.clear();
  }
}

/** The worker's end: answer each request with what `carryOut` gives, or with the message of what it throws. */
export function answerRequests<Request>(carryOut: (request: Request) => Promise<unknown>): void {
  self.addEventListener('message', ({ data }: MessageEvent<Asked<Request>>) => {
    const { id } = data;
    carryOut(data.request).then(
      (reply) => self.postMessage({ id, ok: true, reply } satisfies Answered),
      (error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error);
        self.postMessage({ id, ok: false, problem } satisfies Answered);
      },
    );
  });
}
