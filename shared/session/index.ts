export * from './log.ts';
export * from './state.ts';
export { stepSession } from './step.ts';
export type { Closing, Outcome, StepNote } from './step-note.ts';
export type { EventKind, EventNote, Operation } from './trace.ts';
export { isTaskEnded, MOST_TASKS } from './tasks.ts';
export { isTakenBackAtEnd, isUnanswered } from './unanswered.ts';
export { MOST_RESUMES } from './exchanges.ts';
export { supportedVersions, UNSUPPORTED_VERSION } from './responses.ts';
