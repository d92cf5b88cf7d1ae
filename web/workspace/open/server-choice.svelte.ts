/** Asks the person whose messages of a file are wanted, one file at a time. */
import type { ServerChoice } from '#shared/import';

export interface Question {
  readonly name: string;
  readonly servers: readonly ServerChoice[];
  /** Answer with a server's name, or with nothing to open none. */
  readonly answer: (server: string | undefined) => void;
}

class Questions {
  now: Question | undefined = $state.raw();
  #last: Promise<unknown> = Promise.resolve();

  /** The name of the server that the person chose; undefined when none. */
  ask(name: string, servers: readonly ServerChoice[]): Promise<string | undefined> {
    const choose = (resolve: (server: string | undefined) => void): void => {
      const answer = (server: string | undefined): void => {
        this.now = undefined;
        resolve(server);
      };
      this.now = { name, servers, answer };
    };
    const asked = this.#last.then(() => new Promise(choose));
    this.#last = asked;
    return asked;
  }
}

export const questions = new Questions();
