/** A recording on the disk as an ended session: lines are found by their place in the file and read when asked for. */
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { decodeLine, type Damage, type RecordingHeader, type RecordingProblem } from '#shared/recording';
import { appendNote, CHANGED } from './append-note.ts';
import { Follower } from './follower.ts';
import { choiceOf, foreignCopy, importFile } from './foreign.ts';
import { isWrittenElsewhere } from './live-marker.ts';
import { lineBytes, NO_LINES, readLine, readLines, textLines, type LineBytes } from './read-lines.ts';
import { Scan } from './scan.ts';
import type { Recording } from './store.ts';
import { isGzip, MAX_UNPACKED, unpack, type Unpacked } from './unpack.ts';
import { writeBeside } from './write-beside.ts';

/** Packing again for a note blocks sessions. */
const MAX_REPACKED_BYTES = 64 * 1024 * 1024;

export type OpenResult =
  | { readonly ok: true; readonly recording: RecordingFile; readonly problem?: Damage }
  | {
      readonly ok: false;
      readonly problem: RecordingProblem | { readonly code: 'unreadable'; readonly detail: string };
    };

export class RecordingFile implements Recording {
  readonly header: RecordingHeader;
  /** The file that is read: for a gzipped or another program's file, a copy that is removed on `release`. */
  readonly path: string;
  readonly #file: number;
  readonly #unpacked: Unpacked | undefined;
  readonly #scan: Scan;
  #follower: Follower | undefined;
  /** The gzipped file, and when it was changed (milliseconds): notes are packed into it again. */
  readonly #packed: { readonly path: string; changed: number } | undefined;
  bytes: number;

  private constructor(
    path: string,
    file: number,
    header: RecordingHeader,
    scan: Scan,
    follower: Follower | undefined,
    unpacked: Unpacked | undefined,
    packed: string | undefined,
  ) {
    this.path = path;
    this.#file = file;
    this.header = header;
    this.bytes = scan.bytes;
    this.#scan = scan;
    this.#follower = follower;
    this.#unpacked = unpacked;
    this.#packed = packed === undefined ? undefined : { path: packed, changed: statSync(packed).mtimeMs };
  }

  /**
   * Open a recording, gzipped or not, and find its lines, checking each one as `RecordingReader` does: those that can't be read
   * are passed over. Fails when the file can't be read or its first line is no header.
   * With `foreign`, another program's file that holds MCP traffic is opened as the recording that is made of it, of its messages of `server` where it has
   * those of several.
   */
  static async open(
    path: string,
    { foreign = false, server }: { readonly foreign?: boolean; readonly server?: string } = {},
  ): Promise<OpenResult> {
    const result = await RecordingFile.#open(path);
    if (!foreign || result.ok || result.problem.code !== 'not-a-recording') return result;
    try {
      const imported = await importFile(path, server === undefined ? {} : { server });
      const choice = imported && choiceOf(imported, server);
      if (choice !== undefined) return { ok: false, problem: { code: 'unreadable', detail: choice } };
      if (!imported?.ok) return result;
      const copy = foreignCopy(imported);
      return await RecordingFile.#open(copy.path, copy);
    } catch (error) {
      return { ok: false, problem: { code: 'unreadable', detail: error instanceof Error ? error.message : '' } };
    }
  }

  static async #open(path: string, copy?: Unpacked): Promise<OpenResult> {
    let unpacked = copy;
    let file: number | undefined;
    try {
      const packed = !copy && (await isGzip(path));
      const scan = new Scan();
      const take = (piece: Buffer): boolean => {
        scan.push(piece);
        return !scan.stopped;
      };
      if (packed) unpacked = await unpack(path, MAX_UNPACKED, take);
      const plain = unpacked?.path ?? path;
      // Asked before reading: what is written before that process ends is then read as well.
      const elsewhere = !unpacked && isWrittenElsewhere(path);
      file = openSync(plain, 'r');
      const follower = new Follower(plain, file, scan);
      if (!packed) await follower.catchUp();
      if (!elsewhere) scan.end(unpacked?.broken);
      const { header, damage } = scan;
      if (header) {
        const followed = elsewhere && !scan.stopped ? follower : undefined;
        const recording = new RecordingFile(plain, file, header, scan, followed, unpacked, packed ? path : undefined);
        return { ok: true, recording, ...(damage ? { problem: damage } : {}) };
      }
      giveBack(file, unpacked);
      return { ok: false, problem: damage ?? { code: 'not-a-recording', line: 1, detail: '' } };
    } catch (error) {
      giveBack(file, unpacked);
      return { ok: false, problem: { code: 'unreadable', detail: error instanceof Error ? error.message : '' } };
    }
  }

  get problem(): Damage | 'cut-short' | undefined {
    return this.#scan.damage ?? (this.#scan.cutShort && !this.#follower ? 'cut-short' : undefined);
  }

  get elsewhere(): boolean {
    return this.#follower !== undefined;
  }

  follow(grew: () => void, over: () => void): void {
    this.#follower?.follow(
      () => {
        this.bytes = this.#scan.bytes;
        grew();
      },
      () => {
        this.#follower = undefined;
        over();
      },
    );
  }

  get count(): number {
    return this.#scan.offsets.count;
  }

  read(from: number, bytes: number): LineBytes {
    if (from >= this.count) return NO_LINES;
    const { damage, gaps, offsets } = this.#scan;
    const to = offsets.within(from, bytes);
    if (!damage) return readLines(this.#file, offsets.startOf(from), offsets.startOf(to), to - from);
    const lineOf = (s: number): string =>
      gaps.get(s) ?? readLine(this.#file, offsets.startOf(s), offsets.startOf(s + 1));
    return lineBytes(Array.from({ length: to - from }, (_, at) => lineOf(from + at)));
  }

  lines(from: number, bytes: number): readonly string[] {
    return textLines(this.read(from, bytes));
  }

  lineBytes(s: number): number {
    return this.#scan.offsets.startOf(s + 1) - this.#scan.offsets.startOf(s);
  }

  annotate(at: number, text: string): void {
    const packed = this.#packed;
    if (this.#unpacked && !packed) throw new Error('another program’s file takes no notes');
    if (packed && (this.bytes > MAX_REPACKED_BYTES || statSync(packed.path).mtimeMs !== packed.changed))
      throw new Error(this.bytes > MAX_REPACKED_BYTES ? 'a packed recording of this size takes no notes' : CHANGED);
    if (this.problem && this.problem !== 'cut-short') throw new Error('a damaged recording takes no notes');
    const line = decodeLine(this.count === 0 ? '' : (this.lines(this.count - 1, 0)[0] ?? ''), 2);
    const last = line.type === 'event' ? line.event : undefined;
    const { between, lines, bytes } = appendNote(
      this.path,
      this.#file,
      { end: this.#scan.offsets.end, last },
      at,
      text,
    );
    this.#scan.offsets.skip(between);
    for (const length of lines) this.#scan.offsets.add(length);
    this.bytes = bytes;
    if (!packed) return;
    writeBeside(packed.path, gzipSync(readFileSync(this.path)));
    packed.changed = statSync(packed.path).mtimeMs;
  }

  release(): void {
    this.#follower?.stop();
    giveBack(this.#file, this.#unpacked);
  }
}

function giveBack(file: number | undefined, unpacked: Unpacked | undefined): void {
  if (file !== undefined) closeSync(file);
  unpacked?.remove();
}
