/** A session of this program as what an exercise, and a run of a recording, need of one. */
import type { ExercisePort } from '#shared/exercise';
import { PROGRAM } from '../base/index.ts';
import type { RecordedSession } from './session.ts';
import type { RerunPort } from '#shared/rerun';
import { SessionLog } from '#shared/session';

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

/** The port of `session`, whose events are kept in memory, too, from now on. */
export function rerunPort(session: RecordedSession): RerunPort {
  const log = new SessionLog();
  const listeners = new Set<() => void>();
  let told = false;
  const tell = (): void => {
    told = false;
    for (const each of [...listeners]) each();
  };
  session.watch((event) => {
    log.append(event);
    // The host takes its automatic steps after the listener was called; what the run does comes after them.
    if (!told) setImmediate(tell);
    told = true;
  });
  const { host, header } = session;
  return {
    log,
    header,
    client: PROGRAM,
    get policy() {
      return host.policy;
    },
    send: (text, details) => host.send(text, details.by ?? 'user', details),
    cancel: (op, reason) => host.cancel(op, reason, 'rerun'),
    close: (reason) => void host.close(reason),
    onEvents(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
