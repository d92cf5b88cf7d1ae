/** The lifecycle of a session as a row of steps, as of what is shown. */
import { PHASES, UNREACHED_REASONS, type Phase, type SessionState } from '#shared/session';

export interface PhaseStep {
  readonly phase: Phase;
  /** `ended`: there is such a part of the session, and nobody went through it in order. */
  readonly status: 'done' | 'current' | 'next' | 'skipped' | 'failed' | 'ended';
  /** Microseconds spent in it, once it has ended. */
  readonly duration?: number;
  readonly s?: number;
}

/** Problems that end nothing: the session goes on as before. */
const PASSING: readonly string[] = ['model-failed', 'not-sent', 'stdin-full'];

const UNREACHED: readonly unknown[] = UNREACHED_REASONS;

/** Every phase in the order of the lifecycle. A phase entered more than once counts with all its time. */
export function phaseSteps(state: Readonly<SessionState>): PhaseStep[] {
  const phases = state.phases.all;
  const problem = state.problem && !PASSING.includes(state.problem.reason) ? state.problem : undefined;
  const now = PHASES.indexOf(state.phase);
  // A server that dies ends the session before the problem is named: what failed is the phase before the shutdown.
  const until = problem ? problem.s : state.closedBy === 'server-exited' ? Infinity : -1;
  const reached = phases.findLast(({ s, phase }) => s <= until && phase !== 'shutdown')?.phase;
  // Where nothing was connected, the handshake had no chance to begin.
  const isUnreached = UNREACHED.includes(problem?.reason) && reached === 'initialization';
  const failed = isUnreached ? 'connection' : reached;
  const over = state.connection === 'closed';
  /** Nobody shut down in order what died. */
  const died = state.closedBy === 'server-exited';
  return PHASES.map((phase, index): PhaseStep => {
    const starts = phases.flatMap((start, at) => (start.phase === phase ? [{ start, next: phases[at + 1] }] : []));
    const first = starts[0]?.start;
    const current = phases.length > 0 && phase === state.phase;
    const visited = first !== undefined;
    const ended = starts.every(({ next }) => next !== undefined);
    return {
      phase,
      status:
        phase === failed
          ? 'failed'
          : isUnreached && phase === reached
            ? 'skipped'
            : current && !over
              ? 'current'
              : visited
                ? died && phase === 'shutdown'
                  ? 'ended'
                  : 'done'
                : phases.length > 0 && (index < now || visited)
                  ? 'skipped'
                  : 'next',
      ...(visited && ended
        ? { duration: starts.reduce((sum, { start, next }) => sum + (next?.t ?? 0) - start.t, 0) }
        : {}),
      ...(visited ? { s: first.s } : {}),
    };
  });
}
