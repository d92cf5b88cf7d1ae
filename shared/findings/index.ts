/** Broken rules of the protocol, at the events that broke them: a fold over the session, and the facts of every rule. */
export { RULES, ruleById } from './rules/index.ts';
export { culpritOf, diagnose, type Culprit, type Diagnosis, type DiagnosisKind } from './diagnosis.ts';
export type { Finding, UnjudgedReason } from './finding.ts';
export { apart } from './consequences.ts';
export * from './report.ts';
export { FINDINGS, findingsFold } from './fold.ts';
export { foundIn, judgeRecording, LEFT_OUT, RecordingJudge, type Judged, type JudgeOptions } from './judged.ts';
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
export type { FindingsState, Known } from './findings-state.ts';
export { findingAsOf, keptRules, timesBroken } from './as-of.ts';
export { SessionJudge } from './session-judge.ts';
export { takeTold, type Told } from './told.ts';
export { MAX_FINDING_COUNT } from './turn.ts';
