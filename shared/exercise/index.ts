export * from './answers.ts';
export { itemOf, type PlanFacts } from './facts.ts';
export { learnedFrom } from './learned.ts';
export * from './operation-watch.ts';
export * from './plan.ts';
export * from './policy.ts';
export * from './report.ts';
export * from './run.ts';
export * from './step.ts';
