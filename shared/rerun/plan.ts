/** A recording as a plan: its steps in recorded order, and what is no step because the live session does it by itself. */
import { defined } from '#shared/base';
import { type Decoded, idKey, type IdKey, isObject } from '#shared/jsonrpc';
import { eraOf, META, metaValue, subjectOf } from '#shared/mcp';
import type { Recorded } from '#shared/recording';
import { isUnanswered } from '#shared/session';
import { bindSteps } from './bindings.ts';
import { sendReason } from './consent.ts';
import { listsRead } from './live-lists.ts';
import { survey, type Act, type Survey } from './survey.ts';
import type { CancelStep, LeftOut, LeftOutReason, PlanOptions, RerunStep, SendStep, Waits } from './types.ts';

/** Integer ids of exact texts up to this count when fresh ones are chosen; larger ones are never met. */
const LARGEST_ID = 2 ** 31;
/** Answered when the subscription or the task ends, if ever: silence means nothing. */
const ENDLESS: readonly (string | undefined)[] = ['subscriptions/listen', 'tasks/result'];

export type RerunPlan = ReturnType<typeof planRerun>;

/**
 * The plan by which a recording is run again. What a person typed is steps with its exact bytes, as is what is not UTF-8;
 * messages of a program, or made from a form, get fresh ids; what opens the session, answers the server and follows tasks is
 * the live session's part and the run's.
 */
export function planRerun(recorded: Recorded, options: PlanOptions = {}) {
  const seen = survey(recorded);
  const opening = openingOf(seen);
  const steps: RerunStep[] = [];
  const leftOut: LeftOut[] = [];
  const taken = new Set<number>();
  const waits = waitsOf(seen);
  const redacted = redactedIn(recorded);
  const lastSent = new Map<string, number>();
  for (const act of seen.acts) lastSent.set(act.text, act.event.s);
  const timedOut = new Set(
    seen.log.operations.flatMap(({ outcome, key }) => (outcome === 'timeout' && key ? [key] : [])),
  );
  let previous: Act | undefined;
  for (const [index, act] of seen.acts.entries()) {
    const reason = leftOutReason(act, seen, { handshake: opening.handshake, lastSent, timedOut });
    const method = methodOf(act);
    if (reason !== undefined) {
      const marks = reason === 'answer' || reason === 'input' ? redacted.get(act.event.s) : undefined;
      leftOut.push({ s: act.event.s, reason, ...defined({ method, redacted: marks }) });
      continue;
    }
    const target = cancelled(act, taken);
    const next = seen.acts[index + 1];
    const wait = waits.before(act, previous);
    previous = act;
    const marks = redacted.get(act.event.s);
    const step =
      target === undefined
        ? { ...sendStep(act, seen, wait, next), ...defined({ redacted: marks }) }
        : cancelStep(act, seen, wait, target);
    if (step.do === 'send' && step.op !== undefined && step.text === 'fresh') taken.add(step.op);
    steps.push(step);
  }
  const bound = bindSteps(steps, options.bindings ?? [], seen.log);
  const { transport } = recorded.header.connection;
  const isHandshake = eraOf(options.revision ?? opening.revision) === 'handshake';
  const { revision } = seen.log.state;
  return {
    revision: options.revision ?? opening.revision,
    ...defined({ recordedRevision: revision }),
    ...(options.revision === undefined ? {} : { chosen: true as const }),
    /** The live session opens by itself; otherwise a person typed that too, and it is among the steps. */
    handshake: opening.handshake,
    listens:
      seen.standalone || leftOut.some(({ reason }) => reason === 'listening') || (transport === 'stdio' && isHandshake),
    followsTasks: leftOut.some(({ reason }) => reason === 'task'),
    saysGoodbye: leftOut.some(({ method }) => method === 'notifications/closed'),
    ...(options.revision === undefined && opening.capabilities ? { capabilities: opening.capabilities } : {}),
    ...defined({ logLevel: opening.logLevel }),
    steps: bound.steps,
    ...(bound.unbound.length > 0 ? { unbound: bound.unbound } : {}),
    leftOut,
    answers: seen.answers,
    /** Requests of the server by method that came before the end: the run waits a while for as many. */
    asked: seen.asked,
    /** What had happened before the recorded session ended. */
    end: waits.end(),
    /** Operations of the recording that the live session opens by itself, by method. */
    opening: opening.ops,
    /** Lists of the server that the recording has read to their ends; so does the run, however many pages they have now. */
    lists: listsRead(seen.log.state),
    /** Fresh ids are above those that exact texts use. */
    freshFrom: freshFrom(seen.acts),
  };
}

const methodOf = ({ decoded }: Act): string | undefined =>
  decoded && 'method' in decoded ? decoded.method : undefined;

const OPENING: readonly (string | undefined)[] = ['initialize', 'server/discover', 'notifications/initialized'];

/** How the recorded session was opened. A recording without its beginning is opened as any session is. */
function openingOf({ acts, log }: Survey) {
  const automatic = acts.filter((act) => !act.byPerson && OPENING.includes(methodOf(act)));
  const last = automatic.findLast((act) => methodOf(act) !== 'notifications/initialized');
  const byHand = acts.some((act) => act.byPerson && OPENING.includes(methodOf(act)));
  const handshake = automatic.length > 0 || (!byHand && acts.some(({ byPerson, message }) => message && !byPerson));
  const params = last?.decoded?.kind === 'request' ? last.decoded.params : undefined;
  const offered = isObject(params) ? params['protocolVersion'] : undefined;
  const named = metaValue(params, META.protocolVersion);
  const capabilities = isObject(params)
    ? (params['capabilities'] ?? metaValue(params, META.clientCapabilities))
    : undefined;
  const logLevel = metaValue(params, META.logLevel);
  const ops = new Map<string, number>();
  for (const act of automatic) {
    const op = act.note.opened[0]?.op;
    const method = methodOf(act);
    if (op !== undefined && method !== undefined) ops.set(method, op);
  }
  const { offered: wished, revision = wished ?? 'auto' } = log.state;
  const found = eraOf(revision) === 'per-request' ? revision : undefined;
  return {
    handshake,
    revision: found ?? (typeof offered === 'string' ? offered : typeof named === 'string' ? named : revision),
    ...(isObject(capabilities) ? { capabilities } : {}),
    ...(typeof logLevel === 'string' ? { logLevel } : {}),
    ops,
  };
}

function leftOutReason(
  act: Act,
  { refused }: Survey,
  {
    handshake,
    lastSent,
    timedOut,
  }: { handshake: boolean; lastSent: ReadonlyMap<string, number>; timedOut: ReadonlySet<IdKey> },
): LeftOutReason | undefined {
  const { message, decoded, note, byPerson, closing } = act;
  if (!message) return undefined;
  const { x, by } = message;
  const method = methodOf(act);
  if (x !== undefined && refused.has(x) && (lastSent.get(act.text) ?? -1) > message.s) return 'resent';
  if (decoded?.kind === 'response' && note.closed.some(({ pending }) => pending.dir === 's2c')) return 'answer';
  if (note.continued || method === 'tasks/update') return 'input';
  if (byPerson) return undefined;
  if (handshake && OPENING.includes(method)) return 'opening';
  if (closing || method === 'notifications/closed') return 'closing';
  if (by === 'host' || by === 'rerun' || by === 'exercise') return undefined;
  if (method === 'subscriptions/listen') return 'listening';
  if (method === 'tasks/get' || method === 'tasks/result') return 'task';
  if (method !== 'notifications/cancelled') return undefined;
  const params = decoded?.kind === 'notification' && isObject(decoded.params) ? decoded.params : {};
  const id = params['requestId'];
  const isId = typeof id === 'string' || typeof id === 'number';
  return isId && timedOut.has(idKey(id)) ? 'timeout' : 'closing';
}

/** The operation of a fresh step that an act takes back. */
function cancelled({ message, note }: Act, fresh: ReadonlySet<number>): number | undefined {
  const closing = note.closed.find(({ pending, outcome }) => pending.dir === 'c2s' && outcome === 'cancelled');
  if (!closing) return undefined;
  // What a person typed names the id that a person typed.
  return !message || fresh.has(closing.pending.op) ? closing.pending.op : undefined;
}

function cancelStep(act: Act, { log }: Survey, waits: Waits, target: number): CancelStep {
  const params = act.decoded?.kind === 'notification' && isObject(act.decoded.params) ? act.decoded.params : {};
  const operation = log.operations.get(target);
  const own = new Set(operation ? [operation.opened] : []);
  const { reason } = params;
  return {
    do: 'cancel',
    s: act.event.s,
    ...(operation?.method === undefined ? {} : { method: operation.method }),
    target,
    reason: typeof reason === 'string' ? reason : 'Taken back as in the recording',
    touched: (operation?.events ?? []).filter((s) => s < act.event.s && !own.has(s)).length,
    waits,
  };
}

function sendStep(act: Act, seen: Survey, waits: Waits, next: Act | undefined): SendStep {
  const { event, message, decoded, exact, byPerson, text, note, handles, http } = act;
  const method = methodOf(act);
  const ops = note.opened.flatMap(({ dir, op }) => (dir === 'c2s' ? [op] : []));
  const [op] = ops;
  const operation = op === undefined ? undefined : seen.log.operations.get(op);
  const outcome = operation?.outcome;
  const unanswered = operation !== undefined && isUnanswered(operation, seen.log) && !ENDLESS.includes(method);
  const until = next?.event.t ?? closingTime(seen);
  const b64 = message?.b64;
  const consent = sendReason(defined({ b64, http }), text);
  const about = decoded && 'method' in decoded ? subjectOf(decoded.method, decoded.params) : undefined;
  const timeout = seen.timeouts.get(event.s);
  return {
    do: 'send',
    s: event.s,
    text: exact ? 'exact' : 'fresh',
    raw: text,
    ...(exact && !byPerson ? { by: 'rerun' } : {}),
    waits,
    handles,
    ...defined({ method, about, op }),
    ...(ops.length > 1 ? { ops } : {}),
    ...defined({ b64, outcome }),
    ...(unanswered ? { silentMs: Math.max(0, Math.ceil((until - event.t) / 1000)) } : {}),
    ...defined({ consent, http }),
    ...(timeout ? { limits: timeout.limit === 'idle' ? { idleMs: timeout.ms } : { totalMs: timeout.ms } } : {}),
  };
}

/** When the connection began to be closed, or the last event. */
function closingTime({ log }: Survey): number {
  const { phases, lastT } = log.state;
  return phases.all.find(({ phase }) => phase === 'shutdown')?.t ?? lastT;
}

/** Hands out what each step has to wait for: every ending once, to the first step after it. */
function waitsOf({ endings }: Survey) {
  let next = 0;
  const until = (s: number): Pick<Waits, 'closed' | 'tasks'> => {
    const from = next;
    while ((endings[next]?.s ?? Infinity) < s) next++;
    const passed = endings.slice(from, next);
    const ops = (kind: 'closed' | 'task'): number[] => passed.flatMap(({ what, op }) => (what === kind ? [op] : []));
    return { closed: ops('closed'), tasks: ops('task') };
  };
  const before = ({ event, amongOthers, notified }: Act, previous: Act | undefined): Waits => {
    const gapMs = previous && amongOthers ? (event.t - previous.event.t) / 1000 : 0;
    return { ...until(event.s), ...defined({ notified, gapMs: gapMs >= 1 ? gapMs : undefined }) };
  };
  return { before, end: (): Waits => until(Infinity) };
}

/** Above the ids that are sent as they were recorded: those of exact texts, and of batches. */
function freshFrom(acts: readonly Act[]): number {
  let from = 1;
  const keepClear = (decoded: Decoded | undefined): void => {
    if (decoded?.kind === 'batch') for (const item of decoded.items) keepClear(item);
    if (decoded?.kind !== 'request') return;
    const id = Number(decoded.id);
    if (Number.isSafeInteger(id) && id < LARGEST_ID) from = Math.max(from, id + 1);
  };
  for (const { exact, decoded } of acts) if (exact || decoded?.kind === 'batch') keepClear(decoded);
  return from;
}

/** Placeholders of redaction by the event they are in. */
function redactedIn({ header }: Recorded): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, Set<string>>();
  for (const { s, placeholder } of header.redacted ?? []) {
    const marks = found.get(s) ?? new Set();
    found.set(s, marks.add(placeholder));
  }
  return new Map([...found].map(([s, marks]) => [s, [...marks]]));
}
