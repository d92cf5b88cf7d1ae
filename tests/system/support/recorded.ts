/** `mcp-lifeline record`: what it printed where, how it ended, and the recording it left. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RecordingReader, type ReadSummary, type WireEvent } from '#shared/recording';
import { carryOut, type Carried } from '../../relay/support/carry-out.ts';
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
  readonly problem?: { readonly reason: string; readonly retryAfter?: string };
  readonly exitCode: number;
  readonly [member: string]: unknown;
}

export interface Recorded extends Carried {
  readonly home: string;
}

/** Start it with a home of its own. */
export function startRecord(args: readonly string[]): Recorded {
  const home = temporaryFolder();
  return { home, ...carryOut(['record', ...args], home) };
}

/** Run it to its end with `--json`. */
export async function recordJson(
  args: readonly string[],
): Promise<{ readonly code: number; readonly printed: Printed; readonly recorded: Recorded }> {
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
