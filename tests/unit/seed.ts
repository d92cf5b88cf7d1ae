/**
 * Invented input is the same in each run, so that a run which fails fails again, and a tenth of what there is. `npm run fuzz` tries
 * all of it, from a seed that it prints; `LIFELINE_SEED` with that number repeats it.
 */
import fc from 'fast-check';

const given = process.env['LIFELINE_SEED'];
fc.configureGlobal({ seed: Number(given ?? '20261122') });

/** All invented input is tried. */
export const isFuzz = given !== undefined;

/** How often something is tried, out of `all`; at least five times. */
export const runs = (all: number): number => (isFuzz ? all : Math.max(Math.min(all, 5), Math.ceil(all / 10)));
/** What a generator that is not fast-check's begins with, in place of `own`. */
export const seed = (own: number): number => own + Number(given ?? '0');
