/** Spans and metrics of OpenTelemetry from a recording. */
export { metricsJson, tracesJson } from './json.ts';
export { BOUNDARIES } from './metrics.ts';
export { telemetryOf } from './telemetry.ts';
export type { Attributes, Histogram, Span, Telemetry } from './types.ts';
