export { compareCommand } from './command.ts';
export { loadMasks, masksPathOf, saveMasks, type LoadedMasks } from './masks-file.ts';
export { readMasksText, writeMasksText } from './masks-text.ts';
