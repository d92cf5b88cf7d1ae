/** Performs the plan of an exercise on a session, one step after the other. */
import { requestText } from '#shared/driver';
import { idKey } from '#shared/jsonrpc';
import {
  isFailure,
  nextStep,
  OperationWatch,
  type Answers,
  type PlanFacts,
  type Step,
  type StepResult,
} from '#shared/exercise';
import { SERVER_LISTS } from '#shared/mcp';
import { PROGRAM } from '../program.ts';
import { stepReport, type StepReport } from './report.ts';
import type { RecordedSession } from './session.ts';

export interface ExerciseOptions {
  readonly answers: Answers;
  readonly yes: boolean;
  readonly http: boolean;
  /** Called after each step. */
  readonly report: (step: StepReport) => void;
}

/** Take every step. Resolves when all are done, or the connection is. */
export async function exercise(
  session: RecordedSession,
  { answers, yes, http, report }: ExerciseOptions,
): Promise<void> {
  const done = new Map<string, StepResult>();
  for (;;) {
    // A session may have to be initialized anew, and a list that changed is read again.
    if (!(await reached(session, () => isDiscovered(session)))) return;
    const facts: PlanFacts = { state: session.state, done, answers, yes, http };
    const step = nextStep(facts);
    if (!step) return;
    const began = performance.now();
    const result: StepResult = step.skip ? { outcome: 'skipped', detail: step.skip } : await performOnce(session, step);
    done.set(step.key, result);
    report(stepReport(step, result, Math.round(performance.now() - began)));
  }
}

/**
 * Wait until something holds, as long as a person is asked to consent, and beyond that as long as a request may take. False when
 * the connection is over, or it came to nothing.
 */
export async function reached(session: RecordedSession, holds: () => boolean): Promise<boolean> {
  const { state, host } = session;
  const { totalMs } = host.policy.timeouts;
  while (!(await session.until(() => isOver(session) || holds(), totalMs)) && state.authorizing);
  return !isOver(session) && holds();
}

export const isOver = ({ state }: RecordedSession): boolean =>
  state.connection === 'closing' || state.connection === 'closed';

/** The session is there, and every list that the server declares was read to the end or will not be. */
export function isDiscovered(session: RecordedSession): boolean {
  if (!isAtRest(session)) return false;
  const open = new Set([...session.state.pending.values()].map(({ method }) => method));
  return !SERVER_LISTS.some(({ method }) => open.has(method));
}

/** Nothing is being agreed on: requests can go out. */
const isAtRest = ({ state }: RecordedSession): boolean =>
  state.initialized && state.initializedIn === undefined && !state.authorizing && !state.httpSessionLost;

/** Send the request of a step, and wait for what comes of it. What fails because the server has forgotten the session is done again in the new one (2025-11-25, basic/transports). */
export async function performOnce(session: RecordedSession, step: Step): Promise<StepResult> {
  const { httpSession } = session.state;
  const result = await perform(session, step);
  if (!isFailure(result.outcome) || httpSession === undefined) return result;
  const isNew = (await reached(session, () => isDiscovered(session))) && session.state.httpSession !== httpSession;
  return isNew ? perform(session, step) : result;
}

async function perform(session: RecordedSession, step: Step): Promise<StepResult> {
  const { host, state } = session;
  const watch = new OperationWatch(step, idKey(state.nextId));
  const unwatch = session.watch((_event, note) => watch.take(note));
  const facts = { state, policy: host.policy, client: PROGRAM };
  host.send(requestText(facts, step.method, step.params), 'host');
  const outcome = (): StepResult | undefined => {
    if (watch.awaitsInput(state)) return { outcome: 'unanswered', detail: 'the server asks for input' };
    const result = watch.result(state);
    // What was refused is sent again when authorization succeeds.
    if (result && watch.isRefused && state.authorizing) return undefined;
    if (result && watch.isRepeated(state, host.policy) && !isOver(session)) return undefined;
    return result ?? (isOver(session) ? { outcome: 'ended' } : undefined);
  };
  const isAgreed = (): boolean =>
    step.cancel === true && [...state.subscriptions.values()].some(({ op, agreed }) => op === watch.op && agreed);
  // The host ends a request in its time; what stays open, and a task that never ends, has no such limit.
  const { idleMs, totalMs } = host.policy.timeouts;
  const limit = step.cancel ? idleMs : totalMs * 2;
  while (!(await session.until(() => outcome() !== undefined || isAgreed(), limit)) && state.authorizing);
  unwatch();
  const agreed = isAgreed();
  const result = outcome() ?? { outcome: agreed ? 'result' : 'timeout' };
  if (watch.op !== undefined) host.cancel(watch.op, 'The exercise is over', 'host');
  return result;
}
