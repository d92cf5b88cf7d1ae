/** `mcp-lifeline record` as a process: what it printed where, how it ended, and the recording it left. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RecordingReader, type ReadSummary, type WireEvent } from '#shared/recording';
import { run } from '../../relay/support/program.ts';
import { temporaryFolder } from '../../relay/support/relay.ts';

/** What `--json` prints, as far as tests look at it. */
export interface Printed {
  readonly recording: string;
  readonly connected: boolean;
  readonly steps: readonly {
    readonly method: string;
    readonly about?: string;
    readonly outcome: string;
    readonly verdict: string;
    readonly values?: readonly { readonly at: string; readonly from: string; readonly of?: string }[];
    readonly s?: number;
    readonly ms: number;
    readonly detail?: string;
  }[];
  readonly counts: {
    readonly steps: number;
    readonly answered: number;
    readonly answeredWithError: number;
    readonly refused: number;
    readonly failed: number;
    readonly skipped: number;
  };
  readonly problem?: { readonly reason: string };
  readonly exitCode: number;
  readonly [member: string]: unknown;
}

export interface Recorded {
  readonly pid: number;
  readonly home: string;
  /** Standard output, and everything. */
  readonly stdout: () => string;
  readonly output: () => string;
  readonly ended: Promise<number | string>;
}

/** Start it with a home of its own. */
export function startRecord(args: readonly string[]): Recorded {
  const home = temporaryFolder();
  const { child, output, ended } = run(['record', ...args], home);
  let stdout = '';
  child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
  return { pid: child.pid ?? 0, home, stdout: () => stdout, output, ended };
}

/** Run it to its end with `--json`. */
export async function recordJson(
  args: readonly string[],
): Promise<{ readonly code: number | string; readonly printed: Printed; readonly recorded: Recorded }> {
  const recorded = startRecord(['--json', ...args]);
  const code = await recorded.ended;
  return { code, printed: JSON.parse(recorded.stdout()) as Printed, recorded };
}

/** The one recording under a home. */
export function recordingUnder(home: string): string {
  const folder = join(home, 'recordings');
  const [name, ...more] = readdirSync(folder);
  if (name === undefined || more.length > 0) throw new Error(`there are ${more.length + 1} recordings`);
  return join(folder, name);
}

/** A recording as any reader opens it. */
export function openRecording(path: string): { readonly events: readonly WireEvent[]; readonly summary: ReadSummary } {
  const reader = new RecordingReader();
  const events = reader.push(readFileSync(path, 'utf8'));
  const { events: last, summary } = reader.end();
  return { events: [...events, ...last], summary };
}
