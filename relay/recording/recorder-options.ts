/** What a recorder is told: where it writes, and whom it tells what became of that. */
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
  /** Bounds of what waits in memory. */
  readonly waiting?: { readonly bytes: number; readonly events: number };
}
