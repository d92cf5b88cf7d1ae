/** The server's requests that wait for an answer, as of what is shown. */
import type { Pending, PendingKey } from '#shared/session';
import type { SessionView } from '../state/session-view.svelte.ts';

export interface Ask {
  readonly key: PendingKey;
  readonly pending: Pending;
}

/** Open requests of the server, oldest first. */
export function asksOf(view: SessionView): Ask[] {
  const asks: Ask[] = [];
  for (const [key, pending] of view.state.pending) {
    if (pending.dir === 's2c' && pending.kind === 'request') asks.push({ key, pending });
  }
  return asks.sort((a, b) => a.pending.s - b.pending.s);
}

/** How many requests of the server are open; for a badge. */
export function openAsks(view: SessionView): number {
  let count = 0;
  for (const { dir, kind } of view.state.pending.values()) if (dir === 's2c' && kind === 'request') count++;
  return count;
}

/** True when the request is open now, whatever playback shows, so that an answer to it makes sense. */
export function isOpenNow(view: SessionView, { key, pending }: Ask): boolean {
  void view.version;
  return view.log.state.pending.get(key)?.op === pending.op;
}
