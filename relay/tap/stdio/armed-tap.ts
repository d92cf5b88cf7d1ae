/**
 * The part of the tap over stdio that is loaded only once it is armed: orders, verdicts and messages of a person's own become what passes.
 * Runs in the main thread, so that it acts without a delay; a failure here never stops the traffic.
 */
import { errorText } from '#shared/base';
import { oneLine } from '#shared/jsonrpc';
import { opposite, type Direction } from '#shared/recording';
import type { TapOrders } from '#shared/tap';
import { FILE, goesBy, Judge } from '../judge/index.ts';
import type { Armed, Site } from './arming.ts';
import { LineGate, lineOf } from './line-gate.ts';
import type { Pump } from './pump.ts';
import { takeWord, type Command } from './take-word.ts';

export { rulesIn } from './rules-in.ts';

/** Put gates between the pumps of this tap, with the orders of a file. */
export function arm(site: Site, rules?: TapOrders): Armed {
  return new ArmedTap(site, rules);
}

class ArmedTap implements Armed {
  readonly #site: Site;
  readonly #judge: Judge;
  readonly #gates: { [dir in Direction]?: LineGate } = {};

  constructor(site: Site, rules: TapOrders | undefined) {
    this.#site = site;
    this.#judge = new Judge((act, about) => site.copies.act(act, about));
    if (rules) this.#judge.orders(FILE, rules);
    this.#settle();
  }

  take(word: Command): void {
    try {
      const refused = takeWord(this.#judge, word, (dir, text) => this.#inject(dir, text));
      if (word.is !== 'gone') this.#site.copies.answered(word.controllerId, refused);
    } catch (error) {
      this.#failed(error);
      if (word.is !== 'gone') this.#site.copies.answered(word.controllerId, errorText(error));
    }
    this.#settle();
  }

  alone(): void {
    this.#judge.alone('stay');
    this.#settle();
  }

  #inject(dir: Direction, text: string): string | undefined {
    if (this.#pump(dir).over) return `the ${goesBy(dir)} has disconnected`;
    const own = this.#judge.own(dir, oneLine(text));
    if (typeof own === 'string') return own;
    const { key } = own;
    this.#gate(dir).put(lineOf(own.text), { leg: goesBy(dir), own: true, key }, () =>
      this.#site.copies.act({ act: 'inject', by: 'user' }, key),
    );
    return undefined;
  }

  #pump(dir: Direction): Pump {
    return dir === 'c2s' ? this.#site.input : this.#site.output;
  }

  #gate(dir: Direction): LineGate {
    const pump = this.#pump(dir);
    const gate = this.#gates[dir];
    if (gate && pump.gate === gate) return gate;
    return (this.#gates[dir] = new LineGate({
      dir,
      pump,
      copies: this.#site.copies,
      judge: this.#judge,
      sendBack: (line, handled) => this.#gate(opposite(dir)).put(line, handled),
      closeStream: () => this.#site.cut(pump),
      kill: this.#site.kill,
      failed: (error) => this.#failed(error),
    }));
  }

  /** Gates exist only where they are needed. */
  #settle(): void {
    for (const dir of ['c2s', 's2c'] as const) {
      if (this.#judge.isArmed) this.#gate(dir);
      this.#gates[dir]?.settle();
    }
  }

  #failed(error: unknown): void {
    this.#judge.alone('go');
    this.#site.copies.happened({ k: 'connection', event: 'problem', reason: 'tap-failed', detail: errorText(error) });
    this.#settle();
  }
}
