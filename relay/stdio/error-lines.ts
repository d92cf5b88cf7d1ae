/** Standard error as an event a line, line end included. An unfinished line (a prompt) follows after a short quiet. */
import { payloadOf, type StderrBody } from '#shared/recording';
import { characterBoundary } from './line-splitter.ts';

const QUIET_MS = 50;
/** Longest piece in bytes; a longer line comes in several. */
const MAX_PIECE = 1024 * 1024;

export class ErrorLines {
  readonly #emit: (bodies: readonly StderrBody[]) => void;
  #parts: Buffer[] = [];
  #length = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(emit: (bodies: readonly StderrBody[]) => void) {
    this.#emit = emit;
  }

  push(chunk: Buffer): void {
    clearTimeout(this.#timer);
    const bodies: StderrBody[] = [];
    let from = 0;
    for (let lineEnd = chunk.indexOf(0x0a); lineEnd >= 0; lineEnd = chunk.indexOf(0x0a, from)) {
      this.#keep(chunk.subarray(from, lineEnd + 1), bodies);
      bodies.push(this.#takeAll());
      from = lineEnd + 1;
    }
    this.#keep(chunk.subarray(from), bodies);
    if (bodies.length > 0) this.#emit(bodies);
    if (this.#length > 0) this.#timer = setTimeout(() => this.flush(), QUIET_MS);
  }

  /** Emit the rest without a line end, once the stream has ended. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#length > 0) this.#emit([this.#takeAll()]);
  }

  /** The part of a line that has come so far. */
  get rest(): Buffer {
    return Buffer.concat(this.#parts, this.#length);
  }

  #keep(part: Buffer, bodies: StderrBody[]): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#length += part.length;
    while (this.#length > MAX_PIECE) {
      const whole = Buffer.concat(this.#parts, this.#length);
      const cut = characterBoundary(whole, MAX_PIECE);
      bodies.push(stderrBody(whole.subarray(0, cut)));
      this.#parts = [whole.subarray(cut)];
      this.#length = whole.length - cut;
    }
  }

  #takeAll(): StderrBody {
    const whole = Buffer.concat(this.#parts, this.#length);
    this.#parts = [];
    this.#length = 0;
    return stderrBody(whole);
  }
}

function stderrBody(bytes: Buffer): StderrBody {
  const { raw, b64 } = payloadOf(bytes);
  return { k: 'stderr', ...(b64 === undefined ? { text: raw ?? '' } : { b64 }) };
}
