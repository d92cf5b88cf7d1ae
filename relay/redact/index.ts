export { redactCommand } from './command.ts';
