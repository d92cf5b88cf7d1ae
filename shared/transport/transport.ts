/** What a session host needs of any transport: it does what it is told and reports event bodies; it keeps, repairs and decides nothing. */
import type { Author, EventBody, HeaderPairs } from '#shared/recording';

/** Receives what happened, in order. Bodies given in one call happened together and get one time stamp. */
export type Emit = (bodies: readonly EventBody[]) => void;

/** How one message goes over HTTP, where it is not to go as the protocol says. */
export interface HttpDetails {
  /** In order. They replace the protocol's own headers, and the session's and connection's of the same names. */
  readonly headers: HeaderPairs;
  /** Names, in any case, that are not sent whoever sets them. */
  readonly without?: readonly string[];
  /** Nothing but `headers` is sent, except what HTTP itself cannot do without. */
  readonly exact?: true;
  readonly method?: string;
}

export interface SendOptions {
  readonly by: Author;
  /** Recorded with the message: a form made it, and nobody wrote its text. */
  readonly form?: true;
  /** base64 of the exact bytes to write in place of the text, for what is not UTF-8. */
  readonly b64?: string;
  /** Only for HTTP: the protocol's own headers beyond `Content-Type` and `Accept`. What was set for the connection goes before. */
  readonly headers?: HeaderPairs;
  /** Only for HTTP: takes the place of `headers`. */
  readonly http?: HttpDetails;
  /** Only for HTTP: where to send it; absent is the server's URL. */
  readonly url?: string;
}

export interface OpenOptions {
  /** stdio only: asked when the server exits by itself. If true it restarts, and `restarted` replaces the end event. */
  readonly restartOnExit?: () => boolean;
}

export interface CloseOptions {
  /** Why, as the `closed` event will say. */
  readonly reason: string;
  /** Only for HTTP: headers of the DELETE that ends a session; absent when there is no session to end. */
  readonly deleteHeaders?: HeaderPairs;
}

export interface Transport {
  /** Begin. Success is reported as a `connection` event `open`, failure as `problem` and `closed`. */
  open(options?: OpenOptions): void;
  /** Write this exact text. Reported before `send` returns (the log has the next id); outcome later. Never throws. */
  send(text: string, options: SendOptions): void;
  /** HTTP only: open a GET stream (2025-11-25, basic/transports#listening-for-messages-from-the-server). */
  listen?(headers: HeaderPairs): void;
  /** HTTP only: end exchange `x` from this side. Nothing happens when it is over. */
  abort?(x: string): void;
  /** End in the order the specification gives. Resolves when the `closed` event was reported; safe to call twice. */
  close(options: CloseOptions): Promise<void>;
}

export type OpenTransport = (emit: Emit) => Transport;
