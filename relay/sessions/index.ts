export type { Session } from './session.ts';
export { Sessions } from './sessions.ts';
