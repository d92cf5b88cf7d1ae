export * from './entry.ts';
export * from './fact-fold.ts';
export * from './facts.ts';
export * from './meta.ts';
export * from './retention.ts';
export * from './title.ts';
