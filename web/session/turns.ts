/** Where a session stands with its authorization: its last turn, found without reading the log anew. */
import type { ConnectionBody } from '#shared/recording';
import type { SessionView } from './session-view.svelte.ts';

export type Turn = ConnectionBody & { readonly s: number };

interface Found {
  readonly turns: Turn[];
  next: number;
}

const found = new WeakMap<SessionView, Found>();

/** The last turn of authorization among the first `shown` events. Read `view.version` with it. */
export function lastTurn(view: SessionView, shown = view.log.length): Turn | undefined {
  const known = found.get(view) ?? { turns: [], next: 0 };
  found.set(view, known);
  const { events } = view.log;
  for (; known.next < events.length; known.next++) {
    const event = events[known.next];
    if (event?.k === 'connection' && event.event === 'authorization') known.turns.push(event);
  }
  return known.turns.findLast(({ s }) => s < shown);
}

/** The address at which a live session waits for consent; undefined when it does not. */
export function awaitedConsent(view: SessionView): string | undefined {
  const turn = lastTurn(view);
  return view.source.live && turn?.reason === 'redirect' ? turn.detail : undefined;
}
