export type { Session } from './session.ts';
export { Sessions, type OpenRequest } from './sessions.ts';
