export { authorizationsCommand } from './command.ts';
