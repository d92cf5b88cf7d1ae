export { recordCommand } from './command.ts';
