export * from './answers.ts';
export type { PlanFacts } from './facts.ts';
export * from './operation-watch.ts';
export * from './plan.ts';
export * from './policy.ts';
export * from './step.ts';
