/** Where it stands in an operation how it ended. A mask there would let a failing call count as the same. */

const PART = '(?:(?:(?:rounds|requests)/\\d+|task)/)?';
const ENDING = new RegExp(`^${PART}(?:outcome|status|result/isError|error/code)$|^http/status$`);
const HOLDER = new RegExp(`^${PART}[^/]+$|^(?:rounds|requests)/\\d+$`);
const MAX_DEPTH = 4;

/** True for the place of an outcome, an error code, an `isError`, the status of a task or of HTTP. `path` is its members. */
export const isEnding = (path: readonly string[]): boolean => path.length <= MAX_DEPTH && ENDING.test(path.join('/'));

/** True for such a place, and for those parts of an operation that may hold one. */
export const mayHoldEnding = (path: readonly string[]): boolean =>
  isEnding(path) || (path.length <= MAX_DEPTH && HOLDER.test(path.join('/')));
