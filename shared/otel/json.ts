/** OTLP as JSON (OTLP specification 1, "JSON Protobuf Encoding"): what a collector's file exporter writes and reads. */
import { defined } from '#shared/base';
import type { Direction } from '#shared/recording';
import { BOUNDARIES } from './metrics.ts';
import type { Attributes, Histogram, HistogramPoint, Span, SpanEvent, Telemetry } from './types.ts';

const KINDS = { internal: 1, client: 3 } as const;
const STATUS_ERROR = 2;
const CUMULATIVE = 2;
/** Sampled, and whether the parent's place is known and elsewhere (`SpanFlags`). */
const flagsOf = ({ remote }: Span): number => (remote ? 0x301 : 0x101);

const SENDERS: readonly Direction[] = ['c2s', 's2c'];

const perSide = <Item extends { readonly sender: Direction }>(
  items: readonly Item[],
  entry: (own: readonly Item[], sender: Direction) => object,
): object[] =>
  SENDERS.flatMap((sender) => {
    const own = items.filter((item) => item.sender === sender);
    return own.length === 0 ? [] : [entry(own, sender)];
  });

/** An `ExportTraceServiceRequest`, for `JSON.stringify`. */
export const tracesJson = ({ resources, version, spans }: Telemetry): object => ({
  resourceSpans: perSide(spans, (own, sender) => ({
    resource: resource(resources[sender]),
    scopeSpans: [{ scope: scope(version), spans: own.map(spanJson) }],
  })),
});

/** An `ExportMetricsServiceRequest`, for `JSON.stringify`. */
export const metricsJson = ({ resources, version, metrics }: Telemetry): object => ({
  resourceMetrics: perSide(metrics, (own, sender) => ({
    resource: resource(resources[sender]),
    scopeMetrics: [{ scope: scope(version), metrics: own.map(metricJson) }],
  })),
});

const resource = (attributes: Attributes): object => ({
  attributes: pairs(attributes),
  droppedAttributesCount: 0,
});
const scope = (version: string): object => ({ name: 'mcp-lifeline', version });

function spanJson(span: Span): object {
  const { traceId, spanId, parentSpanId, traceState, name, kind, start, end, attributes, events, dropped, failed } =
    span;
  return {
    traceId,
    spanId,
    ...defined({ parentSpanId, traceState }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes: pairs(attributes),
    droppedAttributesCount: 0,
    events: events.map(eventJson),
    droppedEventsCount: dropped,
    status: failed ? { code: STATUS_ERROR, ...failed } : { code: 0 },
    links: [],
    droppedLinksCount: 0,
    flags: flagsOf(span),
  };
}

const eventJson = ({ name, time, attributes }: SpanEvent): object => ({
  name,
  timeUnixNano: String(time),
  attributes: pairs(attributes),
  droppedAttributesCount: 0,
});

const metricJson = ({ name, description, points }: Histogram): object => ({
  name,
  description,
  unit: 's',
  histogram: { aggregationTemporality: CUMULATIVE, dataPoints: points.map(pointJson) },
});

const pointJson = ({ attributes, start, time, buckets, ...figures }: HistogramPoint): object => ({
  attributes: pairs(attributes),
  startTimeUnixNano: String(start),
  timeUnixNano: String(time),
  ...figures,
  bucketCounts: buckets,
  explicitBounds: BOUNDARIES,
});

function pairs(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueJson(value) }));
}

function valueJson(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: value } : { doubleValue: value };
}
