export { isAlive } from './is-alive.ts';
export { listenNear, listenOn } from './listen.ts';
export { PROGRAM } from './program.ts';
