/**
 * The table of what waits for an answer, and two ways into it: by the exchange that carries it, and by its progress token.
 * Every step of the fold goes through these, so that none has to look through all that is open.
 */
import type { IdKey } from '#shared/jsonrpc';
import type { Direction } from '#shared/recording';
import type { Pending, PendingKey, SessionState } from './state.ts';

const tokenKey = (dir: Direction, token: IdKey): string => `${dir}:${token}`;

/** From here on `pending` waits. Its key must be free. */
export function putPending(state: SessionState, key: PendingKey, pending: Pending): void {
  const { x, dir, token } = pending;
  state.pending.set(key, pending);
  if (token !== undefined) state.tokens.set(tokenKey(dir, token), key);
  if (x === undefined || dir !== 'c2s') return;
  const keys = state.carried.get(x);
  if (keys) keys.add(key);
  else state.carried.set(x, new Set([key]));
}

/** It does not wait any more. Gives what was there. */
export function takePending(state: SessionState, key: PendingKey): Pending | undefined {
  const pending = state.pending.get(key);
  if (!pending) return undefined;
  state.pending.delete(key);
  const { x, dir, token } = pending;
  if (token !== undefined && state.tokens.get(tokenKey(dir, token)) === key) state.tokens.delete(tokenKey(dir, token));
  const keys = x === undefined ? undefined : state.carried.get(x);
  if (x !== undefined && keys?.delete(key) && keys.size === 0) state.carried.delete(x);
  return pending;
}

/** What of the client waits for an answer in exchange `x`, oldest first. */
export function carriedBy(state: Readonly<SessionState>, x: string): (readonly [PendingKey, Pending])[] {
  return [...(state.carried.get(x) ?? [])].flatMap((key) => {
    const pending = state.pending.get(key);
    return pending ? [[key, pending] as const] : [];
  });
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
  const key = state.tokens.get(tokenKey(dir === 'c2s' ? 's2c' : 'c2s', token));
  return key === undefined ? undefined : state.pending.get(key);
}
