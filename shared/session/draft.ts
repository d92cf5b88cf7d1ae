/** What a step of the fold collects while it takes an event in, and how it opens an operation. */
import { defined } from '#shared/base';
import type { Fault } from '#shared/jsonrpc';
import type { MessageEvent } from '#shared/recording';
import { putPending } from './pending.ts';
import type { Pending, PendingKey, Phase, SessionState } from './state.ts';
import type { Closing, StepNote } from './step-note.ts';

/** A step note while it is written. */
export interface Draft {
  opened: Pending[];
  closed: Closing[];
  faults: Fault[];
  touches?: number;
  unmatched?: StepNote['unmatched'];
  initialized?: true;
  continued?: Pending;
  awaits?: StepNote['awaits'];
  mismatched?: StepNote['mismatched'];
  lateProbe?: Closing;
  tasks?: string[];
}

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
export function enter(state: SessionState, phase: Phase, at: { readonly s: number; readonly t: number }): void {
  if (state.phase === phase && state.phases.length > 0) return;
  state.phase = phase;
  const before = state.phases.at(-1)?.s === at.s ? state.phases.slice(0, -1) : state.phases;
  state.phases = [...before, { phase, s: at.s, t: at.t }];
}

/** The place just after an event: the phase it ends includes it. */
export function after({ s, t }: { readonly s: number; readonly t: number }): {
  readonly s: number;
  readonly t: number;
} {
  return { s: s + 1, t };
}
