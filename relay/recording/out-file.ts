/** Where a person has something written: a new file, a device, a pipe or a descriptor. Regular files are refused: they would be lost. */
import { constants, openSync, closeSync, statSync, writeSync, existsSync, realpathSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** An open file that is written to and never replaced, read back or removed. */
export interface OutFile {
  readonly file: number;
  /** False for a descriptor of this process, which stays open. */
  readonly own: boolean;
}

/** Milliseconds between two checks whether a pipe has a reader, or takes more. */
const AGAIN_MS = 20;
/** Milliseconds after which a pipe that takes nothing counts as failed. */
const PATIENCE_MS = 10_000;

/** The descriptor of this process that a path names, as `/dev/stdout` and `/dev/fd/3` do. */
export function descriptorOf(path: string): number | undefined {
  if (path === '/dev/stdout') return 1;
  if (path === '/dev/stderr') return 2;
  const [, number] = /^\/(?:dev|proc\/self)\/fd\/(\d{1,6})$/.exec(path) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Then everything else that goes there is written to standard error. */
export const isStandardOutput = (path: string | undefined): boolean => path !== undefined && descriptorOf(path) === 1;

/** Why no recording is written to a path: it would replace a file. Undefined when it can be tried. */
export function refusedOut(path: string): string | undefined {
  if (descriptorOf(path) !== undefined) return undefined;
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
      ? `${path} already exists; recordings are never overwritten.`
      : undefined;
  } catch {
    // What can't be looked at can't be written either, and the system says why.
    return undefined;
  }
}

/**
 * Open what is at a path, where that is a device, a pipe or a descriptor; undefined where a file is to be made. Waits for the reader
 * of a named pipe, which `waits` is told of, until the signal is aborted. Throws what the system throws.
 */
export async function openOut(
  path: string,
  { signal, waits }: { readonly signal: AbortSignal; readonly waits: () => void },
): Promise<OutFile | undefined> {
  const descriptor = descriptorOf(path);
  if (descriptor !== undefined) return { file: descriptor, own: false };
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there || there.isFile() || there.isDirectory()) return undefined;
  // A reader that sees no writer for a moment would end, so the first descriptor stays open until there is a second.
  const held = there.isFIFO() ? await untilRead(path, { signal, waits }) : undefined;
  try {
    return { file: openSync(path, constants.O_WRONLY | constants.O_APPEND), own: true };
  } finally {
    if (held !== undefined) closeSync(held);
  }
}

/** Open a pipe once it has a reader; `open` would block the program. The descriptor does not block. */
async function untilRead(
  path: string,
  { signal, waits }: { readonly signal: AbortSignal; readonly waits: () => void },
): Promise<number> {
  for (let told = false; ; told = true) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      signal.throwIfAborted();
      if (!told) waits();
      await wait(AGAIN_MS);
    }
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** `writeSync` that waits while a descriptor, such as the pipe of another program, takes no more. */
export function writePatiently(file: number, bytes: Uint8Array, offset: number): number {
  for (let waited = 0; ; waited += AGAIN_MS) {
    try {
      return writeSync(file, bytes, offset);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waited >= PATIENCE_MS) throw error;
      Atomics.wait(sleeper, 0, 0, AGAIN_MS);
    }
  }
}

export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writePatiently(file, bytes, at);
}

export const isSameFile = (path: string, other: string): boolean =>
  path === other || (existsSync(path) && existsSync(other) && realpathSync(path) === realpathSync(other));
