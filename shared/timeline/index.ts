export { TimeAxis } from './axis.ts';
export * from './describe.ts';
export * from './filter.ts';
export * from './overview.ts';
export { SessionAxis } from './session-axis.ts';
export { parseTimeRange, timeRangeToken, withTimeRange } from './time-range.ts';
export { countOf, type Run } from './runs.ts';
export * from './timeline.ts';
export { Troubles } from './troubles.ts';
