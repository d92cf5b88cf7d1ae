/** What the bodies of refused exchanges say: for whoever finds no other way to explain a refusal. */
import { textOf, type WireEvent } from '#shared/recording';

const MAX_BODY_CHARS = 2000;

export class Said {
  readonly #texts = new Map<string, string>();

  /** Listen to the body of exchange `x`, whose response began. */
  begin(x: string): void {
    this.#texts.set(x, '');
  }
  /** Take in an event of any exchange. */
  hear(event: WireEvent): void {
    if ((event.k !== 'message' && event.k !== 'body') || event.dir !== 's2c' || event.x === undefined) return;
    const before = this.#texts.get(event.x);
    if (before !== undefined && before.length < MAX_BODY_CHARS)
      this.#texts.set(event.x, `${before}${textOf(event)}`.slice(0, MAX_BODY_CHARS));
  }
  /** What was heard so far. */
  of(x: string): string {
    return this.#texts.get(x) ?? '';
  }
  end(x: string): void {
    this.#texts.delete(x);
  }
}
