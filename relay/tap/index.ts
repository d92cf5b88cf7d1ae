export { readTapArgs } from './args.ts';
export { tapCommand } from './command.ts';
export { runTap } from './tap.ts';
