/** Lines of events that were given up for the file, kept for a while for the views that follow: the newest of them. */

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

  /** Keep the line of event `s`, which is newer than the others. */
  add(s: number, line: string): void {
    this.#lines.set(s, line);
    this.#length += line.length;
    for (const [oldest, text] of this.#lines) {
      if (this.#length <= this.#most) break;
      this.#lines.delete(oldest);
      this.#length -= text.length;
    }
  }

  /** `lines`, which begin with event `from`, with kept lines in the place of gaps: as many as fit `bytes`, but at least one. */
  put(from: number, lines: readonly string[], bytes: number): readonly string[] {
    if (this.#lines.size === 0) return lines;
    const put: string[] = [];
    let length = 0;
    for (const [index, gap] of lines.entries()) {
      const line = this.#lines.get(from + index) ?? gap;
      length += line.length;
      if (put.length > 0 && length > bytes) break;
      put.push(line);
    }
    return put;
  }
}
