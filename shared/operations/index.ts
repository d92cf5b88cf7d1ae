export { operationLine, type OperationLine } from './line.ts';
export { operationOrder, OPERATION_SORTS, type OperationSort } from './order.ts';
export { outcomeOf } from './outcome.ts';
export { SlowestCall } from './slowest.ts';
export type { Interval, Span } from './span.ts';
export { failureCount, toolStatistics, type ToolStatistics } from './statistics.ts';
