/** Pace of automatic repetition, so that a server can't make it run away. Uses event times: a recording always gives the same waits. */

/** What is repeated: reading a list anew, opening a subscription anew, beginning a session anew, asking for a task or its result. */
export type Repeated = 'list-changed' | 'subscription' | 'restarts' | 'task-polling' | 'task-result';

/** Repetitions in a row, and when the last one was under way, in microseconds. */
export interface Pace {
  readonly streak: number;
  readonly at: number;
}

/** What of a session's state it is counted in. */
interface Paced {
  readonly paces: Map<string, Pace>;
  slowed: ReadonlySet<string>;
}

interface Limits {
  /** Repetitions that nothing is waited for. */
  readonly free: number;
  /** The first wait and the longest, in milliseconds; each is twice the one before. */
  readonly floor: number;
  readonly cap: number;
}

const LIMITS: { readonly [what in Repeated]: Limits } = {
  'list-changed': { free: 5, floor: 250, cap: 10_000 },
  subscription: { free: 0, floor: 1000, cap: 30_000 },
  restarts: { free: 3, floor: 1000, cap: 30_000 },
  'task-polling': { free: 5, floor: 100, cap: 1000 },
  'task-result': { free: 2, floor: 1000, cap: 30_000 },
};

/** A pause this much longer than the wait itself ends a row: the server is not what drives it. */
const QUIET_MS = 500;

const keyOf = (what: Repeated, which: string): string => `${what} ${which}`;

/** Milliseconds between the last of `streak` repetitions and the next. */
function delayAfter(what: Repeated, streak: number): number {
  const { free, floor, cap } = LIMITS[what];
  return streak <= free ? 0 : Math.min(cap, floor * 2 ** (streak - free - 1));
}

/** It was done once more, at `t` microseconds. `which` tells one list or task from another. */
export function paceRepeated(state: Paced, what: Repeated, which: string, t: number): void {
  const key = keyOf(what, which);
  const before = state.paces.get(key);
  const inRow = before !== undefined && t - before.at < (2 * delayAfter(what, before.streak) + QUIET_MS) * 1000;
  state.paces.set(key, { streak: inRow ? before.streak + 1 : 1, at: t });
  if (!inRow) forgetSlowed(state, what);
}

/** What was repeated is still under way at `t`: a pause has not begun. */
export function paceGoesOn(state: Paced, what: Repeated, which: string, t: number): void {
  const before = state.paces.get(keyOf(what, which));
  if (before) state.paces.set(keyOf(what, which), { ...before, at: t });
}

/** It will not be repeated any more. */
export function paceOver(state: Paced, what: Repeated, which: string): void {
  if (state.paces.delete(keyOf(what, which))) forgetSlowed(state, what);
}

/** The brake is off; the next time it is put on there will be an event again. */
export function forgetSlowed(state: Paced, reason: string): void {
  if (state.slowed.has(reason)) state.slowed = new Set([...state.slowed].filter((each) => each !== reason));
}

/** Milliseconds from `t` (microseconds) until it may be done again; 0 is at once. */
export function paceWait(state: Pick<Paced, 'paces'>, what: Repeated, which: string, t: number): number {
  const pace = state.paces.get(keyOf(what, which));
  const delay = pace ? delayAfter(what, pace.streak) : 0;
  return pace && delay > 0 ? Math.max(0, delay - (t - pace.at) / 1000) : 0;
}
