/** What one step of the session fold says of its event. */
import type { Decoded, DecodedResponse, Fault } from '#shared/jsonrpc';
import type { Direction } from '#shared/recording';
import type { AwaitedInput, DroppedStream, MismatchedCall, Pending } from './session-state.ts';

/**
 * How an operation ended. `silence`: malformed text that nothing answered; `ended`: the connection closed first; `dropped`: a tap did not
 * hand the request on; `tap-answered`: a tap responded in the other side's place, with a result or an error.
 */
export type Outcome =
  | 'result'
  | 'error'
  | 'tool-error'
  | 'cancelled'
  | 'timeout'
  | 'no-answer'
  | 'silence'
  | 'ended'
  | 'dropped'
  | 'tap-answered';

export interface Closing {
  readonly pending: Pending;
  readonly outcome: Outcome;
  /** Over HTTP: status of the exchange that ended without an answer; 0 when not even that came. */
  readonly status?: number;
  readonly response?: DecodedResponse;
}

export interface StepNote {
  readonly decoded?: Decoded;
  readonly opened: readonly Pending[];
  readonly closed: readonly Closing[];
  /** Operation that the event belongs to without opening or closing it (progress, a late answer, a repeated request). */
  readonly touches?: number;
  readonly faults: readonly Fault[];
  /** Event of the message that it says something of: what a tap did with it, or what went on in its place. */
  readonly about?: number;
  /** A further response to a request that a tap handed on more than once. */
  readonly again?: true;
  /** A response with an id that nobody waits for, and the direction of its request; `Answered` adds the fault. */
  readonly unmatched?: { readonly response: DecodedResponse; readonly asked: Direction };
  /** The server has `notifications/initialized`: it was written, or over HTTP the exchange that carries it was answered. */
  readonly initialized?: true;
  /** A request that continues an operation: it repeats another with the input that was asked for. */
  readonly continued?: Pending;
  /** The answer asks for input; the operation waits. */
  readonly awaits?: AwaitedInput;
  /** A call was refused because its headers do not fit; the tools may ask for others by now. */
  readonly mismatched?: MismatchedCall;
  readonly dropped?: DroppedStream;
  /** HTTP+SSE: the stream on which the server answers has ended, and the session with it. */
  readonly streamEnded?: true;
  readonly tasks?: readonly string[];
  /** The first message that says that a task failed, or that its result is an error. */
  readonly taskFailed?: true;
  /** HTTP refused what an exchange carried for want of authorization. */
  readonly unauthorized?: { readonly x: string; readonly status: number };
}

/** What a step of the fold collects while it takes an event in. */
export type Draft = { -readonly [Part in keyof StepNote]: StepNote[Part] } & {
  opened: Pending[];
  closed: Closing[];
  faults: Fault[];
  tasks?: string[];
};

/** A note with every member, in one order: notes of one shape are read several times as fast as notes of many. */
export const draftNote = (decoded: Decoded | undefined, faults: Fault[]): Draft => ({
  decoded,
  opened: [],
  closed: [],
  touches: undefined,
  faults,
  about: undefined,
  again: undefined,
  unmatched: undefined,
  initialized: undefined,
  continued: undefined,
  awaits: undefined,
  mismatched: undefined,
  dropped: undefined,
  streamEnded: undefined,
  tasks: undefined,
  taskFailed: undefined,
  unauthorized: undefined,
});

export const NOTHING: StepNote = draftNote(undefined, []);
