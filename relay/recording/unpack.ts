/** Recordings as they stand on the disk, gzipped (RFC 1952) or not, as plain bytes. */
import { closeSync, constants, openSync, readSync, statfsSync, statSync, writeSync } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { defined, errorText } from '#shared/base';
import { unpackedFrom } from '#shared/import';
import { temporaryFolder } from './temporary.ts';

/** Most bytes that are unpacked to the disk: a small file must not fill it. */
export const MAX_UNPACKED = 4 * 1024 * 1024 * 1024;

/** Deflate makes no text smaller than that (zlib, “Maximum expansion factor”). */
const MAX_RATIO = 1032;

const CHUNK = 1024 * 1024;

/** True when a file begins as gzip does, whatever its name. Rejects when it can't be read. */
export async function isGzip(path: string): Promise<boolean> {
  const file = await openFile(path);
  try {
    return beginsAsGzip(await readPiece(file, 2));
  } finally {
    await file.close();
  }
}

/** Bytes of a file once it is unpacked, as it says itself (RFC 1952 section 2.3.1, ISIZE), or says of its last part. Throws system errors. */
export function plainLength(path: string, packed: boolean): number {
  const { size } = statSync(path);
  if (!packed) return size;
  const file = openSync(path, 'r');
  try {
    const said = Buffer.alloc(4);
    readSync(file, said, 0, 4, Math.max(0, size - 4));
    // Where the file was cut, these bytes say something else.
    return Math.min(said.readUInt32LE(), size * MAX_RATIO);
  } finally {
    closeSync(file);
  }
}

/** A file in pieces of up to `chunk` bytes, gunzipped. Rejects with a system error after the undamaged pieces. */
export async function* plainBytes(path: string, chunk = CHUNK): AsyncGenerator<Buffer> {
  const file = await openFile(path);
  try {
    const first = await readPiece(file, chunk);
    if (beginsAsGzip(first)) yield* unpacked(file, chunk);
    else for (let piece = first; piece.length > 0; piece = await readPiece(file, chunk)) yield piece;
  } finally {
    await file.close();
  }
}

async function* unpacked(file: FileHandle, chunk: number): AsyncGenerator<Buffer> {
  const packed = file.createReadStream({ start: 0, highWaterMark: chunk, autoClose: false });
  const gunzip = createGunzip({ chunkSize: Math.max(chunk, 64) });
  packed.on('error', (error) => gunzip.destroy(error));
  // Errors after the last read don't matter.
  gunzip.on('error', () => undefined);
  let bytes = 0;
  try {
    for await (const piece of packed.pipe(gunzip) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      yield piece;
    }
  } catch (error) {
    const again = file.createReadStream({ start: 0, highWaterMark: chunk, autoClose: false });
    for await (const piece of unpackedFrom(again, bytes)) yield Buffer.from(piece);
    throw error;
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

/** Open regular files only: opening a pipe may block for ever, which no signal ends, and its bytes come once. */
async function openFile(path: string): Promise<FileHandle> {
  const there = await stat(path);
  if (!there.isFile()) throw new Error(there.isDirectory() ? 'it is a folder' : 'it is not a file');
  // The path may have been replaced since.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error('it is not a file');
}

async function readPiece(file: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, null);
  return buffer.subarray(0, bytesRead);
}

const beginsAsGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

export interface Unpacked {
  readonly path: string;
  readonly broken?: string;
  remove(): void;
}

/**
 * Unpack a gzipped file into a copy that only this person can read. A damaged one gives what comes before the damage. `wanted`
 * is given each piece, which is used again afterwards, and where it was written; once it gives false the rest is left packed. Rejects with the system's
 * words when there is nothing before the damage or the copy can't be written, and when there are more than `limit` bytes, or
 * more than the disk has room for.
 */
export async function unpack(
  path: string,
  limit = MAX_UNPACKED,
  wanted: (piece: Buffer, copy: string) => boolean = () => true,
): Promise<Unpacked> {
  const folder = temporaryFolder();
  const copy = { path: join(folder.path, basename(path).replace(/\.gz$/i, '')), remove: () => folder.remove() };
  let broken: string | undefined;
  const pieces = plainBytes(path);
  let file: number | undefined;
  let bytes = 0;
  try {
    file = openSync(copy.path, 'wx', 0o600);
    const most = Math.min(limit, roomIn(folder.path));
    for (;;) {
      const next = await pieces.next().catch((error: unknown) => {
        if (bytes === 0) throw error;
        broken = errorText(error);
      });
      if (!next || next.done === true) break;
      const piece = next.value;
      bytes += piece.length;
      if (bytes > most) throw new Error(`it holds more than ${most} bytes`);
      for (let at = 0; at < piece.length;) at += writeSync(file, piece, at);
      if (!wanted(piece, copy.path)) break;
    }
    return { ...copy, ...defined({ broken }) };
  } catch (error) {
    copy.remove();
    throw error;
  } finally {
    // Closes the packed file, however far it was read.
    await pieces.return(undefined);
    if (file !== undefined) closeSync(file);
  }
}

/** Bytes that a copy may take of the disk: half of what is free. */
function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return (bavail * bsize) / 2;
}
