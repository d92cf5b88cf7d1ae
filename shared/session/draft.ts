/** How a step of the fold opens an operation and begins a phase. */
import { defined } from '#shared/base';
import type { MessageEvent } from '#shared/recording';
import { putPending } from './pending.ts';
import type { Pending, PendingKey, Phase, PhaseStart, SessionState } from './session-state.ts';
import type { Draft } from './step-note.ts';

/** Open an operation, or with `op` go on with one. */
export function openPending(
  state: SessionState,
  event: MessageEvent,
  key: PendingKey,
  draft: Draft,
  more: Omit<Pending, 'op' | 's' | 't' | 'dir' | 'x' | 'by'> & { readonly op?: number },
): void {
  const pending: Pending = {
    s: event.s,
    t: event.t,
    dir: event.dir,
    ...more,
    op: more.op ?? state.operations++,
    ...defined({ x: event.x, by: event.by, form: event.form }),
  };
  putPending(state, key, pending);
  if (more.op === undefined) draft.opened.push(pending);
  else {
    draft.continued = pending;
    draft.touches = pending.op;
  }
}

/** Begin a phase at an event. A phase that would begin and end at the same event is left out. */
export function enter(state: SessionState, phase: Phase, at: Omit<PhaseStart, 'phase'>): void {
  if (state.phase === phase && state.phases.length > 0) return;
  state.phase = phase;
  if (state.phases.at(-1)?.s === at.s) state.phases.pop();
  state.phases.push({ phase, s: at.s, t: at.t });
}

/** The place just after an event: the phase it ends includes it. */
export const after = ({ s, t }: Omit<PhaseStart, 'phase'>): Omit<PhaseStart, 'phase'> => ({ s: s + 1, t });
