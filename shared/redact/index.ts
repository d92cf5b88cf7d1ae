export { planRedaction } from './plan.ts';
export { redact } from './redact.ts';
export { ShownRedactor } from './shown.ts';
export { MARKS, NO_RULES, RULES, type Rule, type RuleName } from './rules.ts';
export * from './types.ts';
