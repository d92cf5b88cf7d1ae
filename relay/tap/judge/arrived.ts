/** A message that came to an armed tap, as whatever carries it hands it to the judge. */
import type { Direction, Leg, TapBody } from '#shared/recording';

/** An action of the tap as in its recording. */
export type Act = Omit<TapBody, 'k' | 'at'>;

/** A message that the tap kept, or put on a stream. */
export interface Handled {
  readonly leg: Leg;
  readonly own?: true;
  /** The tap's number of the message, used by verdicts and acts. */
  readonly key?: number;
  /** The number of the message that it replaces. */
  readonly of?: number;
}

export interface Arrived {
  readonly dir: Direction;
  /** The exchange that brought it, over HTTP. */
  readonly x?: number;
  /** Scopes that it shares with its response or its request, the surest first; absent where there is one connection. */
  readonly scopes?: readonly string[];
  readonly isOnce?: true;
  /** As received, without a line end. */
  readonly bytes: Buffer;
  /** Record that it came, with this number. */
  received(key?: number): void;
  /** Forward it, as received or with this text in its place, and record that. */
  pass(of: number, text?: string): void;
  /** Send this to its author, and record that; without a text, JSON-RPC has nothing to say. Over HTTP with this status. */
  answer(text: string | undefined, status?: number): void;
  /** It was for the tap: nothing is forwarded, and its author is done. */
  consumed(): void;
  drop(): void;
  closeStream(): void;
  kill(): void;
  /** The decision is carried out. Called once for each message. */
  settled(): void;
}

/** The connection to the author of messages of a direction, and the one to their receiver. */
export const cameBy = (dir: Direction): Leg => (dir === 'c2s' ? 'client' : 'server');
export const goesBy = (dir: Direction): Leg => (dir === 'c2s' ? 'server' : 'client');

export const MAX_JUDGED_BYTES = 16 * 1024 * 1024;
