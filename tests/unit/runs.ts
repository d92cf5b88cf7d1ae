/** How much of the invented input a run tries: `npm run fuzz` all of it, new each time; any other run a tenth, always the same. */
export const isFuzz = process.env['LIFELINE_SEED'] === 'random';
const base = isFuzz ? Math.floor(Math.random() * 1_000_000) : 0;
if (isFuzz) console.log(`Seeds count from ${base}.`);

/** How often something is tried, out of `all`; at least five times. */
export const runs = (all: number): number => (isFuzz ? all : Math.max(Math.min(all, 5), Math.ceil(all / 10)));
/** What a generator that is not fast-check's begins with, in place of `own`. */
export const seed = (own: number): number => own + base;
