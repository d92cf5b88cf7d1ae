/** A session of this page as what an exercise needs of one. */
import { DEFAULT_POLICY } from '#shared/driver';
import type { ExercisePort } from '#shared/exercise';
import { nextId } from '../session/send.ts';
import { CLIENT } from '../base/client.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** Milliseconds that the relay has to go on with a list. */
const LAG_MS = 2000;

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
    lagMs: view.source.kind === 'relay' ? LAG_MS : 0,
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
    // A task of its own: a host that is told of events takes its automatic steps first. Timers are slow in a hidden tab.
    const { port1, port2 } = new MessageChannel();
    const end = (value: boolean): void => {
      clearTimeout(timer);
      unwatch();
      port1.close();
      resolve(value);
    };
    const timer = setTimeout(() => end(false), limit);
    let told = false;
    const look = (): void => {
      if (!told) port2.postMessage(undefined);
      told = true;
    };
    port1.onmessage = () => {
      told = false;
      // A session that can't be sent to any more gives no answer.
      if (holds()) end(true);
    };
    const unwatch = view.onEvents(look);
    look();
  });
}
