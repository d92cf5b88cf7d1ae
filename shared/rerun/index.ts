export { parseBinding } from './bindings.ts';
export { ANSWERS, answersToAgree } from './consent.ts';
export { moveNotes } from './move-notes.ts';
export { onPurpose } from './on-purpose.ts';
export { planRerun } from './plan.ts';
export { rerunPolicy, withoutAnswered, type RerunPolicyOptions } from './policy.ts';
export { Rerun } from './rerun.ts';
export { sentParams } from './sent-params.ts';
export * from './types.ts';
