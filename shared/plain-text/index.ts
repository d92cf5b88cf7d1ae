export { HIDDEN, hiddenRuns } from './hidden-runs.ts';
export { hidesText } from './hides.ts';
export { visibleText } from './visible-text.ts';
