/** What the tap tells its recorder: copies of what passed, and what happened to the server's process. */
import type { ConnectionBody, ProcessBody } from '#shared/recording';
import type { TapCommand, Verdict } from '#shared/tap';
import type { OtlpTarget } from '../otlp-options/index.ts';
import type { Act, Handled } from '../tap-judge/index.ts';

/** Where bytes came from: the host's messages, the server's messages, the server's standard error. */
export type Source = 'host' | 'server' | 'stderr';

/** What happened to the server's process. */
export type Happened = ProcessBody | ConnectionBody;

/** `t`: microseconds since the start. */
export type Copy<From = Source, What = Happened> =
  | { readonly is: 'bytes'; readonly t: number; readonly from: From; readonly bytes: Uint8Array }
  /** So many bytes passed and were not copied: too much waited already. */
  | { readonly is: 'missing'; readonly t: number; readonly from: From; readonly bytes: number }
  | { readonly is: 'happened'; readonly t: number; readonly body: What }
  | ({ readonly is: 'message'; readonly t: number; readonly from: From; readonly bytes: Uint8Array } & Handled)
  /** What the tap did; `about` is the number of the message, or where it came from: then it is about the last one from there. */
  | { readonly is: 'act'; readonly t: number; readonly act: Act; readonly about?: number | From }
  /** Command of this giver was carried out, or was not, and why. */
  | { readonly is: 'answered'; readonly t: number; readonly giver: number; readonly refused?: string }
  /** A part of the spool begins here. */
  | { readonly is: 'mark'; readonly t: number; readonly part: number }
  /** The disk is full or slow: what the recorder has not written would be lost with the tap. The spool ends in this part. */
  | { readonly is: 'unsafe'; readonly t: number; readonly part: number }
  /** Afterwards, from a spool: what passed here can't be read, and how much it was is not known. */
  | { readonly is: 'unreadable'; readonly t: number }
  /** Nothing more comes, and why when nobody said so before: answered once all is written. */
  | { readonly is: 'over'; readonly t: number; readonly reason?: string };

/** Why what passed is missing where a part of a spool can't be read. */
export const UNREADABLE = 'a part of what passed before the tap was killed can’t be read';

/** What the recorder tells the tap: it has written everything, and what recordings lack all the same, or somebody who may command the tap does, or is gone. */
export type Word =
  | { readonly is: 'written'; readonly lacking: readonly string[] }
  | {
      readonly is: 'command';
      readonly giver: number;
      readonly command: Exclude<TapCommand, { readonly type: 'verdict' }>;
      /** The exchange on whose stream, or after which, a message of one's own is to be sent, over HTTP. */
      readonly x?: number;
    }
  | { readonly is: 'verdict'; readonly giver: number; readonly key: number; readonly verdict: Verdict }
  | { readonly is: 'gone'; readonly giver: number };

/** What every recorder's thread is started with. */
export interface AnyStart {
  /** Bytes of copies that it has taken so far, and the part of the spool from which on its state holds: both threads see them. */
  readonly taken: BigInt64Array;
  /** The monotonic clock at the start, in nanoseconds, and what the wall clock said then. */
  readonly began: bigint;
  readonly startedAt: string;
  /** Where what passes is kept until it is recorded; its recordings are named after it. */
  readonly spool: string;
  readonly name?: string;
  readonly out?: string;
  readonly otlp?: OtlpTarget;
}

export interface RecorderStart extends AnyStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Where the bytes of a copy are in a spool. */
export interface Place {
  readonly part: number;
  readonly at: number;
  readonly length: number;
}

/** A copy as the recorder is given it: its bytes may be in the spool. */
export type Given<From = Source, What = Happened> = Copy<From, What> | InSpool<From>;
interface InSpool<From> {
  readonly is: 'bytes';
  readonly t: number;
  readonly from: From;
  readonly bytes: Place;
}

/** What a copy with bytes takes of memory beside them. */
const OVERHEAD = 512;
/** The memory that one takes; without bytes, it is not counted. */
export function weightOf<From, What>(copy: Given<From, What>): number {
  if (copy.is !== 'bytes' && copy.is !== 'message') return 0;
  return OVERHEAD + (copy.bytes instanceof Uint8Array ? copy.bytes.length : 0);
}

/** Microseconds of the monotonic clock, which all threads share, since `began`. */
export const sinceStart = (began: bigint): number => Number((process.hrtime.bigint() - began) / 1000n);
