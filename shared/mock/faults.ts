/** Faults on the wire, as the command line names them: `delay:500@tools/call#2`. */
import { WIRE_FAULTS, type FaultRule, type WireFault } from './types.ts';

const RULE = /^([a-z-]+)(?::(\d{1,7}))?(?:@([^#]+))?(?:#([1-9]\d{0,6}))?$/;
/** Milliseconds of a delay that names none. */
const DELAY = 1000;

/** Read `FAULT[:MS][@METHOD][#N]`; undefined when it is none. */
export function readFault(text: string): FaultRule | undefined {
  const [, name, ms, method, nth] = RULE.exec(text) ?? [];
  const fault = WIRE_FAULTS.find((each) => each === name);
  if (!fault || (ms !== undefined && fault !== 'delay')) return undefined;
  return {
    fault,
    ms: ms === undefined ? DELAY : Number(ms),
    ...(method === undefined ? {} : { method }),
    ...(nth === undefined ? {} : { nth: Number(nth) }),
  };
}

/** Says of each answer which faults befall it. */
export class Faults {
  readonly #rules: readonly FaultRule[];
  readonly #counts: number[];

  constructor(rules: readonly FaultRule[]) {
    this.#rules = rules;
    this.#counts = rules.map(() => 0);
  }

  /** Faults of the next answer to `method`, with the milliseconds by which it is late. */
  next(method: string | undefined): { readonly faults: ReadonlySet<WireFault>; readonly ms: number } {
    const faults = new Set<WireFault>();
    let ms = 0;
    for (const [index, rule] of this.#rules.entries()) {
      if (rule.method !== undefined && rule.method !== method) continue;
      const count = (this.#counts[index] ?? 0) + 1;
      this.#counts[index] = count;
      if (rule.nth !== undefined && rule.nth !== count) continue;
      faults.add(rule.fault);
      if (rule.fault === 'delay') ms += rule.ms;
    }
    return { faults, ms };
  }
}
