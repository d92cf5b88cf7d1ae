/** A message that came to an armed tap, as whatever carries it hands it to the judge. */
import type { Direction, Leg, TapBody } from '#shared/recording';

/** What the tap did, as its recording tells it. */
export type Act = Omit<TapBody, 'k' | 'at'>;

/** A message that the tap kept from going on, or put on a stream. */
export interface Handled {
  readonly leg: Leg;
  /** It is the tap's own text. */
  readonly own?: true;
  /** Number by which the tap knows it: verdicts and acts are about it. */
  readonly key?: number;
  /** The number of the message in whose place it goes on. */
  readonly of?: number;
}

export interface Arrived {
  readonly dir: Direction;
  /** The exchange that brought it, over HTTP. */
  readonly x?: number;
  /** What it has in common with its response or its request, the surest first; absent where there is one connection. */
  readonly scopes?: readonly string[];
  /** It can go on once only. */
  readonly isOnce?: true;
  /** As it came, without a line end. */
  readonly bytes: Buffer;
  /** Record that it came and is known by this number. */
  received(key?: number): void;
  /** Let it go on, as it came or with this text in its place, and record that. */
  pass(of: number, text?: string): void;
  /** Give this to its author, and record that; without a text, nothing that JSON-RPC could say. Over HTTP with this status. */
  answer(text: string | undefined, status?: number): void;
  /** It was for the tap: nothing goes on, and its author is done. */
  consumed(): void;
  /** Nothing will go on, and its author gets nothing. */
  drop(): void;
  /** End the stream on which it came. */
  closeStream(): void;
  /** Kill the server, or its session. */
  kill(): void;
  /** It was decided about, and nothing more becomes of it. Called once for each that came. */
  settled(): void;
}

/** The connection over which messages of a direction come from their author, and over which they go on. */
export const cameBy = (dir: Direction): Leg => (dir === 'c2s' ? 'client' : 'server');
export const goesBy = (dir: Direction): Leg => (dir === 'c2s' ? 'server' : 'client');

/** A longer message is forwarded as it comes. */
export const MAX_JUDGED_BYTES = 16 * 1024 * 1024;
