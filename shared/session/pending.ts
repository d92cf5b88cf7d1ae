/**
 * The table of what waits for an answer, and the ways into it: by the exchange that carries it, by its progress token, by the
 * event that sent it. Beside it malformed texts in order, which wait for nothing. Every step of the fold goes through these, so that
 * none has to look through all that is open.
 */
import type { IdKey } from '#shared/jsonrpc';
import { opposite, type Direction } from '#shared/recording';
import type { Pending, PendingKey, SessionState } from './session-state.ts';
import type { Closing } from './step-note.ts';

const tokenKey = (dir: Direction, token: IdKey): string => `${dir}:${token}`;

/** What may get an answer under this key: a request that waits, or a malformed text. */
export const underKey = ({ pending, unreadable }: Readonly<SessionState>, key: PendingKey): Pending | undefined =>
  pending.get(key) ?? unreadable.get(key);

/** All that may still get an answer. */
export const answerable = ({ pending, unreadable }: Readonly<SessionState>): (readonly [PendingKey, Pending])[] => [
  ...pending,
  ...unreadable,
];

/** How it ended without an answer: a request by `outcome`, a text that nobody had to answer by silence. */
export const unanswered = (pending: Pending, outcome: 'ended' | 'no-answer'): Closing => ({
  pending,
  outcome: pending.kind === 'malformed' ? 'silence' : outcome,
});

/** From here on `pending` waits, or is a text that waits for nothing. Its key must be free, or its holder displaced. */
export function putPending(state: SessionState, key: PendingKey, pending: Pending): void {
  const { x, dir, token } = pending;
  if (pending.kind === 'malformed') {
    state.unreadable.set(key, pending);
    state.malformed.push(key);
  } else state.pending.set(key, pending);
  if (token !== undefined) state.tokens.set(tokenKey(dir, token), key);
  if (dir !== 'c2s') return;
  if (pending.kind === 'request') state.sent.add(pending.s, key);
  if (x !== undefined) state.carried.add(x, key);
}

/** It does not wait any more. Gives what was there. */
export function takePending(state: SessionState, key: PendingKey): Pending | undefined {
  const pending = underKey(state, key);
  if (!pending) return undefined;
  state.pending.delete(key);
  state.unreadable.delete(key);
  unlist(state, key, pending);
  return pending;
}

/** What waits under `key` moves to `instead`, and another takes its place. Nothing is deleted: Maps keep holes, and lookups slow down. */
export function displacePending(
  state: SessionState,
  key: PendingKey,
  instead: (pending: Pending) => PendingKey,
): boolean {
  const pending = state.pending.get(key);
  if (!pending) return false;
  unlist(state, key, pending);
  putPending(state, instead(pending), pending);
  return true;
}

/** Take `key` out of the ways that lead to it. */
function unlist(state: SessionState, key: PendingKey, { x, dir, token, s }: Pending): void {
  if (token !== undefined && state.tokens.get(tokenKey(dir, token)) === key) state.tokens.delete(tokenKey(dir, token));
  if (dir !== 'c2s') return;
  state.sent.delete(s, key);
  const { malformed, unreadable } = state;
  for (let last = malformed.at(-1); last !== undefined && !unreadable.has(last); last = malformed.at(-1))
    malformed.pop();
  if (x !== undefined) state.carried.delete(x, key);
}

/** What of the client may get an answer in exchange `x`, oldest first. */
export function carriedBy(state: Readonly<SessionState>, x: string): (readonly [PendingKey, Pending])[] {
  return [...state.carried.of(x)].flatMap((key) => {
    const pending = underKey(state, key);
    return pending ? [[key, pending] as const] : [];
  });
}

/** The first request that the client sent in event `s` and that still waits. */
export function sentIn({ sent }: Readonly<SessionState>, s: number): PendingKey | undefined {
  return sent.first(s);
}

/** What waited in exchange `from` waits in `to`. */
export function movePending(state: SessionState, from: string, to: string): void {
  for (const [key, pending] of carriedBy(state, from)) {
    takePending(state, key);
    putPending(state, key, { ...pending, x: to });
  }
}

/** The request of the other side that a progress notification in direction `dir` is about. */
export function byToken(state: Readonly<SessionState>, dir: Direction, token: IdKey): Pending | undefined {
  const key = state.tokens.get(tokenKey(opposite(dir), token));
  return key === undefined ? undefined : state.pending.get(key);
}
