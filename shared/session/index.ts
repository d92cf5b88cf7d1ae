export { Sequence } from './sequence.ts';
export { copyTables, emptyTables, keep, Recent } from './tables.ts';
export { tapStory } from './tap-story.ts';
export { heldUntil, tapSummary, tapWaits } from './tap-summary.ts';
export { changeReason, isWhole, toolMarks, type ChangeReason, type ToolMarks } from './changes.ts';
export { CHECKPOINT_EVERY, type Cursor } from './checkpoints.ts';
export { copyState } from './copy-state.ts';
export { decodeEvent, SESSION, SessionFold, type Fold } from './fold.ts';
export { SessionLog } from './log.ts';
export type { ListState } from './list-state.ts';
export { paceWait } from './pace.ts';
export { isPassing } from './passing.ts';
export { PlainNotification, plainNotification } from './plain-notification.ts';
export * from './session-state.ts';
export { changesAt, type StateChange, type StateFactName } from './state-facts.ts';
export type { Closing, Outcome, StepNote } from './step-note.ts';
export {
  factsOfOperation,
  operationFacts,
  type OperationFacts,
  isTakenBackAtEnd,
  isUnanswered,
  metLostSession,
} from './operation-facts.ts';
export type { EventNote } from './note-table.ts';
export type { Operation } from './operation-table.ts';
export { isProbe, needsHandshake, probeTold, refusesProbe } from './probe.ts';
export { remembered } from './remembered.ts';
export { isTaskEnded, MAX_TASK_COUNT, servesTasks } from './tasks.ts';
export { answersOwed, OBLIGATIONS, type Debtor, type Obligation } from './obligations.ts';
export type { OperationsAsOf } from './operations.ts';
export { MAX_RESUME_COUNT } from './http-exchanges.ts';
export { largeListText } from './lists.ts';
export { UNREACHED_REASONS, type UnreachedReason } from './problem.ts';
export { supportedVersions } from './responses.ts';
