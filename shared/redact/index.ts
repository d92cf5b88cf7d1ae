export { planRedaction } from './plan.ts';
export { redact } from './redact.ts';
export { ShownRedactor } from './shown.ts';
export { RULES } from './rules.ts';
export * from './types.ts';
