export { isAlive, isFolder } from './system.ts';
export { listenNear, listenOn, stopListening } from './listen.ts';
export { PROGRAM } from './program.ts';
export {
  optionFile,
  UnreadableFile,
  kebab,
  optionLines,
  optionSpec,
  parseTable,
  splitCommand,
  type OptionTable,
  type Values,
} from './options.ts';
