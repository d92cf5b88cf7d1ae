/** For how long a person holds a message back, and how often they send one: the numbers that were given last. */
import { keepState, keptState } from '../base/kept-state.ts';

interface Numbers {
  /** Seconds. */
  readonly tapDelay: number;
  readonly tapTimes: number;
}

const USUAL: Numbers = { tapDelay: 5, tapTimes: 2 };

/** What the tap takes: seconds up to a day, and a flood is no repetition. */
export const DELAYS = { min: 0.1, max: 86_400 } as const;
export const TIMES = { min: 2, max: 1000 } as const;

const isWithin = (value: unknown, { min, max }: { readonly min: number; readonly max: number }): value is number =>
  typeof value === 'number' && value >= min && value <= max;

class ChosenNumbers {
  get delay(): number {
    const kept = keptState('tapDelay');
    return isWithin(kept, DELAYS) ? kept : USUAL.tapDelay;
  }
  get times(): number {
    const kept = keptState('tapTimes');
    return isWithin(kept, TIMES) && Number.isInteger(kept) ? kept : USUAL.tapTimes;
  }

  remember(chosen: Partial<Numbers>): void {
    keepState(chosen);
  }
}

export const chosenNumbers = new ChosenNumbers();
