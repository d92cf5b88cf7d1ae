export { callCommand } from './command.ts';
