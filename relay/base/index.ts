export { isAlive } from './is-alive.ts';
export { listenNear, type Listening } from './listen.ts';
export { PROGRAM } from './program.ts';
