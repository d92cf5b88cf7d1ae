/** What the tap tells its recorder: copies of what passed, and what happened to the server's process. */
import type { ConnectionBody, ProcessBody } from '#shared/recording';
import type { TapCommand, Verdict } from '#shared/tap';
import type { OtlpTarget } from '../../otlp-options/index.ts';
import type { Act, Handled } from '../judge/index.ts';

/** The origin of bytes: the host's messages, the server's messages, the server's standard error. */
export type Source = 'host' | 'server' | 'stderr';

export type Happened = ProcessBody | ConnectionBody;

/** `t`: microseconds since the start. */
export type Copy<From = Source, What = Happened> =
  | { readonly is: 'bytes'; readonly t: number; readonly from: From; readonly bytes: Uint8Array }
  /** So many bytes passed and were not copied: too much waited already. */
  | { readonly is: 'missing'; readonly t: number; readonly from: From; readonly bytes: number }
  | { readonly is: 'happened'; readonly t: number; readonly body: What }
  | ({ readonly is: 'message'; readonly t: number; readonly from: From; readonly bytes: Uint8Array } & Handled)
  /** An action of the tap; `about` is the number of the message, or its origin: then it is about the latest from there. */
  | { readonly is: 'act'; readonly t: number; readonly act: Act; readonly about?: number | From }
  /** A controller’s command was carried out, or refused. Spools have `giver`. */
  | { readonly is: 'answered'; readonly t: number; readonly giver: number; readonly refused?: string }
  /** The disk is full or slow: unrecorded data would be lost with the tap. The spool ends in this part. */
  | { readonly is: 'unsafe'; readonly t: number; readonly part: number }
  /** From a spool: a part of unknown size can't be read. */
  | { readonly is: 'unreadable'; readonly t: number }
  /** Nothing more comes, with a reason unless one is known: answered once all is written. */
  | { readonly is: 'over'; readonly t: number; readonly reason?: string };

/** The reason of the gap for an unreadable part of a spool. */
export const UNREADABLE = 'a part of what passed the tap can’t be read';

/** A word of the recorder to the tap: everything is written, with what recordings lack; or a controller's command, or its end. */
export type Word =
  | { readonly is: 'written'; readonly lacking: readonly string[] }
  | {
      readonly is: 'command';
      readonly controllerId: number;
      readonly command: Exclude<TapCommand, { readonly type: 'verdict' }>;
      /** The exchange whose stream, or after which, a person's message is to be sent, over HTTP. */
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

export interface AnyStart {
  readonly seen: BigInt64Array;
  /** How many recorders of this tap ended before: it continues after the last one. */
  readonly before: number;
  /** The monotonic clock at the start, in nanoseconds, and the wall clock at that moment. */
  readonly began: bigint;
  readonly startedAt: string;
  /** The folder that keeps traffic until it is recorded; recordings get their ids from it. */
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

/** A message to the recorder: a copy that the spool does not have, or that the spool has more to read. */
export type Given<From = Source, What = Happened> = Copy<From, What> | { readonly is: 'spooled' };

/** Memory of a copy with bytes, beside them. */
const OVERHEAD = 512;
/** The memory of a copy; without bytes, it is not counted. */
export function weightOf<From, What>(copy: Given<From, What>): number {
  if (copy.is !== 'bytes' && copy.is !== 'message') return 0;
  return OVERHEAD + copy.bytes.length;
}

/** Microseconds of the monotonic clock, which all threads share, since `began`. */
export const sinceStart = (began: bigint): number => Number((process.hrtime.bigint() - began) / 1000n);
