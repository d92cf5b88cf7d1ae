export { Values } from './values.ts';
