/** How many fields one form draws by itself: a short schema can ask for more than a page holds. */
import { getContext, setContext } from 'svelte';

/** Fields of one level drawn at first and with every press of "show more". */
export const PAGE = 50;
/** Fields drawn in all before a person asks for more. */
const MOST = 150;
/** Values to choose from in a list of the browser's own; more are searched. */
export const MOST_OPTIONS = 200;

export interface Room {
  /** Take room for some fields; false when there is not enough, and then nothing is taken. */
  take(fields: number): boolean;
  give(fields: number): void;
}

const KEY = Symbol('room of a form');

/** Begin a form. Call while its component is made. */
export function giveRoom(): void {
  let left = MOST;
  setContext<Room>(KEY, {
    take(fields) {
      if (fields > left) return false;
      left -= fields;
      return true;
    },
    give(fields) {
      left += fields;
    },
  });
}

/** The room of the form around. Call while a component is made. */
export const takeRoom = (): Room => getContext<Room | undefined>(KEY) ?? { take: () => true, give: () => undefined };
