/** A session of this program as what an exercise needs of one. */
import type { ExercisePort } from '#shared/exercise';
import { PROGRAM } from '../base/index.ts';
import type { RecordedSession } from './session.ts';

/** The port of `session`, whose messages are said to be by `by`. */
export function exercisePort(session: RecordedSession, by: 'host' | 'exercise'): ExercisePort {
  const { host } = session;
  return {
    get state() {
      return session.state;
    },
    get policy() {
      return host.policy;
    },
    client: PROGRAM,
    attended: false,
    lagMs: 0,
    now: () => performance.now(),
    takeId: () => session.state.nextId,
    send: (text) => host.send(text, by),
    cancel: (op, reason) => host.cancel(op, reason, by),
    watch: (listener) => session.watch(listener),
    until: (holds, limit) => session.until(holds, limit),
  };
}
