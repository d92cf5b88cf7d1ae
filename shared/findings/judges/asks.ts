/** One question of a server to the client, and its reply, however they travel. */
import type { JsonObject } from '#shared/jsonrpc';
import type { Rule, Turn } from '../judging.ts';

export interface Ask {
  readonly method: string;
  readonly params: JsonObject;
  /** RFC 6901 pointer of the params in the message that asks, or of what should have them. */
  readonly at: string;
  /** Event that asked. */
  readonly s: number;
}

export interface Reply {
  readonly ask: Ask;
  /** Absent for an error, and where a task was begun instead. */
  readonly result: JsonObject | undefined;
  readonly error: unknown;
  /** Pointer of the result. */
  readonly at: string;
}

export interface AskJudge {
  readonly rules: readonly Rule[];
  readonly asks?: { readonly [method: string]: (turn: Turn, ask: Ask) => void };
  readonly replies?: { readonly [method: string]: (turn: Turn, reply: Reply) => void };
}
