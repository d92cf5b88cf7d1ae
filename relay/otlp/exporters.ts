/** The official exporters of OpenTelemetry, OTLP over HTTP. Loaded only when something is sent. */
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import type { Span, Telemetry } from '#shared/otel';
import { readableSpan, resourceMetrics, originsOf, type Origins } from './sdk-data.ts';

/** Sends to the collector at `url`; `OTEL_EXPORTER_OTLP_HEADERS` and the like are read by the exporters. */
export class Exporters {
  readonly #telemetry: Telemetry;
  readonly #origins: Origins;
  readonly #traces: ProtobufTraces | JsonTraces;
  readonly #metrics: ProtobufMetrics | JsonMetrics;

  constructor(url: string, json: boolean, telemetry: Telemetry) {
    const at = (signal: string): { readonly url: string } => {
      const address = new URL(url);
      address.pathname = `${address.pathname.replace(/\/+$/, '')}/v1/${signal}`;
      return { url: address.href };
    };
    this.#telemetry = telemetry;
    this.#origins = originsOf(telemetry);
    this.#traces = json ? new JsonTraces(at('traces')) : new ProtobufTraces(at('traces'));
    this.#metrics = json ? new JsonMetrics(at('metrics')) : new ProtobufMetrics(at('metrics'));
  }

  /** Rejects when the collector does not accept them. */
  traces(spans: readonly Span[]): Promise<void> {
    const readable = spans.map((span) => readableSpan(span, this.#origins));
    return taken((done) => this.#traces.export(readable, done));
  }

  async metrics(): Promise<void> {
    for (const each of resourceMetrics(this.#telemetry, this.#origins))
      await taken((done) => this.#metrics.export(each, done));
  }

  async shutdown(): Promise<void> {
    await Promise.all([this.#traces.shutdown(), this.#metrics.shutdown()]);
  }
}

/** Code 0 is success. */
function taken(
  send: (done: (result: { readonly code: number; readonly error?: Error }) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    send(({ code, error }) => {
      if (code === 0) resolve();
      else reject(error ?? new Error('it gave no reason'));
    });
  });
}
