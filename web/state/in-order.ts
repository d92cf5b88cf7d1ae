/** Pieces of a recording on their way to a storage that may be full for a while. */
export class InOrder<Piece> {
  readonly #put: (piece: Piece) => Promise<void>;
  readonly #failed: (error: unknown, piece: Piece) => void;
  /** What is not stored yet, the oldest first. */
  readonly #waiting: Piece[] = [];
  #storing: Promise<void> = Promise.resolve();

  /** `failed` is told each time when `put` rejects, with the piece: it and those after it are not stored. */
  constructor(put: (piece: Piece) => Promise<void>, failed: (error: unknown, piece: Piece) => void) {
    this.#put = put;
    this.#failed = failed;
  }

  /**
   * Store a piece after those before it. One that can't be stored is tried again with the next one, because what is read back
   * ends at the first that is missing. Resolves after the attempt; never rejects.
   */
  add(piece: Piece): Promise<void> {
    this.#waiting.push(piece);
    this.#storing = this.#storing.then(() => this.#store());
    return this.#storing;
  }

  /** Resolves when what was added so far was attempted. */
  get attempted(): Promise<void> {
    return this.#storing;
  }

  async #store(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      try {
        await this.#put(next);
      } catch (error) {
        this.#failed(error, next);
        return;
      }
      this.#waiting.shift();
    }
  }
}
