/** What the rest of the relay needs of a recording, be it written now or read from the disk. */
import type { RecordingHeader } from '#shared/recording';

export interface Recording {
  readonly header: RecordingHeader;
  readonly path: string;
  /** Events so far. */
  readonly count: number;
  /** Bytes of the file that hold the recording so far, its footer included once there is one. */
  readonly bytes: number;
  /**
   * Lines of events from sequence number `from` on, exactly as in the file without their line ends: as many as fit
   * `bytes`, but at least one. Empty when there are none.
   */
  lines(from: number, bytes: number): readonly string[];
  /** Length in bytes of the line of event `s`. */
  lineBytes(s: number): number;
  /** Give back the file. Nothing can be read afterwards. */
  release(): void;
}
