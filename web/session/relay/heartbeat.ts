/** Whether the other end answers, and what it has not confirmed: a stopped process keeps connections, and is silent. */

/** Milliseconds without a sign of life after which one is asked for. */
const MAX_IDLE_MS = 2000;
const MAX_ANSWER_MS = 3000;
/** A turn later than this (milliseconds) after the last: this page itself stood still, and what came meanwhile is not read yet. */
const MAX_TURN_DELAY_MS = 2000;
/** What is not confirmed after so many milliseconds counts as waiting. */
const MAX_UNCONFIRMED_MS = 1000;
export const TURN_MS = 500;

export class Heartbeat<Message> {
  readonly #ping: (n: number) => void;
  readonly #now: () => number;
  /** What was sent and not confirmed, oldest first, with its number and its time. */
  #sent: { readonly n: number; readonly at: number; readonly message: Message }[] = [];
  #count = 0;
  #askedAt: number | undefined;
  #heardAt = 0;
  #turnAt = 0;
  /** True from the moment an answer is overdue until anything comes. */
  silent = false;

  /** `ping` asks the other end for `n` back, which is to come through `confirmed`. `now` is a clock in milliseconds. */
  constructor(ping: (n: number) => void, now: () => number = () => performance.now()) {
    this.#ping = ping;
    this.#now = now;
  }

  get waiting(): number {
    const before = this.#now() - MAX_UNCONFIRMED_MS;
    return this.#sent.filter(({ at }) => at <= before).length;
  }

  begin(): void {
    this.#askedAt = undefined;
    this.heard();
    this.#turnAt = this.#heardAt;
  }

  heard(): void {
    this.#heardAt = this.#now();
    this.silent = false;
    if (this.#askedAt !== undefined) this.#askedAt = this.#heardAt;
  }

  /** A message of which it matters that it arrives was sent. */
  sent(message: Message): void {
    this.#sent.push({ n: this.#count++, at: this.#now(), message });
    if (this.#askedAt === undefined) this.#ask();
  }

  /** Everything before number `n` has arrived. */
  confirmed(n: number): void {
    this.#askedAt = undefined;
    this.#sent = this.#sent.filter((each) => each.n >= n);
    if (this.#sent.length > 0) this.#ask();
  }

  turn(): void {
    const now = this.#now();
    const late = now - this.#turnAt > MAX_TURN_DELAY_MS;
    this.#turnAt = now;
    if (late && this.#askedAt !== undefined) this.#askedAt = now;
    if (this.#askedAt === undefined) {
      if (now - this.#heardAt >= MAX_IDLE_MS) this.#ask();
    } else if (now - this.#askedAt >= MAX_ANSWER_MS) this.silent = true;
  }

  /** The connection is over. Gives what was not confirmed: it may have arrived, or not. */
  end(): readonly Message[] {
    const lost = this.#sent.map(({ message }) => message);
    this.#sent = [];
    this.#askedAt = undefined;
    this.silent = false;
    return lost;
  }

  #ask(): void {
    this.#askedAt = this.#now();
    this.#ping(this.#count);
  }
}
