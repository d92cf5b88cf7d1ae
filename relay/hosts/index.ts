export { findFiles, shortPath } from './files.ts';
export { planChange, type Direction, type LeftWhy, type PlannedFile } from './plan.ts';
export { isGone, programWords, startedNow } from './program.ts';
export { saveConfig } from './save.ts';
