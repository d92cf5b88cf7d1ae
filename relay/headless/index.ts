export { recordAuthorization } from './authorization.ts';
export { begin, waitingFor } from './begin.ts';
export { connectedLine } from './connected-line.ts';
export { exercisePort } from './exercise-port.ts';
export { rerunPort } from './rerun-port.ts';
export { ANSWERS_HELP, readSession, SESSION_HELP, SESSION_OPTIONS, type SessionRequest } from './session-args.ts';
export { RecordedSession, type RecordedOptions } from './session.ts';
export { stderrOf, StderrTail, stderrWords } from './stderr-tail.ts';
export { unrecordedLine } from './unrecorded.ts';
