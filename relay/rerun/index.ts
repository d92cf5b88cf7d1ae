export { rerunCommand } from './command.ts';
