/** The operations of a session as plain data, for programs: what was asked, what it is about, how it ended and how long it took. */
import { defined } from '#shared/base';
import type { IdKey, JsonRpcId } from '#shared/jsonrpc';
import type { Direction } from '#shared/recording';
import type { SessionLog } from './log.ts';
import type { Outcome } from './step-note.ts';
import { heldUntil, tapWaits, type TapWait } from './tap-summary.ts';
import type { Operation } from './trace.ts';
import { isTakenBackAtEnd } from './unanswered.ts';

/** One request, or a text of the client that is no message, with its end. */
export interface OperationFacts {
  readonly kind: 'request' | 'malformed';
  readonly dir: Direction;
  /** Event that opened it, and the event that closed it. */
  readonly s: number;
  readonly closed?: number;
  /** The request's JSON-RPC id. A number that a double does not hold is given as its digits. */
  readonly id?: JsonRpcId;
  readonly method?: string;
  /** What it is about: the name of a tool or prompt, a URI. */
  readonly name?: string;
  /** `open`: nothing ended it before the recording did. `ended`: the end of the session took it along. */
  readonly outcome: Outcome | 'open';
  /** Milliseconds from the request to its end. */
  readonly ms?: number;
  /** Milliseconds that a tap held its requests, which are part of `ms`, and its response, which come after it; absent where none did. */
  readonly held?: { readonly request: number; readonly response: number };
  /** Bytes of the request and of its response; of a batch, an equal part. */
  readonly bytes: { readonly sent: number; readonly received: number };
}

/** The operations of a log in the order in which they began. Never throws. */
export function operationFacts(log: SessionLog): OperationFacts[] {
  return log.operations.map((operation) => factsOf(operation, log));
}

function factsOf(operation: Operation, log: SessionLog): OperationFacts {
  const { kind, dir, opened, openedAt, closed, closedAt, outcome, key, method, name, sent, received = 0 } = operation;
  return {
    kind,
    dir,
    s: opened,
    ...defined({ closed, id: key === undefined ? undefined : idOf(key), method, name }),
    outcome: isTakenBackAtEnd(operation, log) ? 'ended' : (outcome ?? 'open'),
    ...(closedAt === undefined ? {} : { ms: (closedAt - openedAt) / 1000 }),
    ...heldBy(operation, log),
    bytes: { sent, received },
  };
}

function heldBy(operation: Operation, log: SessionLog): Pick<OperationFacts, 'held'> {
  const waits = tapWaits(log, operation);
  if (waits.length === 0) return {};
  const ms = (of: typeof waits): number => heldUntil(of, log.state.lastT) / 1000;
  const isLast = ({ at }: TapWait): boolean => at === operation.closed;
  return { held: { request: ms(waits.filter((wait) => !isLast(wait))), response: ms(waits.filter(isLast)) } };
}

function idOf(key: IdKey): JsonRpcId {
  const text = key.slice(2);
  if (key.startsWith('s:')) return text;
  const number = Number(text);
  return String(number) === text ? number : text;
}
