export { operationLine, type OperationLine } from './line.ts';
export { operationOrder, OPERATION_SORTS, type OperationSort } from './order.ts';
export { lineOf } from './repeats.ts';
export type { Interval, NestedInterval, Span } from './span.ts';
export { toolStatistics, type ToolFailure, type ToolStatistics } from './statistics.ts';
