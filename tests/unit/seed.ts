/**
 * Properties are tried with the same cases in each run, so that a run which fails fails again. `LIFELINE_SEED=random` looks for
 * new ones, and a number repeats those that such a run named.
 */
import fc from 'fast-check';

const wanted = process.env['LIFELINE_SEED'] ?? '20261122';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });
