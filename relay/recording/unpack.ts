/** Recordings as they stand on the disk, gzipped (RFC 1952) or not, as plain bytes. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createGunzip } from 'node:zlib';

/** Most bytes that are unpacked to the disk: a small file must not fill it. */
export const MAX_UNPACKED = 4 * 1024 * 1024 * 1024;

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

/**
 * The bytes of a file in pieces of up to `chunk`, unpacked where it is gzipped. Fails with the system's words, after the pieces
 * before the damage.
 */
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
  // What fails after nobody reads any more is of no interest.
  gunzip.on('error', () => undefined);
  try {
    yield* packed.pipe(gunzip) as AsyncIterable<Buffer>;
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

/**
 * Open what is a file. A pipe gives its bytes once, and may give none for ever: a program that waits for one to be opened can't
 * be ended by a signal.
 */
async function openFile(path: string): Promise<FileHandle> {
  const there = await stat(path);
  if (!there.isFile()) throw new Error(there.isDirectory() ? 'it is a folder' : 'it is not a file');
  return open(path);
}

async function readPiece(file: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, null);
  return buffer.subarray(0, bytesRead);
}

const beginsAsGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

export interface Unpacked {
  readonly path: string;
  /** Remove the copy. */
  remove(): void;
}

/**
 * Unpack a gzipped file into a copy that only this person can read. A damaged one gives what comes before the damage. Rejects
 * with the system's words when that is nothing, and when there are more than `limit` bytes in it.
 */
export async function unpack(path: string, limit = MAX_UNPACKED): Promise<Unpacked> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-'));
  const copy = join(folder, basename(path).replace(/\.gz$/i, ''));
  const file = openSync(copy, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const piece of plainBytes(path)) {
      bytes += piece.length;
      if (bytes > limit) break;
      for (let at = 0; at < piece.length;) at += writeSync(file, piece, at);
    }
    if (bytes > limit) throw new Error(`it holds more than ${limit} bytes`);
  } catch (error) {
    if (bytes === 0 || bytes > limit) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  } finally {
    closeSync(file);
  }
  return { path: copy, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
