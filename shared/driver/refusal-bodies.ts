/** The bodies of refused exchanges, which explain a refusal where nothing else does. */
import { textOf, type WireEvent } from '#shared/recording';

const MAX_BODY_CHARS = 2000;

export class RefusalBodies {
  readonly #texts = new Map<string, string>();

  /** Collect the body of exchange `x` from here on. */
  begin(x: string): void {
    this.#texts.set(x, '');
  }
  /** Add an event of any exchange. */
  add(event: WireEvent): void {
    if ((event.k !== 'message' && event.k !== 'body') || event.dir !== 's2c' || event.x === undefined) return;
    const before = this.#texts.get(event.x);
    if (before !== undefined && before.length < MAX_BODY_CHARS)
      this.#texts.set(event.x, `${before}${textOf(event)}`.slice(0, MAX_BODY_CHARS));
  }
  of(x: string): string {
    return this.#texts.get(x) ?? '';
  }
  end(x: string): void {
    this.#texts.delete(x);
  }
}
