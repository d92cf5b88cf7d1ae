export { hiddenRuns, type HiddenRun } from './hidden-runs.ts';
export { visibleText, type VisibleOptions } from './visible-text.ts';
