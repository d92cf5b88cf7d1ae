/** Performs the plan of an exercise on a session, one step after the other; of a page and of a command alike. */
import { requestText, type ClientInfo, type Policy } from '#shared/driver';
import { idKey, memberText } from '#shared/jsonrpc';
import { SERVER_LISTS } from '#shared/mcp';
import type { WireEvent } from '#shared/recording';
import { isReady, remembered, type SessionState, type StepNote } from '#shared/session';
import { itemOf, listedTools, offers, type PlanFacts } from './facts.ts';
import { learnedFrom } from './learned.ts';
import { OperationWatch } from './operation-watch.ts';
import { MAX_STEP_COUNT, nextStep, planned } from './plan.ts';
import { stepReport, type StepReport } from './report.ts';
import { verdictOf, type SkipReason, type Step, type StepResult } from './step.ts';

/** A live session, as far as an exercise uses it. */
export interface ExercisePort {
  /** As of now, whenever it is read. */
  readonly state: Readonly<SessionState>;
  readonly policy: Policy;
  readonly client: ClientInfo;
  /** Somebody is there to answer what the server asks: it is waited for, and no step ends because of it. */
  readonly attended: boolean;
  /** Milliseconds that what the host does next takes to be seen here: 0 where it is this program. */
  readonly lagMs: number;
  /** Monotonic milliseconds. */
  now(): number;
  /** An id for a request, which no other has used. */
  takeId(): number;
  send(text: string): void;
  cancel(op: number, reason: string): void;
  /** Be told of each event and what it did; the result ends that. */
  watch(listener: (event: WireEvent, note: StepNote) => void): () => void;
  /** Resolves true once it holds, which is asked after every event, and false after so many milliseconds. */
  until(holds: () => boolean, limit: number): Promise<boolean>;
}

export interface ExerciseOptions extends Pick<PlanFacts, 'answers' | 'yes' | 'http' | 'without'> {
  /** Steps that send something, at the most. */
  readonly most?: number;
  /** Called before and after each step. */
  readonly begins?: (step: Step) => void;
  readonly report: (step: StepReport) => void;
  /** Once it is aborted the open request is cancelled, and nothing more is sent. What is waited for looks again at the next event. */
  readonly signal?: AbortSignal;
}

/** Milliseconds that the server may take to open its stream: what it asks before that, nobody hears. */
const STREAM_MS = 2000;

/** Take all steps, up to the limit, an abort or the connection's end; the rest is reported as skipped. `more`: the limit left some. */
export async function exercise(
  port: ExercisePort,
  { answers, yes, http, without, most = MAX_STEP_COUNT, begins, report, signal }: ExerciseOptions,
) {
  const done = new Map<string, StepResult>();
  const tools = remembered(listedTools);
  let sent = 0;
  const facts = (): PlanFacts => ({
    state: port.state,
    done,
    answers,
    yes,
    http,
    tools,
    ...(without ? { without } : {}),
  });
  const endFor = (skip: SkipReason): { more: boolean } => {
    for (const step of rest(facts())) report(stepReport(step, { outcome: 'skipped', detail: step.skip ?? skip }, 0));
    return { more: skip === 'limit' };
  };
  for (;;) {
    // A session may have to be initialized anew, and a list that changed is read again.
    if (!(await reached(port, () => signal?.aborted === true || isDiscovered(port)))) return endFor('ended');
    if (sent === 0) await port.until(() => !isOpeningStream(port.state), STREAM_MS);
    if (port.lagMs > 0) await port.until(() => !isListing(port), port.lagMs);
    if (signal?.aborted) return endFor('stopped');
    const step = nextStep(facts());
    if (!step) return { more: false };
    if (sent >= most || done.size >= most * 10) return endFor('limit');
    begins?.(step);
    const began = port.now();
    if (!step.skip) sent++;
    const result: StepResult = step.skip
      ? { outcome: 'skipped', detail: step.skip }
      : await performOnce(port, step, signal);
    done.set(step.key, result);
    report(stepReport(step, result, Math.round(port.now() - began)));
  }
}

/** What is left of a plan; beyond what one run would send, its tools are one step that says how many they are. */
function rest(facts: PlanFacts): readonly Step[] {
  const { steps, more } = planned(facts);
  if (!more || !offers(facts, 'tools/call')) return steps;
  const method = 'tools/call';
  const isTold = new Set([...facts.done.keys(), ...steps.map(({ item }) => item)]);
  const count = listedTools(facts.state.lists.tools).ordered.filter(
    ([name]) => !isTold.has(itemOf('tool', name)),
  ).length;
  return count === 0 ? steps : [...steps, { key: method, item: method, method, count }];
}

/** Wait until `holds`, while a person is asked to consent and then for a request's time. False if the connection or the time is over. */
export async function reached(port: ExercisePort, holds: () => boolean): Promise<boolean> {
  const { totalMs } = port.policy.timeouts;
  while (!(await port.until(() => isOver(port) || holds(), totalMs)) && port.state.authorizing);
  return !isOver(port) && holds();
}

const isOver = ({ state }: Pick<ExercisePort, 'state'>): boolean =>
  state.connection === 'closing' || state.connection === 'closed';

/** The session is there, and every list that the server declares was read to the end or will not be. */
export function isDiscovered({ state }: Pick<ExercisePort, 'state'>): boolean {
  if (!isReady(state)) return false;
  const open = new Set([...state.pending.values()].map(({ method }) => method));
  return !SERVER_LISTS.some(({ method }) => open.has(method));
}

/** A list has more pages, or is out of date: the host may be about to ask for it. */
function isListing({ state, policy }: ExercisePort): boolean {
  return SERVER_LISTS.some(({ list }) => {
    const { pages, complete, stale, error } = state.lists[list];
    return error === undefined && ((pages > 0 && !complete) || (stale !== undefined && policy.refresh));
  });
}

/** The standalone GET stream was asked for, and not yet granted or refused (2025-11-25, basic/transports). */
const isOpeningStream = ({ exchanges }: Readonly<SessionState>): boolean =>
  [...exchanges.values()].some(({ standalone, status }) => standalone && status === 0);

/** Send a step's request and wait for its outcome; once more in a new session if the server forgot the old (2025-11-25 transports). */
export async function performOnce(port: ExercisePort, step: Step, signal?: AbortSignal): Promise<StepResult> {
  const { httpSession } = port.state;
  const result = await perform(port, step, signal);
  if (verdictOf(result.outcome) !== 'failed' || httpSession === undefined || signal?.aborted) return result;
  const isNew = (await reached(port, () => isDiscovered(port))) && port.state.httpSession !== httpSession;
  return isNew ? perform(port, step, signal) : result;
}

/** Requests that may take long enough for progress to be of use (basic/utilities/progress). */
const LONG: readonly string[] = ['tools/call', 'resources/read', 'prompts/get'];

function withProgress({ method, params, progress }: Step, id: number): string | undefined {
  if (progress === false || params === undefined || !LONG.includes(method)) return params;
  if (memberText(params, ['_meta']) !== undefined || !params.endsWith('}')) return params;
  return `${params.slice(0, -1)}${params === '{}' ? '' : ','}"_meta":{"progressToken":${id}}}`;
}

async function perform(port: ExercisePort, step: Step, signal?: AbortSignal): Promise<StepResult> {
  const { policy, client } = port;
  const id = port.takeId();
  const watch = new OperationWatch(step, idKey(id));
  const unwatch = port.watch((event, note) => watch.take(event, note));
  port.send(requestText({ state: port.state, policy, client }, step.method, withProgress(step, id), { id }));
  const outcome = (): StepResult | undefined => {
    const { state } = port;
    // Whoever stops it does not want to wait for the answer; it is cancelled below.
    if (signal?.aborted && watch.result(state) === undefined) return { outcome: 'cancelled' };
    if (!port.attended && watch.awaitsInput(state))
      return { outcome: 'unanswered', detail: 'the server asks for input' };
    const result = watch.result(state);
    // What was refused is sent again when authorization succeeds.
    if (result && watch.isRefused && state.authorizing) return undefined;
    if (result && watch.isRepeated(state, policy) && !isOver(port)) return undefined;
    return result ?? (isOver(port) ? { outcome: 'ended' } : undefined);
  };
  const isAgreed = (): boolean =>
    step.cancel === true && [...port.state.subscriptions.values()].some(({ op, agreed }) => op === watch.op && agreed);
  // The host ends a request in its time; what stays open, and a task that never ends, has no such limit.
  const { idleMs, totalMs } = policy.timeouts;
  const limit = step.cancel ? idleMs : totalMs * 2;
  while (
    !(await port.until(() => outcome() !== undefined || isAgreed(), limit)) &&
    (port.state.authorizing || (port.attended && watch.awaitsInput(port.state)))
  );
  unwatch();
  const agreed = isAgreed();
  const result = outcome() ?? { outcome: agreed ? 'result' : 'timeout' };
  if (watch.op !== undefined && [...port.state.pending.values()].some(({ op }) => op === watch.op))
    port.cancel(watch.op, 'The exercise is over');
  return {
    ...result,
    ...(watch.s === undefined ? {} : { s: watch.s }),
    ...(result.outcome === 'result' ? learnedFrom(step, watch.answer) : {}),
  };
}
