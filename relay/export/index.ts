export { exportCommand } from './command.ts';
