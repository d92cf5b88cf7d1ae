/** The part of `fetch` that transports use, which page and relay give in their own ways. */
import type { HopTurn } from './redirect.ts';

export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;
export interface FetchInit {
  readonly method: string;
  readonly headers: [string, string][];
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
  /** Names, in any case, of the headers that a person gave or that were granted: they are for this server alone. */
  readonly personal?: readonly string[];
  /** Headers that name the address they are sent to, made for another one of the same server. */
  readonly readdress?: (url: string, headers: [string, string][]) => Promise<[string, string][]>;
  readonly report?: (turn: HopTurn) => void;
}
export interface FetchResponse {
  /** 0 when the platform hides the response. */
  readonly status: number;
  /** The server's own reason phrase, where it is not that of the status. */
  readonly phrase?: string | undefined;
  readonly headers: { forEach(each: (value: string, name: string) => void): void; get(name: string): string | null };
  readonly body: { getReader(): BodyReader } | null;
  /** The response is a redirect that was not followed, or a proxy's: a code that the page has words for. */
  readonly problem?: { readonly reason: string; readonly detail?: string };
  /** Why the server's certificate is not accepted; it was taken all the same. */
  readonly unverified?: string;
}
export interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
}
