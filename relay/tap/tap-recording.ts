/** One recording of what passes a tap: a file in the library's folder, or the one that was asked for. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, openSync, statSync } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';
import { defined } from '#shared/base';
import { derivedTitle } from '#shared/library';
import {
  FORMAT_VERSION,
  type Connection,
  type EventBody,
  type RecordingHeader,
  type WireEvent,
} from '#shared/recording';
import { PROGRAM } from '../base/index.ts';
import type { OtlpTarget } from '../otlp-options/index.ts';
import { defaultFolder, markControl, markWithin, Recorder, RecordingFolder } from '../recording/index.ts';
import { exportAfter } from './export-after.ts';

export interface Tapped {
  readonly connection: Connection;
  /** Wall clock of its first moment, ISO 8601. */
  readonly startedAt: string;
  /** Name of the program that is the client. */
  readonly host?: string | undefined;
  readonly name?: string | undefined;
  /** File or folder; a file that exists is not written over. */
  readonly out?: string | undefined;
  /** Where its spans and metrics go once it is finished. */
  readonly otlp?: OtlpTarget | undefined;
}

/** The program itself, beside this in the folder of the bundle. */
const SELF = new URL('cli.js', import.meta.url);

export class TapRecording {
  readonly #otlp: OtlpTarget | undefined;
  readonly #recorder: Recorder;
  #waiting: WireEvent[] = [];
  #s = 0;
  #last = 0;

  /** Makes the file, with a marker for other processes; tries again while the system refuses. */
  constructor({ connection, startedAt, host, name, out, otlp }: Tapped) {
    this.#otlp = otlp;
    const header: RecordingHeader = {
      mcprec: FORMAT_VERSION,
      id: randomBytes(10).toString('hex'),
      title: name ?? derivedTitle(connection),
      startedAt,
      by: PROGRAM,
      route: 'tap',
      connection,
      ...defined({ host }),
    };
    const folder = defaultFolder();
    const { path, file } = out === undefined ? { path: newPath(folder, header) } : ownFile(out, header);
    if (out !== undefined) markWithin(path, folder);
    this.#recorder = new Recorder({
      path,
      header,
      failed: () => undefined,
      ...(file === undefined ? {} : { out: { file, own: true } }),
    });
  }

  /** Microseconds of its newest event. */
  get last(): number {
    return this.#last;
  }

  /**
   * This happened at `t`, or a while ago: what is handed out late may be of an older time than what was taken meanwhile. Gives the
   * number of the first of its events.
   */
  emit(bodies: readonly EventBody[], t: number): number {
    const first = this.#s;
    this.#last = Math.max(this.#last, t);
    if (this.#waiting.length === 0) setImmediate(() => this.write());
    for (const body of bodies) this.#waiting.push({ s: this.#s++, t: this.#last, ...body });
    return first;
  }

  get id(): string {
    return this.#recorder.header.id;
  }

  /** Where the tap takes commands, for other processes that find the recording. */
  commandedAt(control: string): void {
    markControl(this.#recorder.path, control);
  }

  /** Write what waits, at once. */
  write(): void {
    if (this.#waiting.length > 0) this.#recorder.record(this.#waiting);
    this.#waiting = [];
  }

  /** The session is over. */
  finish(reason: string): void {
    this.write();
    this.#recorder.finish(reason);
    this.#recorder.release();
    if (this.#otlp) exportAfter(this.#recorder.path, this.#otlp, SELF);
  }
}

function newPath(folder: string, header: RecordingHeader): string {
  try {
    return new RecordingFolder(folder).newPath(header);
  } catch {
    // The folder can't be made now; the recorder tries again to write, as long as the session lasts.
    return join(folder, `${RecordingFolder.stemOf(header)}.mcprec`);
  }
}

/**
 * A path that ends in a separator is a folder, also where it is still to be made. A host starts its server again and again with the same arguments, maybe several at once: nothing is written over, and nothing fails for
 * it. Without a file the recorder tries again to make it.
 */
function ownFile(given: string, header: RecordingHeader): { readonly path: string; readonly file?: number } {
  const out = resolve(given);
  const isNew = given.endsWith('/') || given.endsWith(sep);
  if (isNew)
    try {
      mkdirSync(out, { recursive: true });
    } catch {
      // The recorder tries again to write, as long as the session lasts.
    }
  const path = isNew || isFolder(out) ? join(out, `${RecordingFolder.stemOf(header)}.mcprec`) : out;
  const { dir, name, ext } = parse(path);
  for (let free = path, n = 2; ; free = join(dir, `${name}-${n++}${ext}`))
    try {
      return { path: free, file: openSync(free, 'ax', 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return { path: free };
    }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
