export { HIDDEN, hiddenRuns } from './hidden-runs.ts';
export { visibleText, hidesText } from './visible-text.ts';
