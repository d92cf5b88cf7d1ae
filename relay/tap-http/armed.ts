/** What an armed proxy has beside its exchanges: the judge, and the sessions that it killed. */
import type { ServerResponse } from 'node:http';
import type { TapOrders } from '#shared/tap';
import { takeWord, type Command, type Copies } from '../tap/index.ts';
import { FILE, Judge, type Arrived } from '../tap-judge/index.ts';
import type { From, HttpHappened } from './copy.ts';

/** `2025-11-25`, basic/transports#session-management. */
export const SESSION_HEADER = 'mcp-session-id';

export class ArmedProxy {
  readonly judge: Judge;
  readonly copies: Copies<From, HttpHappened>;
  readonly #killed = new Set<string>();
  readonly #open = new Map<ServerResponse, () => string | undefined>();

  /** With the rules of a file it is armed from the start. */
  constructor(copies: Copies<From, HttpHappened>, rules: TapOrders | undefined) {
    this.copies = copies;
    this.judge = new Judge((act, about) => copies.act(act, about));
    if (rules) this.judge.orders(FILE, rules);
  }

  /** Somebody who may command the tap does; without a word, nobody will again. */
  readonly take = (word?: Command): void => {
    try {
      if (!word) return this.judge.alone('stay');
      const refused = takeWord(
        this.judge,
        word,
        () => 'a tap over HTTP sends no messages of its own: it has no stream for them',
      );
      if (word.is !== 'gone') this.copies.answered(word.giver, refused);
    } catch {
      this.judge.alone('go');
    }
  };

  /** What is to be done with a message; undefined when it goes on. A judge that fails is asked no more, and what waits goes on. */
  judged(message: Arrived): (() => void) | undefined {
    try {
      return message.bytes.length > 0 ? this.judge.judge(message) : undefined;
    } catch {
      this.judge.alone('go');
      return undefined;
    }
  }

  /** True when the session was killed. */
  isKilled(session: string | undefined): boolean {
    return session !== undefined && this.#killed.has(session);
  }

  /** This response is open, and belongs to that session as soon as that is known. */
  opened(outgoing: ServerResponse, session: () => string | undefined): void {
    this.#open.set(outgoing, session);
    outgoing.once('close', () => this.#open.delete(outgoing));
  }

  /** From here on the server knows this session no more, as far as its client can tell. */
  kill(session: string | undefined, but: ServerResponse): void {
    if (session === undefined) return;
    this.#killed.add(session);
    for (const [outgoing, of] of this.#open) if (outgoing !== but && of() === session) outgoing.destroy();
  }
}
