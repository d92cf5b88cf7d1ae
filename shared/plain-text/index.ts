export { HIDDEN, hiddenRuns, type HiddenRun } from './hidden-runs.ts';
export { hidesText } from './hides.ts';
export { visibleText, type VisibleOptions } from './visible-text.ts';
