/** What one step of the session fold says of its event. */
import type { Decoded, DecodedResponse, Fault } from '#shared/jsonrpc';
import type { Direction } from '#shared/recording';
import type { Pending } from './state.ts';

/** How an operation ended. `silence`: malformed text that nothing answered; `ended`: the connection closed first. */
export type Outcome = 'result' | 'error' | 'tool-error' | 'cancelled' | 'no-answer' | 'silence' | 'ended';

export interface Closing {
  readonly pending: Pending;
  readonly outcome: Outcome;
}

/** What one event did. */
export interface StepNote {
  readonly decoded?: Decoded;
  readonly opened: readonly Pending[];
  readonly closed: readonly Closing[];
  /** Operation that the event belongs to without opening or closing it (progress, a late answer). */
  readonly touches?: number;
  readonly faults: readonly Fault[];
  /** A response whose id nobody waits for, and the side that would have asked; the trace knows what was answered before. */
  readonly unmatched?: { readonly response: DecodedResponse; readonly asked: Direction };
  /** The server has `notifications/initialized`: it was written, or over HTTP the exchange that carries it was answered. */
  readonly initialized?: true;
}

/** The note of an event that did nothing. */
export const NOTHING: StepNote = { opened: [], closed: [], faults: [] };
