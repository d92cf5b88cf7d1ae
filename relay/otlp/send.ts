/** A recording on its way to a collector. */
import { errorText } from '#shared/base';
import { foundIn } from '#shared/findings';
import { telemetryOf } from '#shared/otel';
import type { Recorded } from '#shared/recording';
import { planRedaction, redact } from '#shared/redact';
import type { OtlpTarget } from '../otlp-options/index.ts';

/** Spans of one request: a collector refuses bodies beyond some megabytes. */
const SPANS_AT_A_TIME = 1000;

/** Milliseconds after which a person is informed of the wait. */
const TELL_AFTER = 1000;

interface SendOptions {
  /** Called with a sentence when the collector has not accepted anything yet: it is tried again for some seconds. */
  readonly waits?: (sentence: string) => void;

  /** Take secrets out first (default true). */
  readonly redact?: boolean;
  /** Progress, standard error and findings as events of spans (default true). */
  readonly events?: boolean;
}

/** Sends spans and metrics without secrets, and retries as OTLP says. Gives a sentence: what was sent, or why not. */
export async function sendTelemetry(
  recorded: Recorded,
  { url, json, bodies }: OtlpTarget,
  options: SendOptions = {},
): Promise<{ readonly sent: boolean; readonly sentence: string }> {
  const shown = options.redact === false ? recorded : redact(recorded, planRedaction(recorded));
  const events = options.events ?? true;
  const telemetry = telemetryOf(shown, { bodies, events, ...(events ? { found: foundIn(shown) } : {}) });
  // The packages of OpenTelemetry are loaded by those alone who send.
  const { Exporters } = await import('./exporters.ts');
  const exporters = new Exporters(url, json, telemetry);
  const { spans } = telemetry;
  const told = setTimeout(
    () => options.waits?.(`The collector at ${url} has not answered yet; trying again.`),
    TELL_AFTER,
  );
  try {
    for (let at = 0; at < spans.length; at += SPANS_AT_A_TIME)
      await exporters.traces(spans.slice(at, at + SPANS_AT_A_TIME));
    await exporters.metrics();
  } catch (error) {
    return {
      sent: false,
      sentence: `The collector at ${url} did not accept the spans and metrics: ${errorText(error)}.`,
    };
  } finally {
    clearTimeout(told);
    await exporters.shutdown();
  }
  return { sent: true, sentence: `${spans.length} ${spans.length === 1 ? 'span was' : 'spans were'} sent to ${url}.` };
}
