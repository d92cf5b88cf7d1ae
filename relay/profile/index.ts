export { profileCommand } from './command.ts';
