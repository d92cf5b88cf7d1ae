/** What waits at a tap for a person, and what the tap was told to stop and to change. */
import { copyTables, type Fold } from '#shared/session';

export interface HeldMessage {
  readonly at: number;
  /** When it came, in microseconds since the start. */
  readonly since: number;
  /** Milliseconds after which it goes on by itself; 0 where the recording does not tell. */
  readonly limit: number;
  readonly when: string;
}

export interface TapState {
  /** By their events, the oldest first. */
  readonly waiting: Map<number, HeldMessage>;
  /** JSON text of the orders in force (shared/tap); empty when there are none. */
  orders: string;
}

/** The fold; what waits after event `s` is in `log.asOf(TAP, s)`. What waited when a session ended went on. */
export const TAP: Fold<TapState> = {
  ignoresPassing: true,
  init: () => ({ waiting: new Map(), orders: '' }),
  step(state, event) {
    const { waiting } = state;
    if (event.k === 'message' && event.of !== undefined) waiting.delete(event.of);
    if (event.k === 'connection' && event.event === 'closed') waiting.clear();
    if (event.k !== 'tap') return;
    const { act, at, ms = 0, rule = '', t } = event;
    if (act === 'armed') state.orders = event.orders ?? '';
    else if (at === undefined) return;
    else if (act === 'hold') waiting.set(at, { at, since: t, limit: ms, when: rule });
    else waiting.delete(at);
  },
  copy: copyTables,
};
