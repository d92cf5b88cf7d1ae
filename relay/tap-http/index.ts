export { tapCommand } from './command.ts';
