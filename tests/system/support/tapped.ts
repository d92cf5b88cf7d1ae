/** A host, played by the test: it starts a server with and without the tap, and keeps what it got. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { bytesOf, readRecorded, type Direction, type HeldRecording as Recorded } from '#shared/recording';
import { programFile } from '../../relay/support/program.ts';
import { temporaryFolder } from '../../relay/support/relay.ts';

/** `node TAP_SERVER MODE REPORT`. */
export const TAP_SERVER = fileURLToPath(new URL('../../fixtures/tap-server.mjs', import.meta.url));

export interface Hosted {
  readonly child: ChildProcessWithoutNullStreams;
  /** Under it are the recordings. */
  readonly home: string;
  /** What came so far. */
  readonly out: () => Buffer;
  /** What it all came to, once it has ended and both pipes have closed. */
  readonly ended: Promise<Ended>;
}
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: { readonly bytes: number; readonly sha256: string };
  readonly err: string;
}

export interface HostOptions {
  readonly tap?: boolean;
  readonly home?: string;
  /** Arguments of the tap before `--`. */
  readonly own?: readonly string[];
  /** What stands between them and the command; some hosts take the `--` out. */
  readonly between?: readonly string[];
  readonly program?: string;
  /** A command before all, such as one that sets limits. */
  readonly before?: readonly string[];
}

/** Start a command as a host does. */
export function host(command: readonly string[], options: HostOptions = {}): Hosted {
  const {
    tap = true,
    home = temporaryFolder(),
    own = [],
    between = ['--'],
    program = programFile(),
    before = [],
  } = options;
  const tapped = tap ? [process.execPath, program, 'tap', ...own, ...between, ...command] : command;
  const [file = '', ...args] = [...before, ...tapped];
  const child = spawn(file, args, { env: { ...process.env, LIFELINE_HOME: home } });
  const pieces: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => pieces.push(data));
  child.stderr.on('data', (data: Buffer) => errors.push(data));
  // A server that is gone takes nothing more.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]): Ended => {
    const out = { bytes: pieces.reduce((sum, { length }) => sum + length, 0), sha256: sha256(pieces) };
    return { code: code as number | null, signal: signal as string | null, out, err: Buffer.concat(errors).toString() };
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, home, out: () => Buffer.concat(pieces), ended };
}

/** Start the fixture in one of its modes; gives its report, too, which is undefined until it has written it. */
export function fixture(mode: string, options: HostOptions = {}): Hosted & { readonly report: () => unknown } {
  const report = join(temporaryFolder(), 'report.json');
  const hosted = host([process.execPath, TAP_SERVER, mode, report], options);
  return { ...hosted, report: () => (existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined) };
}

export function sha256(pieces: readonly Uint8Array[]): string {
  const digest = createHash('sha256');
  for (const piece of pieces) digest.update(piece);
  return digest.digest('hex');
}

/** The recordings under a home, as far as they were written. */
export function recordingsUnder(home: string): Recorded[] {
  const folder = join(home, 'recordings');
  const names = readdirSync(folder).filter((name) => name.endsWith('.mcprec'));
  return names.map((name) => {
    const { recorded, summary } = readRecorded(readFileSync(join(folder, name), 'utf8'));
    if (!recorded || summary.problems.length > 0) throw new Error(JSON.stringify(summary.problems));
    return recorded;
  });
}

/** The only one. */
export function recordingUnder(home: string): Recorded {
  const [recorded, ...others] = recordingsUnder(home);
  if (!recorded || others.length > 0) throw new Error(`there are ${others.length}`);
  return recorded;
}

/** The last line of the only recording, as far as it was written. */
export function lastEvent(home: string): string {
  const folder = join(home, 'recordings');
  const path = readdirSync(folder).find((name) => name.endsWith('.mcprec'));
  const file = openSync(join(folder, path ?? ''), 'r');
  const tail = Buffer.alloc(4096);
  const length = readSync(file, tail, 0, tail.length, Math.max(0, fstatSync(file).size - tail.length));
  closeSync(file);
  return tail.toString('latin1', 0, length).trimEnd().split('\n').at(-1) ?? '';
}

/** The bytes of one direction, as the recording has them. */
export function passed({ events }: Recorded, dir: Direction): Buffer {
  const lines = events.flatMap((event) =>
    event.k === 'message' && event.dir === dir ? [bytesOf(event), Buffer.from(event.unterminated ? '' : '\n')] : [],
  );
  return Buffer.concat(lines);
}
