/** The operations of a session as plain data, for programs: what was asked, what it is about, how it ended and how long it took. */
import { isObject, type Decoded, type IdKey, type JsonRpcId } from '#shared/jsonrpc';
import { methodFacts } from '#shared/mcp';
import type { Direction } from '#shared/recording';
import type { SessionLog } from './log.ts';
import type { Outcome } from './step-note.ts';
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
}

/** The operations of a log in the order in which they began. Never throws. */
export function operationFacts(log: SessionLog): OperationFacts[] {
  return log.operations.map((operation) => factsOf(operation, log));
}

function factsOf(operation: Operation, log: SessionLog): OperationFacts {
  const { kind, dir, opened, openedAt, closed, closedAt, outcome, key, method } = operation;
  const name = nameIn(messageOf(log.decoded(opened), key));
  return {
    kind,
    dir,
    s: opened,
    ...(closed === undefined ? {} : { closed }),
    ...(key === undefined ? {} : { id: idOf(key) }),
    ...(method === undefined ? {} : { method }),
    ...(name === undefined ? {} : { name }),
    outcome: isTakenBackAtEnd(operation, log) ? 'ended' : (outcome ?? 'open'),
    ...(closedAt === undefined ? {} : { ms: (closedAt - openedAt) / 1000 }),
  };
}

/** The message with this id: of a batch the item, of any other text the text itself. */
export function messageOf(decoded: Decoded | undefined, key: IdKey | undefined): Decoded | undefined {
  if (decoded?.kind !== 'batch') return decoded;
  return decoded.items.find((item) => 'key' in item && item.key === key);
}

function nameIn(decoded: Decoded | undefined): string | undefined {
  if (decoded?.kind !== 'request' || !isObject(decoded.params)) return undefined;
  const { subject } = methodFacts(decoded.method) ?? {};
  const name = subject === undefined ? undefined : decoded.params[subject];
  return typeof name === 'string' ? name : undefined;
}

function idOf(key: IdKey): JsonRpcId {
  const text = key.slice(2);
  if (key.startsWith('s:')) return text;
  const number = Number(text);
  return String(number) === text ? number : text;
}
