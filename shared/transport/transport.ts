/**
 * What a session host needs of a transport, whatever carries it. A transport performs what it is told and reports
 * everything that passes as event bodies; it keeps no protocol state of its own, repairs nothing and decides nothing.
 */
import type { Author, EventBody, HeaderPairs } from '#shared/recording';

/** Receives what happened, in order. Bodies given in one call happened together and get one time stamp. */
export type Emit = (bodies: readonly EventBody[]) => void;

export interface SendOptions {
  readonly by: Author;
  /** Only for HTTP: request headers beyond `Content-Type` and `Accept`, in order. */
  readonly headers?: HeaderPairs;
}

export interface CloseOptions {
  /** Why, as the `closed` event will say. */
  readonly reason: string;
  /** Only for HTTP: headers of the DELETE that ends a session; absent when there is no session to end. */
  readonly deleteHeaders?: HeaderPairs;
}

export interface Transport {
  /** Begin. Success is reported as a `connection` event `open`, failure as `problem` and `closed`. */
  open(): void;
  /**
   * Write exactly this text as one message. The message is reported before `send` returns (the next free id is read from the
   * log); what became of it is reported later. Never throws.
   */
  send(text: string, options: SendOptions): void;
  /** HTTP only: open the standalone GET stream (2025-11-25, basic/transports#listening-for-messages-from-the-server). */
  listen?(headers: HeaderPairs): void;
  /** End in the order the specification gives. Resolves when the `closed` event was reported; safe to call twice. */
  close(options: CloseOptions): Promise<void>;
}

/** Makes a transport that reports to `emit`. */
export type OpenTransport = (emit: Emit) => Transport;
