/** The worker's end of what `worker-link.ts` asks. */
import { errorText } from '#shared/base';

export interface Calls {
  readonly [name: string]: (...given: never[]) => unknown;
}

export interface Asked {
  readonly id: number;
  readonly name: string;
  readonly given: readonly unknown[];
}
export type Answered =
  | { readonly id: number; readonly ok: true; readonly reply: unknown }
  /** `problem` is undefined when a part of the worker's code could not be fetched. */
  | { readonly id: number; readonly ok: false; readonly problem: string | undefined };

/** What browsers say of an `import()` that could not be fetched: Chromium and Firefox, and Safari. */
const NOT_FETCHED = /dynamically imported module|Importing a module script failed/;

/** Answer with results or error messages, one by one: later loads must replace earlier ones. */
export function answerRequests(calls: Calls | Promise<Calls>): void {
  let previous = Promise.resolve();
  self.addEventListener('message', ({ data: { id, name, given } }: MessageEvent<Asked>) => {
    previous = previous
      .then(async () => (await calls)[name]?.(...(given as never[])))
      .then((reply) => self.postMessage({ id, ok: true, reply } satisfies Answered))
      // Also when the reply can't be posted: whoever asked waits.
      .catch((error: unknown) => {
        const problem = errorText(error);
        self.postMessage({
          id,
          ok: false,
          problem: NOT_FETCHED.test(problem) ? undefined : problem,
        } satisfies Answered);
      });
  });
}
