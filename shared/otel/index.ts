/** Spans and metrics of OpenTelemetry from a recording. */
export { metricsJson, tracesJson } from './json.ts';
export { telemetryOf } from './telemetry.ts';
export type { Span } from './types.ts';
