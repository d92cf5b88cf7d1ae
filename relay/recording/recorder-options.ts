/** Options of a recorder, its callbacks, and the bounds of its memory. */
import type { RecordingHeader } from '#shared/recording';
import type { OutFile } from './out-file.ts';

export type Write = (file: number, bytes: Buffer, offset: number) => number;

export interface RecorderOptions {
  readonly path: string;
  readonly header: RecordingHeader;
  /** Called with the reason when events are no longer on the disk; again only after `onRecovered`. */
  readonly failed: (detail: string) => void;
  /** Called when everything that was not dropped is on the disk again. */
  readonly onRecovered?: () => void;
  /** Called repeatedly while events are dropped. */
  readonly onDropped?: () => void;
  readonly write?: Write;
  /** Written to in place of a new file at the path; it is not read back, and not removed. */
  readonly out?: OutFile;
  readonly waiting?: Waiting;
}

/** The line of an event, and its time in microseconds. */
export interface TimedLine {
  readonly t: number;
  readonly line: string;
}

export interface Waiting {
  readonly bytes: number;
  readonly events: number;
}

/** While the disk accepts nothing. Beyond either, events are dropped until half of it is written. */
export const MAX_WAITING: Waiting = { bytes: 64 * 1024 * 1024, events: 200_000 };

/** True when the next event must be dropped while the disk takes nothing: from the bounds on, until half of them is free again. */
export function mustDrop(isDropping: boolean, held: Waiting, most: Waiting): boolean {
  const part = isDropping ? 0.5 : 1;
  return held.bytes >= most.bytes * part || held.events >= most.events * part;
}
