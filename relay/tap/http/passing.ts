/** What the parts of an exchange that passes know of each other. */
import type { From, HttpHappened } from './copy.ts';

/** The connections by which an exchange passes. */
export interface Line {
  toClient(bytes: Buffer): void;
  /** What comes next that way waits; what waits goes on. */
  hold(direction: 'requests' | 'responses'): void;
  resumeReading(direction: 'requests' | 'responses'): void;
  /** Break the client's connection off, after what was written to it, or at once. */
  cut(): void;
  destroy(): void;
  /** Nobody is there who could get anything. */
  readonly isGone: boolean;
  readonly isBetweenChunks: boolean;
}

/** The body of a response, as it comes. */
export interface PassingResponse {
  /** A piece as it came, and what it holds. */
  body(bytes: Buffer, content: Buffer): void;
  /** It has ended, with these bytes. */
  ended(bytes: Buffer): void;
  /** It broke off, and these bytes are the last. */
  cut(bytes: Buffer, error: Error): void;
}

/** Where copies go. */
export interface ExchangeObserver {
  bytes(from: From, bytes: Uint8Array): void;
  happened(body: HttpHappened): void;
}
