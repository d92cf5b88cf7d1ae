/** Hands a finished recording on to an OpenTelemetry collector. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { OtlpTarget } from '../../otlp-options/index.ts';
import { MARK } from '../../stdio/index.ts';

/** Exports in a separate process, as the host waits for this one to end. Never throws; lost without a collector. */
export function exportAfter(path: string, { url, json, bodies }: OtlpTarget, program: URL): void {
  const how = [...(json ? ['--otlp-json'] : []), ...(bodies ? ['--otlp-bodies'] : [])];
  const args = [fileURLToPath(program), 'export', path, '--otlp', url, ...how, '--quiet'];
  // A host that is a Lifeline itself ends what its server left behind, which this is not.
  const { [MARK]: _, ...env } = process.env;
  const sender = spawn(process.execPath, args, { detached: true, stdio: 'ignore', windowsHide: true, env });
  sender.on('error', () => undefined);
  sender.unref();
}
