/** What a recording lacks, as a sentence and as events in the recording itself. */
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errorText } from '#shared/base';
import { encodeEnd, encodeEvent, NOT_RECORDED } from '#shared/recording';
import type { Unrecorded } from '#shared/relay-protocol';
import type { Offsets } from './offsets.ts';

/** What the file lacks, as a sentence; undefined when it is whole. */
export function unrecordedLine(unrecorded: Unrecorded | undefined): string | undefined {
  if (!unrecorded) return undefined;
  const { from, why, detail, events } = unrecorded;
  if (why === 'gone') return `The recording is incomplete: its file was moved or deleted (${detail}).`;
  const gaps = events === undefined ? '' : ` ${events} events could not be recorded and are missing.`;
  const missing = why === 'failed' ? ` Nothing was written from event ${from} on (${detail}).` : '';
  return `The recording is incomplete.${gaps}${missing}`;
}

/** End a recording that the disk cut: gap and footer over its last lines; an empty one is removed if `isOwn`. Never throws; it may stay cut. */
export function endEarly(
  path: string,
  file: number,
  lines: Offsets,
  { t, reason }: { readonly t: number; readonly reason: string },
  isOwn: boolean,
): void {
  const endAt = (s: number): Buffer => {
    const gap = encodeEvent({ s, t, k: 'gap', events: lines.count - s, why: NOT_RECORDED });
    return Buffer.from(`${gap}\n${encodeEnd({ footer: true, events: s + 1, reason })}\n`);
  };
  let there: number | undefined;
  try {
    const { ino, size } = fstatSync(file);
    // With one that appends, the text would be added at the end.
    there = openSync(path, 'r+');
    if (fstatSync(there).ino !== ino) return;
    if (isOwn && size < lines.startOf(0)) return rmSync(path);
    let s = lines.count;
    let end = endAt(s);
    while (s > 0 && lines.startOf(s) + end.length > size) end = endAt(--s);
    const start = lines.startOf(s);
    if (start + end.length <= size) ftruncateSync(there, start + writeSync(there, end, 0, end.length, start));
  } catch {
    // The disk takes no change.
  } finally {
    if (there !== undefined) closeSync(there);
  }
}

/** Bytes written to test for free space. */
const PROBE = 64 * 1024;

/** Why no recording can be written in a folder, which may have to be made; undefined when one can. Leaves nothing behind. */
export function refusalIn(folder: string): string | undefined {
  let made: string | undefined;
  try {
    let above = folder;
    while (!statSync(above, { throwIfNoEntry: false }) && dirname(above) !== above) above = dirname(above);
    made = mkdtempSync(join(above, '.lifeline-'));
    writeFileSync(join(made, 'probe'), Buffer.alloc(PROBE));
    return undefined;
  } catch (error) {
    return errorText(error);
  } finally {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  }
}
