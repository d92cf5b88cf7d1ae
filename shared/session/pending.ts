/**
 * The table of what waits for an answer, and the ways into it: by the exchange that carries it, by its progress token, by the
 * event that sent it, and the malformed texts in order. Every step of the fold goes through these, so that none has to look through
 * all that is open.
 */
import type { IdKey } from '#shared/jsonrpc';
import { opposite, type Direction } from '#shared/recording';
import type { Pending, PendingKey, SessionState } from './session-state.ts';

const tokenKey = (dir: Direction, token: IdKey): string => `${dir}:${token}`;

/** From here on `pending` waits. Its key must be free, or its holder displaced. */
export function putPending(state: SessionState, key: PendingKey, pending: Pending): void {
  const { x, dir, token } = pending;
  state.pending.set(key, pending);
  if (token !== undefined) state.tokens.set(tokenKey(dir, token), key);
  if (dir !== 'c2s') return;
  if (pending.kind === 'malformed') state.malformed.push(key);
  const same = state.sent.get(pending.s);
  if (same === undefined) state.sent.set(pending.s, key);
  else if (typeof same === 'string') state.sent.set(pending.s, new Set([same, key]));
  else same.add(key);
  if (x === undefined) return;
  const keys = state.carried.get(x);
  if (keys) keys.add(key);
  else state.carried.set(x, new Set([key]));
}

/** It does not wait any more. Gives what was there. */
export function takePending(state: SessionState, key: PendingKey): Pending | undefined {
  const pending = state.pending.get(key);
  if (!pending) return undefined;
  state.pending.delete(key);
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
  const same = state.sent.get(s);
  if (same === key || (typeof same === 'object' && same.delete(key) && same.size === 0)) state.sent.delete(s);
  const { malformed } = state;
  for (let last = malformed.at(-1); last !== undefined && !state.pending.has(last); last = malformed.at(-1))
    malformed.pop();
  const keys = x === undefined ? undefined : state.carried.get(x);
  if (x !== undefined && keys?.delete(key) && keys.size === 0) state.carried.delete(x);
}

/** What of the client waits for an answer in exchange `x`, oldest first. */
export function carriedBy(state: Readonly<SessionState>, x: string): (readonly [PendingKey, Pending])[] {
  return [...(state.carried.get(x) ?? [])].flatMap((key) => {
    const pending = state.pending.get(key);
    return pending ? [[key, pending] as const] : [];
  });
}

/** The first that the client sent in event `s` and that still waits. */
export function sentIn(state: Readonly<SessionState>, s: number): PendingKey | undefined {
  const keys = state.sent.get(s);
  return typeof keys === 'object' ? keys.values().next().value : keys;
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
