/** The operations of a session as plain data, for the API and JSON output: method, subject, outcome and duration. */
import { defined } from '#shared/base';
import type { IdKey, JsonRpcId } from '#shared/jsonrpc';
import type { Direction, EventList } from '#shared/recording';
import type { SessionLog } from './log.ts';
import type { Outcome } from './step-note.ts';
import { heldUntil, tapWaits, type TapWait } from './tap-summary.ts';
import type { Operation } from './operation-table.ts';
import type { SessionState } from './session-state.ts';

/** One operation and how it ended: a request, or text of the client that is not a JSON-RPC message (`malformed`). */
export interface OperationFacts {
  readonly kind: 'request' | 'malformed';
  readonly dir: Direction;
  /** Sequence numbers of the event that opened it and of the event that closed it. */
  readonly s: number;
  readonly closed?: number;
  /** The request's JSON-RPC id. A number that a double cannot represent exactly is a string of its digits. */
  readonly id?: JsonRpcId;
  readonly method?: string;
  /** Subject of the request: the name of a tool or prompt, or a URI. */
  readonly name?: string;
  /**
   * `open`: still pending at the end of the recording. `ended`: pending when the session ended, or cancelled for that.
   */
  readonly outcome: Outcome | 'open';
  /** Milliseconds from the request to its end. */
  readonly ms?: number;
  /**
   * Milliseconds that a tap held the messages. `request` is part of `ms`; `response` is not, since `ms` stops when the
   * response reaches the tap. Absent if a tap held none.
   */
  readonly held?: { readonly request: number; readonly response: number };
  /** Bytes of the request and of its response. Messages of a batch get equal shares of its bytes. */
  readonly bytes: { readonly sent: number; readonly received: number };
}

/** In the order of the opening events. Never throws. */
export function operationFacts(log: SessionLog): OperationFacts[] {
  return log.operations.map((operation) => factsOfOperation(operation, log));
}

/** One operation of a log. Never throws. */
export function factsOfOperation(operation: Operation, log: SessionLog): OperationFacts {
  const { kind, dir, opened, openedAt, closed, closedAt, outcome, key, method, name, sent, received = 0 } = operation;
  return {
    kind,
    dir,
    s: opened,
    ...defined({ closed, id: key === undefined ? undefined : idFromKey(key), method, name }),
    outcome: isTakenBackAtEnd(operation, log) ? 'ended' : (outcome ?? 'open'),
    ...(closedAt === undefined ? {} : { ms: (closedAt - openedAt) / 1000 }),
    ...heldTimes(operation, log),
    bytes: { sent, received },
  };
}

function heldTimes(operation: Operation, log: SessionLog): Pick<OperationFacts, 'held'> {
  const waits = tapWaits(log, operation);
  if (waits.length === 0) return {};
  const totalMs = (some: typeof waits): number => heldUntil(some, log.state.lastT) / 1000;
  const isResponse = ({ at }: TapWait): boolean => at === operation.closed;
  return {
    held: { request: totalMs(waits.filter((wait) => !isResponse(wait))), response: totalMs(waits.filter(isResponse)) },
  };
}

function idFromKey(key: IdKey): JsonRpcId {
  const text = key.slice(2);
  if (key.startsWith('s:')) return text;
  const number = Number(text);
  return String(number) === text ? number : text;
}

interface Log {
  readonly events: EventList;
  readonly state: Readonly<SessionState>;
}

/** True if cancelled because the session ends: by the client itself before it closes, or with the connection. */
export function isTakenBackAtEnd({ outcome, closed }: Operation, { events, state }: Log): boolean {
  if (outcome !== 'cancelled' || closed === undefined) return false;
  const event = events.at(closed);
  if (event?.k === 'message' && event.dir === 'c2s' && event.by === 'auto') return true;
  const end = state.phases.all.find(({ phase }) => phase === 'shutdown');
  return end !== undefined && closed >= end.s;
}

/** True for an operation that is open still, to which nothing came, or that was open when the session ended. */
export function isUnanswered(operation: Operation, log: Log): boolean {
  const { outcome } = operation;
  return outcome === undefined || outcome === 'silence' || outcome === 'ended' || isTakenBackAtEnd(operation, log);
}

/**
 * The operation was refused with 404 for its session, and another session began since (2025-11-25,
 * basic/transports#session-management): the server did not act on it, and it can be sent again. As of event `asOf`.
 */
export function metLostSession(operation: Operation | undefined, log: SessionLog, asOf = Infinity): boolean {
  if (operation?.x === undefined || operation.closed === undefined) return false;
  const { opened, closed, x } = operation;
  const { events, state } = log;
  const begins = state.phases.all.findLast(({ phase, s }) => {
    if (phase !== 'connection' || s < opened || s > asOf) return false;
    const event = events.at(s);
    return event?.k === 'connection' && event.event === 'restarted';
  });
  if (begins === undefined) return false;
  for (let s = opened; s <= Math.max(closed, begins.s); s++) {
    const event = events.at(s);
    if (event?.k === 'http' && event.x === x && event.phase === 'response') return event.status === 404 && s < begins.s;
  }
  return false;
}
