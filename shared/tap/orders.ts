/** Breakpoints, rules and commands of a tap: data that page, relay, tap and a file of rules share. */

/** Milliseconds a message waits for a person at most, unless orders say otherwise. */
export const USUAL_LIMIT = 30_000;

/** A matching message waits at the tap until a person has decided, or the limit has passed. */
export interface Breakpoint {
  /** In the language of conditions: `method:tools/call tool:delete_* dir:c2s`. */
  readonly when: string;
}

export type RuleAct =
  | { readonly do: 'delay'; readonly ms: number }
  | { readonly do: 'drop' }
  /** Set the values at these JSON Pointers (RFC 6901); an entry without a value removes one. */
  | { readonly do: 'edit'; readonly set: readonly { readonly pointer: string; readonly value?: unknown }[] }
  /** The sender gets this as the result of its request. The other side gets nothing. */
  | { readonly do: 'answer'; readonly result: unknown }
  /** The sender gets an error of JSON-RPC; over HTTP, with a `status`, that status in place of a body. */
  | { readonly do: 'fail'; readonly code?: number; readonly message?: string; readonly status?: number }
  /** Forward it so many times in all. */
  | { readonly do: 'repeat'; readonly times: number }
  /** End its stream: the pipe, the SSE stream. */
  | { readonly do: 'cut' }
  /** Kill the server; over HTTP, respond with 404 for its session from here on. */
  | { readonly do: 'kill' };

export interface TapRule {
  readonly name: string;
  readonly when: string;
  /** So many matching messages pass first. */
  readonly after?: number;
  readonly times?: number;
  readonly act: RuleAct;
}

/** Everything in force at once. New orders replace all earlier ones of the same controller. */
export interface TapOrders {
  readonly breakpoints: readonly Breakpoint[];
  readonly rules: readonly TapRule[];
  /** Milliseconds. */
  readonly limit: number;
}

/** A person's decision on a waiting message; texts are exact, without a line end. */
export type Verdict =
  | { readonly do: 'forward' }
  | { readonly do: 'edit'; readonly text: string }
  | { readonly do: 'drop' }
  /** In the other side's place. */
  | { readonly do: 'answer'; readonly text: string }
  | { readonly do: 'delay'; readonly ms: number }
  | { readonly do: 'repeat'; readonly times: number };

export type TapCommand =
  | { readonly type: 'orders'; readonly orders: TapOrders }
  /** About the waiting message of event `at`. */
  | { readonly type: 'verdict'; readonly at: number; readonly verdict: Verdict }
  /** Send a person's message: to the server, whose response stays at the tap, or to the client as if from the server. */
  | { readonly type: 'inject'; readonly to: 'server' | 'client'; readonly text: string };
