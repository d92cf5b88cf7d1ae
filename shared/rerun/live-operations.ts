/** Which operation of the live session is which of the recording: told by the texts that were sent, in their order. */
import { textOf, type MessageEvent } from '#shared/recording';
import type { Operation, SessionLog } from '#shared/session';

export class LiveOperations {
  readonly #log: SessionLog;
  readonly #opening: ReadonlyMap<string, number>;
  /** Texts on their way, with the operations of the recording in the order in which a text opens them. */
  readonly #expected: { readonly text: string; readonly ops: readonly number[] }[] = [];
  readonly #live = new Map<number, number>();
  /** Operations of the recording by the text last sent for them: what was refused is sent again as it is. */
  readonly #sent = new Map<string, readonly number[]>();

  constructor(log: SessionLog, opening: ReadonlyMap<string, number>) {
    this.#log = log;
    this.#opening = opening;
  }

  /** How many texts were handed over that the log does not show yet. */
  get onTheirWay(): number {
    return this.#expected.length;
  }

  /** `text` is about to be sent, for the operations `ops` of the recording. */
  expect(text: string, ops: readonly number[]): void {
    this.#expected.push({ text, ops });
  }

  take(event: MessageEvent): void {
    const note = this.#log.notes.get(event.s);
    const text = textOf(event);
    const at = this.#expected.findIndex((each) => each.text === text);
    const ops =
      (at >= 0 ? this.#expected.splice(at, 1)[0]?.ops : undefined) ?? this.#sent.get(text) ?? this.#openingOp(event);
    if (ops.length === 0 || note?.role !== 'opens') return;
    for (const [place, live] of this.#openedBy(event.s).entries()) {
      const op = ops[place];
      if (op !== undefined) this.#live.set(op, live);
    }
    this.#sent.set(text, ops);
  }

  of(op: number): Operation | undefined {
    const live = this.#live.get(op);
    return live === undefined ? undefined : this.#log.operations.get(live);
  }

  /** The client's operations that event `s` opened: more than one for a batch. */
  #openedBy(s: number): number[] {
    const { operations } = this.#log;
    const found: number[] = [];
    for (let at = operations.length - 1; (operations.get(at)?.opened ?? -1) >= s; at--)
      if (operations.get(at)?.opened === s && operations.get(at)?.dir === 'c2s') found.push(at);
    return found.reverse();
  }

  #openingOp({ s, by }: MessageEvent): readonly number[] {
    const method = this.#log.notes.get(s)?.method;
    const op = by === 'auto' && method !== undefined ? this.#opening.get(method) : undefined;
    return op === undefined ? [] : [op];
  }
}
