/** What the rest of the relay needs of a recording, be it written now or read from the disk. */
import type { Damage, RecordingFooter, RecordingHeader } from '#shared/recording';
import type { Unrecorded } from '#shared/relay-protocol';

export interface Recording {
  readonly header: RecordingHeader;
  readonly path: string;
  /** While it is written: what is not on the disk. */
  readonly unrecorded?: Unrecorded | undefined;
  /** When it was read from the disk: what could not be; `cut-short` when only its end is missing. */
  readonly problem?: Damage | 'cut-short' | undefined;
  /** True while another process writes it: then it is followed, and has no end yet. */
  readonly elsewhere?: boolean;
  /** Begin to read on what another process writes: `grew` is called after new events came, `over` once when that ended. */
  follow?(grew: () => void, over: () => void): void;
  /** The footer that was written or is to be written, when the recording is over. */
  readonly footer?: RecordingFooter | undefined;
  readonly count: number;
  /** Bytes of the file that hold the recording so far, its footer included once there is one. */
  readonly bytes: number;
  /** Lines from number `from` on, as in the file, no line ends: what fits `bytes`, at least one. Empty when none. */
  lines(from: number, bytes: number): readonly string[];
  lineBytes(s: number): number;
  /**
   * Put a note on event `at`, after the end of a recording that is over; an end that was written is written again. Throws
   * what the system throws, and when the recording can take nothing more; nothing is changed then.
   */
  annotate(at: number, text: string): void;
  /** Give back the file. Nothing can be read afterwards. */
  release(): void;
}
