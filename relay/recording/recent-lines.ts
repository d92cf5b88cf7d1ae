/** Lines that are not in the file as views need them, by event: the newest ones, while there is room. */
import { lineBytes, textLines, type LineBytes } from './read-lines.ts';

export class RecentLines {
  readonly #lines = new Map<number, string>();
  readonly #most: number;
  #length = 0;

  /** Keeps at most `most` UTF-16 units. */
  constructor(most: number) {
    this.#most = most;
  }

  get(s: number): string | undefined {
    return this.#lines.get(s);
  }

  /** Keep the line of event `s` in any case, and older lines as long as all fit. */
  add(s: number, line: string): void {
    this.#lines.set(s, line);
    this.#length += line.length;
    for (const [oldest, text] of this.#lines) {
      if (this.#length <= this.#most || oldest === s) break;
      this.#lines.delete(oldest);
      this.#length -= text.length;
    }
  }

  /** `lines`, which begin with event `from`, with kept lines in the place of gaps: as many as fit `bytes`, but at least one. */
  put(from: number, lines: LineBytes, bytes: number): LineBytes {
    if (this.#lines.size === 0) return lines;
    const put: string[] = [];
    let length = 0;
    for (const [index, gap] of textLines(lines).entries()) {
      const line = this.#lines.get(from + index) ?? gap;
      length += line.length;
      if (put.length > 0 && length > bytes) break;
      put.push(line);
    }
    return lineBytes(put);
  }
}
