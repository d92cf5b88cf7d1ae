/** Arms the tap on the first command; until then that code is not loaded, and bytes pass as they come. */
import { errorText } from '#shared/base';
import type { TapOrders } from '#shared/tap';
import type { Copies } from './copies.ts';
import type { Pump } from './pump.ts';
import type { Command } from './take-word.ts';

export interface Site {
  /** From the host to the server, and back. */
  readonly input: Pump;
  readonly output: Pump;
  readonly copies: Copies;
  readonly cut: (pump: Pump) => void;
  readonly kill: () => void;
}

export interface Armed {
  take(word: Command): void;
  alone(): void;
}

export interface ArmedTapFile {
  readonly arm: (site: Site, rules?: TapOrders) => Armed;
  readonly rulesIn: (path: string) => TapOrders | string;
}

export class Arming {
  readonly #file: URL;
  readonly #site: Site;
  #armed: Armed | undefined;
  #loading: Promise<void> | undefined;
  #waiting: Command[] = [];

  constructor(file: URL, site: Site, armed?: Armed) {
    this.#file = file;
    this.#site = site;
    this.#armed = armed;
  }

  /** Passes a command on; without one, nobody will command the tap again. */
  take(word?: Command): void {
    if (!word) {
      this.#waiting = [];
      return this.#armed?.alone();
    }
    if (this.#armed) return this.#armed.take(word);
    if (word.is === 'gone' && !this.#loading) return;
    this.#waiting.push(word);
    this.#loading ??= this.#load();
  }

  async #load(): Promise<void> {
    try {
      const { arm } = (await import(this.#file.href)) as ArmedTapFile;
      this.#armed = arm(this.#site);
    } catch (error) {
      const { copies } = this.#site;
      copies.happened({ k: 'connection', event: 'problem', reason: 'tap-failed', detail: errorText(error) });
      for (const { controllerId } of this.#waiting)
        copies.answered(controllerId, 'the tap can’t load breakpoints and rules');
    }
    for (const word of this.#waiting.splice(0)) this.#armed?.take(word);
    this.#loading = undefined;
  }
}
