/** What a tap between the two sides did: which requests it ended, and which responses it will bring twice. */
import type { TapBody } from '#shared/recording';
import { answerable, takePending, underKey } from './pending.ts';
import type { PendingKey, SessionState } from './session-state.ts';
import { NOTHING, type Closing, type StepNote } from './step-note.ts';

/** A request that is not handed on ends there: nobody owes a response to it. What was answered ends with its answer. */
export function stepTap(state: SessionState, { act, at, times = 1, status }: TapBody): StepNote {
  if (at === undefined) return NOTHING;
  if (act === 'repeat')
    for (const key of waitingIn(state, at)) {
      const op = underKey(state, key)?.op;
      if (op !== undefined && times > 1) state.repeated.set(key, { op, left: times - 1 });
    }
  const outcome = act === 'drop' ? 'dropped' : act === 'fail' && status !== undefined ? 'tap-answered' : undefined;
  if (outcome === undefined) return { ...NOTHING, about: at };
  const closed = waitingIn(state, at).flatMap((key): Closing[] => {
    const pending = takePending(state, key);
    return pending ? [{ pending, outcome }] : [];
  });
  return { ...NOTHING, about: at, closed };
}

/** One of the further responses to a request that was handed on more than once: the operation that it belongs to. */
export function repeatedResponse(state: SessionState, key: PendingKey): number | undefined {
  const repeated = state.repeated.get(key);
  if (!repeated) return undefined;
  if (repeated.left > 1) state.repeated.set(key, { ...repeated, left: repeated.left - 1 });
  else state.repeated.delete(key);
  return repeated.op;
}

/** What was asked in event `at`, by either side, and waits still. */
const waitingIn = (state: SessionState, at: number): PendingKey[] =>
  answerable(state).flatMap(([key, { s }]) => (s === at ? [key] : []));
