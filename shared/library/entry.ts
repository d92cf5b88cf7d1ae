/** What a library says of each recording it has, and of itself. */
import type { RecordingHeader } from '#shared/recording';
import type { RecordingFacts } from './facts.ts';
import type { RecordingMeta } from './meta.ts';
import type { Retention } from './retention.ts';

export interface LibraryEntry {
  readonly id: string;
  /** Where it is: on the disk of the relay's machine, or in the browser's storage. */
  readonly home: 'relay' | 'browser';
  readonly header: RecordingHeader;
  readonly bytes: number;
  /** The session goes on: it is recorded still. */
  readonly live: boolean;
  readonly meta: RecordingMeta;
  /** What is in it; absent until it was read. */
  readonly facts?: RecordingFacts;
  /** Its file, on the relay's machine. */
  readonly path?: string;
}

export interface Amount {
  readonly count: number;
  readonly bytes: number;
}

export interface LibraryState {
  readonly retention: Retention;
  readonly folder: string;
  /** What was deleted and can still be had back. */
  readonly trash: Amount;
  /** What the retention moved to the trash last, when it moved anything since this relay was started. */
  readonly swept?: Amount & { readonly at: string };
  /** Recordings that are still to be read for their facts. */
  readonly unread: number;
}
