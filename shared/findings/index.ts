/** Broken rules of the protocol, at the events that broke them: a fold over the session, and the facts of every rule. */
export { RULES, ruleById } from './rules/index.ts';
export { culpritOf, diagnose, type Culprit, type Diagnosis, type DiagnosisKind } from './diagnosis.ts';
export type { Finding, UnjudgedReason } from './finding.ts';
export { apart } from './consequences.ts';
export * from './report.ts';
export { FINDINGS, findingsFold } from './fold.ts';
export {
  brokenIfSent,
  foundIn,
  judgeRecording,
  keptRules,
  LEFT_OUT,
  RecordingJudge,
  type Judged,
  type JudgeOptions,
} from './judged.ts';
export { fixOf, sentenceOf } from './sentence.ts';
export { JUDGES } from './judges/index.ts';
export {
  bySeverity,
  isAtLeast,
  levelOf,
  revisionsOf,
  sectionUrl,
  SEVERITIES,
  severityOf,
  WEIGHTS,
  weightOf,
  type Level,
  type Rule,
  type RuleTransport,
  type Severity,
  type Side,
  type Weight,
} from './rule.ts';
export type { FindingsState } from './findings-state.ts';
export { findingAsOf, timesBroken } from './as-of.ts';
export { MAX_FINDING_COUNT } from './turn.ts';
