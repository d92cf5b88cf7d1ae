export { isAlive, isFolder } from './system.ts';
export { listenNear, listenOn, stopListening } from './listen.ts';
export { optionFile, UnreadableFile } from './option-file.ts';
export { PROGRAM } from './program.ts';
export { kebab, optionLines, optionSpec, parseTable, splitCommand, type OptionTable, type Values } from './options.ts';
