export { tapCommand } from './command.ts';
export { recoverAll } from './recover-all.ts';
