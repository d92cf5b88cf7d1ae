/** The last line of a terminal, on which a long command says where it is. */
import type { WriteStream } from 'node:tty';
import { visibleText } from '#shared/plain-text';

const CLEAR = '\r\u001b[2K';
const USUAL_WIDTH = 80;

export class ProgressLine {
  readonly #out: Pick<WriteStream, 'write' | 'columns'>;
  #shown = false;

  constructor(out: Pick<WriteStream, 'write' | 'columns'>) {
    this.#out = out;
  }

  /** Show a text, cut to the width of the terminal, in place of what is shown; an empty one takes that away. */
  show(line: string): void {
    if (line === '') return this.clear();
    const columns = this.#out.columns > 0 ? this.#out.columns : USUAL_WIDTH;
    this.#out.write(`${CLEAR}${visibleText(line).slice(0, columns - 1)}`);
    this.#shown = true;
  }

  /** Remove what is shown: something else is about to be written. */
  clear(): void {
    if (this.#shown) this.#out.write(CLEAR);
    this.#shown = false;
  }
}
