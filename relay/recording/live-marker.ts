/**
 * A recording that is being written has a file beside it that names the process: other processes (a second relay,
 * `mcp-lifeline record`) then leave it alone. One that a crash left behind names a process that is gone. Where the number of
 * the process means nothing, in another container or on another machine that shares the folder, its time of change counts: it
 * is renewed for as long as the recording is written.
 */
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { isAlive } from '../base/index.ts';
import { birthOf, processPlace } from './process-identity.ts';
import { readSmallFile } from './small-file.ts';

const LIVE = '.live';
const markerOf = (path: string): string => `${path}${LIVE}`;

/** Milliseconds between two renewals. */
const RENEW_EVERY = 10_000;
/** Milliseconds after which a marker that was not renewed is that of a process that is gone. */
const STALE = 60_000;
const MAX_MARKER_BYTES = 4096;

/** The marked files, each with whether its marker was written: a full disk may hold an empty one. */
const marked = new Map<string, boolean>();
/** By recording, where the tap that writes it takes commands. */
const controls = new Map<string, string>();
let renewing: NodeJS.Timeout | undefined;

/** Mark the file at `path` as written by this process. A failure does not stop the recording. */
export function markLive(path: string): void {
  marked.set(path, write(path));
  renewing ??= setInterval(renewMarkers, RENEW_EVERY).unref();
}

/** Add to the marker of the recording at `path`, if there is one, where its tap takes commands. */
export function markControl(path: string, control: string): void {
  controls.set(path, control);
  if (marked.has(path)) marked.set(path, write(path));
}

/** Where the tap that writes the recording at `path` takes commands, if any. */
export function controlOf(path: string): string | undefined {
  if (writerOf(path) !== 'alive') return undefined;
  try {
    return readSmallFile(markerOf(path), MAX_MARKER_BYTES).split('\n')[2] || undefined;
  } catch {
    return undefined;
  }
}

/** Renew this process's markers. One that could not be written, or was removed, is written again. */
export function renewMarkers(): void {
  const now = new Date();
  for (const [path, written] of marked) {
    try {
      utimesSync(markerOf(path), now, now);
      if (!written) marked.set(path, write(path));
    } catch {
      marked.set(path, write(path));
    }
  }
}

/** A marker that can't be removed names a process that will be gone. */
export function unmarkLive(path: string): void {
  marked.delete(path);
  controls.delete(path);
  if (marked.size === 0) {
    clearInterval(renewing);
    renewing = undefined;
  }
  remove(path);
}

/** True when another live process writes the recording. Removes the marker of one that is gone. */
export function isWrittenElsewhere(path: string): boolean {
  if (marked.has(path)) return false;
  const writer = writerOf(path);
  if (writer === 'gone') remove(path);
  return writer === 'alive';
}

/** The state of the process that the marker beside `path` names; undefined without a marker. */
export function writerOf(path: string): 'alive' | 'gone' | undefined {
  let text: string;
  let age: number;
  try {
    age = Math.abs(Date.now() - statSync(markerOf(path)).mtimeMs);
    text = readSmallFile(markerOf(path), MAX_MARKER_BYTES);
  } catch {
    return undefined;
  }
  const [first = '', place = ''] = text.split('\n');
  const [, digits = '', birth = ''] = /^(\d{1,15})(?: (.*))?$/.exec(first.trim()) ?? [];
  const pid = Number(digits);
  // Its number means nothing here, or the disk had no room for it.
  if (pid === 0 || (place !== '' && place !== processPlace())) return age < STALE ? 'alive' : 'gone';
  if (!isAlive(pid)) return 'gone';
  const now = birth === '' ? undefined : birthOf(pid);
  // The system may have reused the number.
  if (now === undefined) return age < STALE ? 'alive' : 'gone';
  return now === birth ? 'alive' : 'gone';
}

/** Lines of a marker for this process, each with its end. */
export const liveMark = (): string => `${`${process.pid} ${birthOf(process.pid) ?? ''}`.trim()}\n${processPlace()}\n`;

function write(path: string): boolean {
  try {
    const control = controls.get(path);
    const text = control === undefined ? liveMark() : `${liveMark()}${control}\n`;
    writeFileSync(markerOf(path), text, { mode: 0o600 });
    return true;
  } catch {
    // The recording's own file will say what is wrong with the folder.
    return false;
  }
}

function remove(path: string): void {
  try {
    rmSync(markerOf(path), { force: true });
  } catch {
    // The disk takes no change.
  }
}
