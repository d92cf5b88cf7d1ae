/** How many fields one form draws by itself: a short schema can ask for more than a page holds. */

/** Fields of one level drawn at first and with every press of "show more". */
export const PAGE = 50;
/** Values to choose from in a list of the browser's own; more are searched. */
export const MOST_OPTIONS = 200;

export class Room {
  /** Fields drawn in all before a person asks for more. */
  #left = 150;

  /** Take room for some fields; false when there is not enough, and then nothing is taken. */
  take(fields: number): boolean {
    if (fields > this.#left) return false;
    this.#left -= fields;
    return true;
  }
  give(fields: number): void {
    this.#left += fields;
  }
}

/** Those of a list in whose text what is typed occurs; all of them where nothing is typed. */
export function matching<Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string): readonly Item[] {
  const wanted = typed.trim().toLowerCase();
  return wanted === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(wanted));
}
