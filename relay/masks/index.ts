export { loadMasks, masksPathOf, saveMasks, type LoadedMasks } from './masks-file.ts';
export { readMasksText, writeMasksText } from './masks-text.ts';
