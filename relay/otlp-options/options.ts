/** `--otlp URL`, for the commands that can hand a session on to a collector. */
import { isUrl } from '#shared/base';
import type { Values } from '../base/index.ts';

export const OTLP = {
  'otlp URL': `send spans and metrics to this OpenTelemetry collector, such as http://127.0.0.1:4318, without secrets;
    headers from OTEL_EXPORTER_OTLP_HEADERS`,
  'otlp-json': 'with --otlp: JSON instead of protobuf',
  'otlp-bodies': 'with --otlp: include arguments and results of tools, and arguments of prompts',
} as const;

export interface OtlpTarget {
  /** Without the paths of the two signals. */
  readonly url: string;
  readonly json: boolean;
  readonly bodies: boolean;
}

/** Undefined without `--otlp`; or what is wrong. */
export function readOtlp({
  otlp,
  otlpJson: json,
  otlpBodies: bodies,
}: Values<typeof OTLP>): OtlpTarget | string | undefined {
  if (otlp === undefined) return json || bodies ? `--${json ? 'otlp-json' : 'otlp-bodies'} needs --otlp` : undefined;
  const url = isUrl(otlp) ? new URL(otlp) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return `“${otlp}” is not a URL of a collector such as http://127.0.0.1:4318`;
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/v1\/(?:traces|metrics)$/, '');
  return { url: url.href, json, bodies };
}
