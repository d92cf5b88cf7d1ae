export * from './describe.ts';
export * from './filter.ts';
export * from './overview.ts';
export * from './timeline.ts';
