export { loadMasks, masksPathOf, saveMasks } from './masks-file.ts';
export { readMasksText, writeMasksText } from './masks-text.ts';
