/** What the parts of an exchange that passes know of each other. */
import type { From, HttpHappened } from './copy.ts';

/** The connections that an exchange uses. */
export interface Line {
  toClient(bytes: Buffer): void;
  /** Input of that direction waits; waiting input continues. */
  hold(direction: 'requests' | 'responses'): void;
  resumeReading(direction: 'requests' | 'responses'): void;
  /** Break off the client's connection: after what was written to it, or at once. */
  cut(): void;
  destroy(): void;
  /** The client's connection is closed. */
  readonly isGone: boolean;
  readonly isBetweenChunks: boolean;
}

/** The body of a response while it comes. */
export interface PassingResponse {
  /** A piece as received, and its content. */
  body(bytes: Buffer, content: Buffer): void;
  /** It has ended, with these bytes. */
  ended(bytes: Buffer): void;
  /** It broke off after these bytes. */
  cut(bytes: Buffer, error: Error): void;
}

/** Receives copies. */
export interface ExchangeObserver {
  bytes(from: From, bytes: Uint8Array): void;
  happened(body: HttpHappened): void;
}
