/** What the tap tells its recorder: copies of what passed, and what happened to the server's process. */
import type { ConnectionBody, ProcessBody } from '#shared/recording';
import type { TapCommand, Verdict } from '#shared/tap';
import type { OtlpTarget } from '../../otlp-options/index.ts';
import type { Act, Handled } from '../judge/index.ts';

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
  /** A controller’s command was carried out, or refused. Spools have `giver`. */
  | { readonly is: 'answered'; readonly t: number; readonly giver: number; readonly refused?: string }
  /** The disk is full or slow: what the recorder has not written would be lost with the tap. The spool ends in this part. */
  | { readonly is: 'unsafe'; readonly t: number; readonly part: number }
  /** Afterwards, from a spool: what passed here can't be read, and how much it was is not known. */
  | { readonly is: 'unreadable'; readonly t: number }
  /** Nothing more comes, and why when nobody said so before: answered once all is written. */
  | { readonly is: 'over'; readonly t: number; readonly reason?: string };

/** Why what passed is missing where a part of a spool can't be read. */
export const UNREADABLE = 'a part of what passed the tap can’t be read';

/** What the recorder tells the tap: it has written everything, and what recordings lack all the same, or somebody who may command the tap does, or is gone. */
export type Word =
  | { readonly is: 'written'; readonly lacking: readonly string[] }
  | {
      readonly is: 'command';
      readonly controllerId: number;
      readonly command: Exclude<TapCommand, { readonly type: 'verdict' }>;
      /** The exchange on whose stream, or after which, a message of one's own is to be sent, over HTTP. */
      readonly x?: number;
    }
  | { readonly is: 'verdict'; readonly controllerId: number; readonly key: number; readonly verdict: Verdict }
  | { readonly is: 'gone'; readonly controllerId: number };

/**
 * What both threads see, by place: the memory of copies that the recorder was given and has taken so far; the part of the spool from
 * which on its state holds; where the spool ends, and how far it is read (`placeOf`); 1 while the recorder has been told to read on.
 */
export const SEEN = { taken: 0, kept: 1, end: 2, read: 3, told: 4 } as const;
export const newSeen = (): BigInt64Array => new BigInt64Array(new SharedArrayBuffer(8 * Object.keys(SEEN).length));

/** What every recorder's thread is started with. */
export interface AnyStart {
  readonly seen: BigInt64Array;
  /** How many recorders of this tap ended before: it goes on where the last one was. */
  readonly before: number;
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

/** What the recorder is given: a copy that the spool does not take, or that there is more in the spool to be read. */
export type Given<From = Source, What = Happened> = Copy<From, What> | { readonly is: 'spooled' };

/** What a copy with bytes takes of memory beside them. */
const OVERHEAD = 512;
/** The memory that one takes; without bytes, it is not counted. */
export function weightOf<From, What>(copy: Given<From, What>): number {
  if (copy.is !== 'bytes' && copy.is !== 'message') return 0;
  return OVERHEAD + copy.bytes.length;
}

/** Microseconds of the monotonic clock, which all threads share, since `began`. */
export const sinceStart = (began: bigint): number => Number((process.hrtime.bigint() - began) / 1000n);
