export * from '#shared/words/en';
export * from './index.ts';
export { common } from './common.ts';
export { findings } from './findings.ts';
export { operationList } from './operation-list.ts';
export { timeline } from './timeline.ts';
