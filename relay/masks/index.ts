export { loadMasks, masksPathOf, readMasksText, saveMasks, writeMasksText } from './masks-file.ts';
