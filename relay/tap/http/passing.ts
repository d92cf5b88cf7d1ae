/** What the parts of an exchange that passes know of each other. */

export interface Line {
  toClient(bytes: Buffer): void;
  /** Input of that direction waits; waiting input continues. */
  hold(direction: 'requests' | 'responses'): void;
  resumeReading(direction: 'requests' | 'responses'): void;
  /** Break off the client's connection: after what was written to it, or at once. */
  cut(): void;
  destroy(): void;
  readonly isGone: boolean;
  readonly isBetweenChunks: boolean;
}

export interface PassingResponse {
  /** A piece as received, and its content. */
  body(bytes: Buffer, content: Buffer): void;
  /** It has ended, with these bytes. */
  ended(bytes: Buffer): void;
  /** It broke off after these bytes. */
  cut(bytes: Buffer, error: Error): void;
}
