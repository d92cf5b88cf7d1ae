/** Consents that this relay's sessions wait for, until a page brings the address to which the answer was sent. */

export class Consents {
  readonly #waiting = new Map<string, (callback: string | undefined) => void>();

  /** Wait for the consent of a session; an earlier wait of it is given up. */
  wait(session: string): Promise<string | undefined> {
    this.answer(session, undefined);
    return new Promise((resolve) => this.#waiting.set(session, resolve));
  }

  /** The answer came, or the person gave up (undefined). False when nothing waits for it. */
  answer(session: string, callback: string | undefined): boolean {
    const resolve = this.#waiting.get(session);
    this.#waiting.delete(session);
    resolve?.(callback);
    return resolve !== undefined;
  }
}
