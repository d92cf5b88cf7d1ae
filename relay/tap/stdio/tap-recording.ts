/** One recording of what passes a tap: a file in the library's folder, or the one that was asked for. */
import { createHash } from 'node:crypto';
import { mkdirSync, openSync } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { defined } from '#shared/base';
import { derivedTitle } from '#shared/library';
import {
  FORMAT_VERSION,
  type Connection,
  type EventBody,
  type RecordingHeader,
  type WireEvent,
} from '#shared/recording';
import { isFolder, PROGRAM } from '../../base/index.ts';
import type { OtlpTarget } from '../../otlp-options/index.ts';
import {
  Continued,
  idOfRecording,
  markControl,
  markWithin,
  Recorder,
  RecordingFolder,
  refusalIn,
  unrecordedLine,
} from '../../recording/index.ts';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MARK } from '../../stdio/index.ts';

/** How far a recording is known to be complete on the disk. */
export interface Reached {
  readonly path: string;
  readonly bytes: number;
  readonly events: number;
  /** Microseconds of the newest event. */
  readonly last: number;
}

export interface Tapped {
  /** Spool of the tap, and number of the recording there: its id is derived from them, in every process. */
  readonly spool: string;
  readonly number: number;
  /** The tap was killed: its recording continues from there, `from-start` from its first event. */
  readonly resumes?: Reached | 'from-start' | undefined;
  readonly connection: Connection;
  /** Wall clock of the start, ISO 8601. */
  readonly startedAt: string;
  readonly host?: string | undefined;
  readonly name?: string | undefined;
  /** File or folder; an existing file is never overwritten. */
  readonly out?: string | undefined;
  readonly otlp?: OtlpTarget | undefined;
}

/** The program itself, in the bundle's folder. */
const SELF = new URL('cli.js', import.meta.url);

export class TapRecording {
  readonly #otlp: OtlpTarget | undefined;
  readonly #recorder: Recorder | Continued;
  #waiting: WireEvent[] = [];
  #s = 0;
  /** Microseconds of its newest event. */
  last = 0;

  /** Makes the file, with a marker for other processes; retries while the system refuses. */
  constructor({ connection, startedAt, host, name, out, otlp, spool, number, resumes }: Tapped) {
    this.#otlp = otlp;
    const header: RecordingHeader = {
      mcprec: FORMAT_VERSION,
      id: createHash('sha256').update(`${spool} ${startedAt} ${number}`).digest('hex').slice(0, 20),
      title: name ?? derivedTitle(connection),
      startedAt,
      by: PROGRAM,
      route: 'tap',
      connection,
      ...defined({ host }),
    };
    const folder = join(spool, '..', '..');
    if (resumes !== undefined) {
      const reached = resumes === 'from-start' ? undefined : resumes;
      this.#recorder = new Continued(reached?.path ?? begun(out, folder, header), header, reached?.bytes);
      this.#s = reached?.events ?? 0;
      this.last = reached?.last ?? 0;
      return;
    }
    const { path, file } = out === undefined ? { path: newPath(folder, header) } : ownFile(out, header);
    if (out !== undefined) markWithin(path, folder);
    this.#recorder = new Recorder({
      path,
      header,
      failed: () => undefined,
      ...(file === undefined ? {} : { out: { file, own: true } }),
    });
  }

  /** Records events at `t`, or at the newest time if that is later. Gives the number of the first. */
  emit(bodies: readonly EventBody[], t: number): number {
    const first = this.#s;
    this.last = Math.max(this.last, t);
    if (this.#waiting.length === 0) setImmediate(() => this.write());
    for (const body of bodies) this.#waiting.push({ s: this.#s++, t: this.last, ...body });
    return first;
  }

  get id(): string {
    return this.#recorder.header.id;
  }

  commandedAt(control: string): void {
    markControl(this.#recorder.path, control);
  }

  write(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) this.#recorder.record(waiting);
  }

  /** Undefined while something waits for the disk. */
  get reached(): Reached | undefined {
    this.write();
    const { path, isWritten, bytes } = this.#recorder;
    return isWritten ? { path, bytes, events: this.#s, last: this.last } : undefined;
  }

  /** Gives a sentence on what is missing. Throws system errors for a continued recording. */
  finish(reason: string): string | undefined {
    try {
      this.write();
      this.#recorder.finish(reason);
    } finally {
      this.#recorder.release();
    }
    const { path, unrecorded } = this.#recorder;
    if (this.#otlp) exportAfter(path, this.#otlp, SELF);
    if (unrecorded?.why !== 'failed') return unrecordedLine(unrecorded);
    // That the folder can't be made says more than that it is missing.
    return `${unrecordedLine({ ...unrecorded, detail: refusalIn(dirname(path)) ?? unrecorded.detail }) ?? ''} File: ${path}`;
  }
}

function newPath(folder: string, header: RecordingHeader): string {
  try {
    return new RecordingFolder(folder).newPath(header);
  } catch {
    // The folder can't be made now; the recorder retries as long as the session lasts.
    return join(folder, `${RecordingFolder.stemOf(header)}.mcprec`);
  }
}

/** Hosts restart servers, even at the same moment: nothing is overwritten, and the recorder can make the file later. */
function ownFile(out: string, header: RecordingHeader): { readonly path: string; readonly file?: number } {
  for (const path of placesFor(out, header))
    try {
      return { path, file: openSync(path, 'ax', 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return { path };
    }
  throw new Error('unreachable');
}

/** The recording that a tap has begun, or would have. */
function begun(out: string | undefined, folder: string, header: RecordingHeader): string {
  if (out === undefined) return newPath(folder, header);
  for (const path of placesFor(out, header)) {
    const id = idOfRecording(path);
    if (id === undefined || id === header.id) return path;
  }
  throw new Error('unreachable');
}

/** Possible paths of a recording, the preferred first. A path that ends in a separator is a folder, even if it does not exist yet. */
function* placesFor(given: string, header: RecordingHeader): Generator<string, never> {
  const out = resolve(given);
  const isNew = given.endsWith('/') || given.endsWith(sep);
  if (isNew)
    try {
      mkdirSync(out, { recursive: true });
    } catch {
      // The recorder retries as long as the session lasts.
    }
  const path = isNew || isFolder(out) ? join(out, `${RecordingFolder.stemOf(header)}.mcprec`) : out;
  const { dir, name, ext } = parse(path);
  yield path;
  for (let n = 2; ; n++) yield join(dir, `${name}-${n}${ext}`);
}

/** Exports in a separate process, as the host waits for this one to end. Never throws; lost without a collector. */
function exportAfter(path: string, { url, json, bodies }: OtlpTarget, program: URL): void {
  const how = [...(json ? ['--otlp-json'] : []), ...(bodies ? ['--otlp-bodies'] : [])];
  const args = [fileURLToPath(program), 'export', path, '--otlp', url, ...how, '--quiet'];
  // A host that is a Lifeline itself ends what its server left behind, which this is not.
  const { [MARK]: _, ...env } = process.env;
  const sender = spawn(process.execPath, args, { detached: true, stdio: 'ignore', windowsHide: true, env });
  sender.on('error', () => undefined);
  sender.unref();
}
