export { lintCommand } from './command.ts';
