export { isAlive } from './is-alive.ts';
export { listenNear } from './listen.ts';
export { PROGRAM } from './program.ts';
