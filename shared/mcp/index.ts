export * from './capabilities.ts';
export * from './error-codes.ts';
export * from './lists.ts';
export * from './methods.ts';
export * from './revisions.ts';
