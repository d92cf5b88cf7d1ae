export { changeHosts } from './change.ts';
export { entryName, shownState } from './entry-words.ts';
export { findFiles, shortPath, type FileProblem } from './files.ts';
export { planChange, type Direction, type LeftWhy, type PlannedFile } from './plan.ts';
export { programWords, startedNow } from './program.ts';
export { saveConfig } from './save.ts';
export { keepTapped, tappedFiles } from './tapped-files.ts';
