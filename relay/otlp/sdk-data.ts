/** Spans and metrics in the types of OpenTelemetry's SDK, which its exporters take. */
import { createTraceState, SpanKind, SpanStatusCode, TraceFlags, ValueType, type HrTime } from '@opentelemetry/api';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { BOUNDARIES, type Attributes, type Histogram, type Span, type Telemetry } from '#shared/otel';
import type { Direction } from '#shared/recording';

/** One object each: the exporters group spans by what is the same object. */
export interface Origins {
  readonly resources: { readonly [sender in Direction]: Resource };
  readonly scope: { readonly name: string; readonly version: string };
}
export const originsOf = ({ resources, version }: Telemetry): Origins => ({
  resources: { c2s: resourceFromAttributes(resources.c2s), s2c: resourceFromAttributes(resources.s2c) },
  scope: { name: 'mcp-lifeline', version },
});

const NANOS = 1_000_000_000n;
const hrTime = (time: bigint): HrTime => [Number(time / NANOS), Number(time % NANOS)];

/** A span as if the SDK had made it. */
export function readableSpan(span: Span, { resources, scope }: Origins): ReadableSpan {
  const { traceId, spanId, parentSpanId, traceState, remote, name, start, end, events, dropped, failed } = span;
  const traceFlags = TraceFlags.SAMPLED;
  const context = {
    traceId,
    spanId,
    traceFlags,
    ...(traceState === undefined ? {} : { traceState: createTraceState(traceState) }),
  };
  const parent = { traceId, spanId: parentSpanId ?? '', traceFlags, isRemote: remote ?? false };
  return {
    name,
    kind: span.kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => context,
    ...(parentSpanId === undefined ? {} : { parentSpanContext: parent }),
    startTime: hrTime(start),
    endTime: hrTime(end),
    duration: hrTime(end - start),
    ended: true,
    status: failed ? { code: SpanStatusCode.ERROR, ...failed } : { code: SpanStatusCode.UNSET },
    attributes: copied(span.attributes),
    events: events.map((event) => ({
      name: event.name,
      time: hrTime(event.time),
      attributes: copied(event.attributes),
      droppedAttributesCount: 0,
    })),
    links: [],
    resource: resources[span.sender],
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: dropped,
    droppedLinksCount: 0,
  };
}

export function resourceMetrics({ metrics }: Telemetry, { resources, scope }: Origins): ResourceMetrics[] {
  return (['c2s', 's2c'] as const).flatMap((sender) => {
    const own = metrics.filter((metric) => metric.sender === sender);
    if (own.length === 0) return [];
    return [{ resource: resources[sender], scopeMetrics: [{ scope, metrics: own.map(metricData) }] }];
  });
}

function metricData({ name, description, points }: Histogram): MetricData {
  return {
    descriptor: { name, description, unit: 's', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: points.map(({ attributes, start, time, count, sum, min, max, buckets }) => ({
      attributes: copied(attributes),
      startTime: hrTime(start),
      endTime: hrTime(time),
      value: { count, sum, min, max, buckets: { boundaries: [...BOUNDARIES], counts: [...buckets] } },
    })),
  };
}

const copied = (attributes: Attributes): { [name: string]: string | number | boolean } => ({ ...attributes });
