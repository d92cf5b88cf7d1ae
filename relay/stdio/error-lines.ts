/** Standard error as an event a line, line end included. An unfinished line (a prompt) follows after a short quiet. */
import { payloadOf, type StderrBody } from '#shared/recording';
import { LineSplitter, type SplitLine } from './line-splitter.ts';

const QUIET_MS = 50;
/** Longest piece without its line end; a longer line comes in several. */
const MAX_PIECE_BYTES = 1024 * 1024;
const LINE_FEED = Buffer.from('\n');

export class ErrorLines {
  readonly #emit: (bodies: readonly StderrBody[]) => void;
  readonly #splitter = new LineSplitter(MAX_PIECE_BYTES);
  #timer: NodeJS.Timeout | undefined;

  constructor(emit: (bodies: readonly StderrBody[]) => void) {
    this.#emit = emit;
  }

  push(chunk: Buffer): void {
    clearTimeout(this.#timer);
    this.#emitAll(this.#splitter.push(chunk));
    if (this.#splitter.length > 0) this.#timer = setTimeout(() => this.flush(), QUIET_MS);
  }

  /** Emit the rest without a line end, once the stream has ended. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#emitAll(this.#splitter.end());
  }

  get rest(): Buffer {
    return this.#splitter.rest;
  }

  #emitAll(lines: readonly SplitLine[]): void {
    if (lines.length > 0) this.#emit(lines.map(stderrBody));
  }
}

function stderrBody({ bytes, unterminated }: SplitLine): StderrBody {
  const { raw, b64 } = payloadOf(unterminated ? bytes : Buffer.concat([bytes, LINE_FEED]));
  return { k: 'stderr', ...(b64 === undefined ? { text: raw ?? '' } : { b64 }) };
}
