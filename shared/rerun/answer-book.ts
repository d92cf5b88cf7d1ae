/** Finds the recorded answer to what a live server asks: by method and content, in the order in which equal ones were given. */
import { equalText, Shelf, Taken } from '#shared/compare';
import { tokensIn } from './opaque.ts';
import type { RecordedAnswer } from './types.ts';

export interface Found {
  readonly from: 'equal' | 'nearest' | 'unknown';
  /** Absent when the recording has no request of this method. */
  readonly recorded?: RecordedAnswer;
}

export class AnswerBook {
  readonly #equal: Shelf<RecordedAnswer>;
  readonly #byMethod: Shelf<RecordedAnswer>;
  readonly #taken = new Taken<RecordedAnswer>();

  constructor(answers: readonly RecordedAnswer[]) {
    this.#equal = new Shelf(answers, ({ method, params }) => keyOf(method, params));
    this.#byMethod = new Shelf(answers, ({ method }) => method);
  }

  /**
   * The answer to a request: the first unused one to an equal request, or the last when all were used; else that to the
   * request of the same method that is most alike: of the unused ones the first, or the last when all were used.
   */
  find(method: string, params: unknown): Found {
    const equal = this.#equal.under(keyOf(method, params));
    const same = equal && this.#taken.take(equal, true);
    if (same) return { from: 'equal', recorded: same };
    const ofMethod = this.#byMethod.under(method) ?? [];
    const recorded = this.#taken.takeNearest(ofMethod, params, (answer) => answer.params);
    return recorded ? { from: 'nearest', recorded } : { from: 'unknown' };
  }
}

/** Method and content, without `_meta`, the order of members, and values that a server makes up anew each time. */
function keyOf(method: string, params: unknown): string {
  const text = equalText(params, '_meta');
  let at = 0;
  let out = `${method}\0`;
  for (const token of tokensIn(text)) {
    out += `${text.slice(at, token.at)}‹›`;
    at = token.at + token.value.length;
  }
  return out + text.slice(at);
}
