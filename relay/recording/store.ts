/** What the rest of the relay needs of a recording, be it written now or read from the disk. */
import type { Damage, RecordingFooter, RecordingHeader } from '#shared/recording';
import type { Unrecorded } from '#shared/relay-protocol';
import type { LineBytes } from './read-lines.ts';

export interface Recording {
  readonly header: RecordingHeader;
  readonly path: string;
  readonly unrecorded?: Unrecorded | undefined;
  /** What could not be read; `cut-short` when only the end is missing. */
  readonly problem?: Damage | 'cut-short' | undefined;
  /** True while another process writes it: then it is followed, and has no end yet. */
  readonly elsewhere?: boolean;
  /** Start to follow what another process writes: `grew` is called after new events, `over` once when the writer ended. */
  follow?(grew: () => void, over: () => void): void;
  readonly footer?: RecordingFooter | undefined;
  readonly count: number;
  /** Bytes of the recording in the file so far, footer included. */
  readonly bytes: number;
  /** Lines from number `from` on, as in the file: what fits `bytes`, at least one. Empty when none. The bytes are shared, and only read. */
  read(from: number, bytes: number): LineBytes;
  /** The same as texts, no line ends. */
  lines(from: number, bytes: number): readonly string[];
  lineBytes(s: number): number;
  /**
   * Put a note on event `at`, after the end of a recording that is over; an end that was written is written again. Throws
   * what the system throws, and when the recording can take nothing more; nothing is changed then.
   */
  annotate(at: number, text: string): void;
  /** Close the file. Nothing can be read afterwards. */
  release(): void;
}
