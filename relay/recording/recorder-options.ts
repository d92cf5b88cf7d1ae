/** What a recorder is told: where it writes, and whom it tells what became of that. */
import type { RecordingHeader } from '#shared/recording';
import type { OutFile } from './out-file.ts';

export type Write = (file: number, bytes: Buffer, offset: number) => number;

export interface RecorderOptions {
  readonly path: string;
  readonly header: RecordingHeader;
  /** Called with what happened when events are no longer on the disk; again only after they were. */
  readonly failed: (detail: string) => void;
  /** Called when everything that was not given up is on the disk again. */
  readonly onRecovered?: () => void;
  /** Called now and then while events are given up. */
  readonly onDropped?: () => void;
  readonly write?: Write;
  /** What is written to, in place of a new file at the path; it is not read back, and not removed. */
  readonly out?: OutFile;
  /** Bounds of what waits in memory. */
  readonly waiting?: { readonly bytes: number; readonly events: number };
}
