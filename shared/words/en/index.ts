export { common } from './common.ts';
export { comparison } from './comparison.ts';
export { eras } from './eras.ts';
export { failures } from './failures.ts';
export { outcomes, outcomesSaid, timeouts } from './outcomes.ts';
export { problems } from './problems.ts';
export { replay } from './replay.ts';
export { report } from './report.ts';
export { rows } from './rows.ts';
