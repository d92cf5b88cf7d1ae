export * from './parse.ts';
export * from './run.ts';
