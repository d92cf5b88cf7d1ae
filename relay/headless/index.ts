export { answersIn, begin } from './begin.ts';
export { connectedLine } from './connected-line.ts';
export { problemCode, problemIn, problemLines, problemOf } from './failed.ts';
export { exercisePort } from './exercise-port.ts';
export { openSession, type NotOpened, type OpenRequest } from './open.ts';
export { rerunPort } from './rerun-port.ts';
export { ANSWERS_HELP, readRunSettings, readSession, RUN, SESSION } from './session-args.ts';
export { RecordedSession } from './session.ts';
export { stderrOf, StderrTail, stderrWords } from './stderr-tail.ts';
