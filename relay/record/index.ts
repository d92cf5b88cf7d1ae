export { recordAuthorization } from './authorization.ts';
export { begin, waitingFor } from './begin.ts';
export { recordCommand } from './command.ts';
export { exercisePort } from './port.ts';
export { connectedLine, eraWords } from './report.ts';
export { ANSWERS_HELP, readSession, SESSION_HELP, SESSION_OPTIONS, type SessionRequest } from './session-args.ts';
export { unrecordedLine } from './unrecorded.ts';
export { RecordedSession, type RecordedOptions } from './session.ts';
export { stderrOf, StderrTail, stderrWords } from './stderr-tail.ts';
