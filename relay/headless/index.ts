export { answersIn, begin } from './begin.ts';
export { connectedLine, RecordedSession } from './session.ts';
export { problemCode, problemIn, problemLines, problemOf } from './failed.ts';
export { exercisePort, rerunPort } from './ports.ts';
export { openSession, type NotOpened, type OpenRequest } from './open.ts';
export { ANSWERS_HELP, readRunSettings, readSession, RUN, SESSION } from './session-args.ts';
export { stderrOf, StderrTail, stderrWords } from './stderr-tail.ts';
