export * from './log.ts';
export * from './state.ts';
export { stepSession, type Closing, type Outcome, type StepNote } from './step.ts';
export type { EventKind, EventNote, Operation } from './trace.ts';
