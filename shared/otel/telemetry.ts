/** A recording as spans and metrics. */
import type { Recorded } from '#shared/recording';
import { resourceOf, sessionOf } from './attributes.ts';
import { SpanCollector } from './collector.ts';
import { metricsOf } from './metrics.ts';
import type { Telemetry, TelemetryOptions } from './types.ts';

/** The program whose recordings name their version. */
const OWN = 'mcp-lifeline';

/**
 * The spans and metrics of a recording by the semantic conventions for MCP: a span for each request as its sender saw it, one for the
 * session, and how long they took. It follows from the recording alone. Take out secrets before. Never throws.
 */
export function telemetryOf(recorded: Recorded, options: TelemetryOptions = {}): Telemetry {
  const collector = new SpanCollector(recorded, options);
  let last = 0;
  for (const event of recorded.events) {
    collector.add(event);
    // A person's note comes later than what it is about.
    if (event.k !== 'note' && event.t > last) last = event.t;
  }
  const { root, drafts, log } = collector;
  const end = collector.timeOf(last);
  const { state } = log;
  const problem = state.problem?.reason;
  root.end = end;
  root.attributes = {
    ...root.attributes,
    ...sessionOf(state),
    ...(problem === undefined ? {} : { 'error.type': problem }),
  };
  if (problem !== undefined) root.failed = state.problem?.detail === undefined ? {} : { message: state.problem.detail };
  const spans = collector.spans(end);
  const requests = spans.filter(({ kind }) => kind === 'client');
  const measured = requests.filter((_, at) => drafts[at]?.closed !== undefined);
  const { by } = recorded.header;
  return {
    resources: { c2s: resourceOf(state.client), s2c: resourceOf(state.server) },
    version: by?.name === OWN && typeof by.version === 'string' ? by.version : '',
    spans,
    metrics: metricsOf(measured, collector.rootSpan(end)),
  };
}
