export { mockCommand } from './command.ts';
