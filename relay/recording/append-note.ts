/** Appending to the file of a recording that is over: a note, and its end once more. */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import {
  decodeLine,
  encodeEnd,
  encodeEvent,
  lateNote,
  UNFINISHED,
  type Moment,
  type WireEvent,
} from '#shared/recording';
import { isWrittenElsewhere } from './live-marker.ts';

/** Bytes after the last event that are searched for footers; each is far shorter. */
const ENDS = 64 * 1024;

/** Another process put something into the file, or another file in its place. */
export const CHANGED = 'the recording’s file was changed by another program; open it again';

export interface Appended {
  /** Bytes between the last event that was there and the first that is new. */
  readonly between: number;
  /** Length in bytes of each new event's line. */
  readonly lines: readonly number[];
  readonly bytes: number;
}

/**
 * Put a note on event `at` into the recording at `path`, whose last event is `last` and ends at byte `end`. A footer is
 * followed by another; where a crash left an unfinished line, a gap says so in its place. Throws what the system throws, and
 * when another process writes the recording or the file is not `same` (an open one) any more.
 */
export function appendNote(
  path: string,
  same: number,
  { end, last }: { readonly end: number; readonly last: Moment | undefined },
  at: number,
  text: string,
): Appended {
  if (isWrittenElsewhere(path)) throw new Error('another program is writing this recording');
  const file = openSync(path, 'r+');
  try {
    const { ino, size } = fstatSync(file);
    if (ino !== fstatSync(same).ino || size < end) throw new Error(CHANGED);
    const { from, reason } = endsAfter(file, end);
    const lost = size - from;
    const { s = -1, t = 0 } = last ?? {};
    const gap: readonly WireEvent[] = lost > 0 ? [{ s: s + 1, t, k: 'gap', bytes: lost, why: UNFINISHED }] : [];
    const events = [...gap, lateNote(gap[0] ?? last, at, text)];
    const lines = events.map((event) => Buffer.from(`${encodeEvent(event)}\n`));
    const count = s + 1 + events.length;
    // A recording that was cut stays without a footer.
    const footer = lost > 0 || reason === undefined ? '' : `${encodeEnd({ footer: true, events: count, reason })}\n`;
    // The last line may lack its line end.
    const glue = Buffer.from(endsLine(file, from) ? '' : '\n');
    const whole = Buffer.concat([glue, ...lines, Buffer.from(footer)]);
    ftruncateSync(file, from);
    for (let done = 0; done < whole.length;) done += writeSync(file, whole, done, whole.length - done, from + done);
    return { between: from - end + glue.length, lines: lines.map(({ length }) => length), bytes: from + whole.length };
  } finally {
    closeSync(file);
  }
}

/** Where the footers after byte `end` end, and the reason of the last one. Throws where another event follows. */
function endsAfter(file: number, end: number): { readonly from: number; readonly reason?: string } {
  const bytes = Buffer.alloc(ENDS);
  const tail = bytes.subarray(0, readSync(file, bytes, 0, ENDS, end));
  let from = end;
  let reason: string | undefined;
  for (const line of tail.toString('latin1').split(/(?<=\n)/)) {
    const read = line.trim() === '' ? undefined : decodeLine(Buffer.from(line, 'latin1').toString(), 2);
    if (read?.type === 'event' && line.endsWith('\n')) throw new Error(CHANGED);
    if (read && read.type !== 'footer') break;
    if (read) reason = read.footer.reason;
    from += line.length;
  }
  return { from, ...(reason === undefined ? {} : { reason }) };
}

function endsLine(file: number, end: number): boolean {
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, end - 1);
  return last[0] === 0x0a;
}
