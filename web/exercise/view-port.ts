/** A session of this page as what an exercise needs of one. */
import { DEFAULT_POLICY } from '#shared/driver';
import type { ExercisePort } from '#shared/exercise';
import { afterEvents } from '../session/after-events.ts';
import { nextId } from '../session/send.ts';
import { CLIENT } from '../base/client.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

const RELAY_LAG_MS = 2000;

export function viewPort(view: SessionView): ExercisePort {
  return {
    get state() {
      return view.log.state;
    },
    get policy() {
      return view.source.policy ?? DEFAULT_POLICY;
    },
    client: CLIENT,
    attended: true,
    lagMs: view.source.kind === 'relay' ? RELAY_LAG_MS : 0,
    now: () => performance.now(),
    takeId: () => nextId(view),
    send: (text) => view.source.send(text, { by: 'exercise' }),
    cancel: (op, reason) => view.source.cancel(op, reason, 'exercise'),
    watch: (listener) => view.log.watch(listener),
    until: (holds, limit) => until(view, holds, limit),
  };
}

function until(view: SessionView, holds: () => boolean, limit: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (value: boolean): void => {
      clearTimeout(timer);
      stop();
      resolve(value);
    };
    const timer = setTimeout(() => end(false), limit);
    // A session that can't be sent to any more gives no answer.
    const stop = afterEvents(view, () => (holds() ? end(true) : undefined), true);
  });
}
