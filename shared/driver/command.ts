/** What the driver tells the session host to do. */
import type { IdKey } from '#shared/jsonrpc';
import type { EventBody } from '#shared/recording';
import type { ServerList } from '#shared/mcp';
import type { ModelEndpoint } from './policy.ts';

export type Command =
  /** Send this exact text. */
  | { readonly do: 'send'; readonly text: string }
  /** Send a request with the next free id; `params` is JSON text. `revision` makes it one of the per-request era. */
  | { readonly do: 'request'; readonly method: string; readonly params?: string; readonly revision?: string }
  /** Record a decision. */
  | { readonly do: 'record'; readonly body: EventBody }
  /** Open a GET stream, from this event id on when there is one. */
  | { readonly do: 'listen'; readonly lastEventId?: string }
  /** End an HTTP exchange from this side. */
  | { readonly do: 'abort'; readonly x: string }
  /** After `ms` milliseconds, ask `afterWait` what to do. */
  | { readonly do: 'wait'; readonly ms: number; readonly for: Awaited }
  /** Ask a language model to answer a sampling request. */
  | { readonly do: 'model'; readonly endpoint: ModelEndpoint; readonly params: unknown; readonly answers: Asked }
  /** HTTP refused what this exchange carried: get authorized, then send it again. */
  | { readonly do: 'authorize'; readonly x: string }
  /** End the connection, with a problem that says why. */
  | { readonly do: 'end'; readonly reason: string; readonly detail: string }
  /** End the connection; why is already in the log. */
  | { readonly do: 'close'; readonly reason: string };

/** What is waited for. */
export type Awaited =
  | { readonly what: 'stream'; readonly x: string }
  | { readonly what: 'task'; readonly taskId: string }
  | { readonly what: 'endpoint' }
  | { readonly what: 'list'; readonly list: ServerList }
  | { readonly what: 'restart' }
  | { readonly what: 'subscription' };

/** The server's request that is answered: a message, or one in the `inputRequests` map of event `s`. */
export type Asked = { readonly key: IdKey } | { readonly op: number; readonly s: number; readonly input: string };
