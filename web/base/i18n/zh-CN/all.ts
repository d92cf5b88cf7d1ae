export * from '#shared/words/zh-CN';
export * from './index.ts';
export { common } from './common.ts';
export { findings } from './findings.ts';
export { operationList } from './operation-list.ts';
export { timeline } from './timeline.ts';
