export { compareCommand } from './command.ts';
