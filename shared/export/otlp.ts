/** The spans and metrics of a recording as OTLP/JSON, one request a line, as a collector's file exporter writes them. */
import { defined } from '#shared/base';
import { metricsJson, telemetryOf, tracesJson } from '#shared/otel';
import type { Recorded } from '#shared/recording';
import { seenJson } from './literal.ts';
import type { OtlpOptions } from './types.ts';

/** Spans of one line: a collector takes some megabytes at a time, and a text can't be longer than JavaScript allows. */
const MAX_SPANS_PER_LINE = 10_000;
const MAX_LINE_COUNT = 50;

/** An `ExportTraceServiceRequest` (several where there are very many spans), then an `ExportMetricsServiceRequest`. The first 500,000 spans are written. */
export function toOtlp(recorded: Recorded, { found, bodies, spanEvents = true }: OtlpOptions): string {
  const telemetry = telemetryOf(recorded, {
    events: spanEvents,
    ...defined({ bodies, found: spanEvents ? found : undefined }),
  });
  const lines: string[] = [];
  for (let at = 0; at < telemetry.spans.length && lines.length < MAX_LINE_COUNT; at += MAX_SPANS_PER_LINE) {
    const spans = telemetry.spans.slice(at, at + MAX_SPANS_PER_LINE);
    lines.push(seenJson(JSON.stringify(tracesJson({ ...telemetry, spans }))));
  }
  lines.push(seenJson(JSON.stringify(metricsJson(telemetry))));
  return `${lines.join('\n')}\n`;
}
