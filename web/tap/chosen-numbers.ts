/** For how long a person holds a message back, and how often they send one: the numbers that were given last. */
import { keptState } from '../base/kept-state.ts';

/** What the tap takes: seconds up to a day, and a flood is no repetition. */
export const DELAYS = { min: 0.1, max: 86_400 } as const;
export const TIMES = { min: 2, max: 1000 } as const;

const isWithin = (value: unknown, { min, max }: { readonly min: number; readonly max: number }): value is number =>
  typeof value === 'number' && value >= min && value <= max;

/** Seconds. */
export function lastDelay(): number {
  const kept = keptState('tapDelay');
  return isWithin(kept, DELAYS) ? kept : 5;
}

export function lastTimes(): number {
  const kept = keptState('tapTimes');
  return isWithin(kept, TIMES) && Number.isInteger(kept) ? kept : 2;
}
