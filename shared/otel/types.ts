/** Spans and metrics as plain data, before any encoding. Times are nanoseconds since 1970. */
import type { Direction } from '#shared/recording';

export type Attributes = { readonly [name: string]: string | number | boolean };

export interface SpanEvent {
  readonly name: string;
  readonly time: bigint;
  readonly attributes: Attributes;
}

export interface Span {
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** The parent is not of this recording: `_meta.traceparent` named it. */
  readonly remote?: true;
  readonly traceState?: string;
  /** The direction of what it sent: `c2s` is a span of the client. */
  readonly sender: Direction;
  readonly name: string;
  readonly kind: 'client' | 'internal';
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly dropped: number;
  /** It failed; the message of a JSON-RPC error, where there is one. */
  readonly failed?: { readonly message?: string };
}

export interface HistogramPoint {
  readonly attributes: Attributes;
  readonly start: bigint;
  readonly time: bigint;
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** One more than there are boundaries. */
  readonly buckets: readonly number[];
}

/** A cumulative histogram in seconds. */
export interface Histogram {
  readonly name: string;
  readonly description: string;
  readonly sender: Direction;
  readonly points: readonly HistogramPoint[];
}

export interface Telemetry {
  /** Of the client, and of the server. */
  readonly resources: { readonly [sender in Direction]: Attributes };
  /** Of the program that made the recording; empty when that was another one. */
  readonly version: string;
  readonly spans: readonly Span[];
  readonly metrics: readonly Histogram[];
}

export interface FoundRule {
  readonly rule: string;
  readonly weight: string;
  readonly side: string;
}

export interface TelemetryOptions {
  /** Progress and lines of standard error as events of spans (default true). */
  readonly events?: boolean;
  /** What rules found at an event: given, findings are events of spans, too. */
  readonly found?: ((s: number) => readonly FoundRule[]) | undefined;
  /** Arguments and results of tools, and variables of prompts (default false). Redact before. */
  readonly bodies?: boolean;
}
