/** For how long a person holds a message back, and how often they send one: the numbers that were given last, kept in the browser. */
import { storedSettings, storeSettings } from '../base/stored-settings.ts';

interface Numbers {
  /** Seconds. */
  readonly tapDelay: number;
  readonly tapTimes: number;
}

const USUAL: Numbers = { tapDelay: 5, tapTimes: 2 };

/** What the tap takes: seconds up to a day, and a flood is no repetition. */
export const DELAYS = { min: 0.1, max: 86_400 } as const;
export const TIMES = { min: 2, max: 1000 } as const;

function load(): Numbers {
  const { tapDelay, tapTimes } = storedSettings();
  return {
    tapDelay: isWithin(tapDelay, DELAYS) ? tapDelay : USUAL.tapDelay,
    tapTimes: isWithin(tapTimes, TIMES) && Number.isInteger(tapTimes) ? tapTimes : USUAL.tapTimes,
  };
}

const isWithin = (value: unknown, { min, max }: { readonly min: number; readonly max: number }): value is number =>
  typeof value === 'number' && value >= min && value <= max;

class ChosenNumbers {
  #now: Numbers = $state.raw(load());

  get delay(): number {
    return this.#now.tapDelay;
  }
  get times(): number {
    return this.#now.tapTimes;
  }

  /** Remember a number for the next message. */
  remember(chosen: Partial<Numbers>): void {
    this.#now = { ...this.#now, ...chosen };
    storeSettings(chosen);
  }
}

export const chosenNumbers = new ChosenNumbers();
