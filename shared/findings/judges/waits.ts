/** Requests that wait too long: what a receiver owes, and what a sender does that no longer waits. All of it is a guess. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { eraOf } from '#shared/mcp';
import { opposite } from '#shared/recording';
import { RULES as JSONRPC } from '../rules/methods.ts';
import { RULES as LIFECYCLE } from '../rules/lifecycle-extra.ts';
import { RULES as PING } from '../rules/ping.ts';
import { askedKey, judge, keep, Recent, sameValue, sideOf } from '../judging.ts';
import type { Asked, Rule, SessionFacts, Turn } from '../judging.ts';

const { 'rpc-request-unanswered': UNANSWERED } = JSONRPC;
const { 'ping-prompt': PING_PROMPT } = PING;
const { 'request-timeout-cancel': ABANDONED } = LIFECYCLE;

const SECOND_US = 1_000_000;
const IDLE_US = 60 * SECOND_US;
const PING_TIMEOUT_US = 5 * SECOND_US;
/** Between two looks at everything that waits: thousands may wait. */
const SURVEY_PAUSE_US = 5 * SECOND_US;
/** The same call again within this time is a second call, and not one for the other. */
const RETRY_AFTER_US = 30 * SECOND_US;
/** Pending requests for each new one, the oldest first. */
const MAX_EXAMINED_COUNT = 10;

/** Requests that wait as long as a person or a task takes. */
const PATIENT: ReadonlySet<string> = new Set([
  'subscriptions/listen',
  'tasks/result',
  'elicitation/create',
  'sampling/createMessage',
]);

interface State {
  /** When the next request may be overdue. */
  due: number;
  exited: boolean;
  /** Time of the last progress, by direction of the request and its token. */
  progress: Recent<string, number>;
  /** Requests that were reported already, by event. */
  told: Map<number, true>;
}

export const WAITS = judge<State>({
  rules: [UNANSWERED, PING_PROMPT, ABANDONED],
  init: () => ({ due: Infinity, exited: false, progress: new Recent(), told: new Map() }),
  each(turn, _event, state) {
    if (turn.t >= state.due) overdue(turn, state);
  },
  process(_turn, { event }, state) {
    if (event === 'exit') state.exited = true;
    else if (event === 'spawn') state.exited = false;
  },
  request(turn, { method, params }, state) {
    state.due = Math.min(state.due, turn.t + (method === 'ping' ? PING_TIMEOUT_US : IDLE_US));
    again(turn, method, params);
  },
  answers: {
    ping(turn, { to }, { told }) {
      if (turn.t - to.t >= PING_TIMEOUT_US && !told.has(to.s) && eraOf(to.revision) === 'handshake')
        report(turn, PING_PROMPT, to);
    },
  },
  notifications: {
    'notifications/progress'({ token, t }, _notification, { progress }) {
      if (token !== undefined) progress.set(token, t);
    },
  },
  connection(turn, { event, reason = 'finished' }, state) {
    if (event === 'closed' && reason === 'finished') closed(turn, state);
  },
});

/** Those that wait for an answer that can still come. */
function* waiting({ pending, lost }: SessionFacts): Generator<Asked> {
  for (const [key, asked] of pending) if (lost.size === 0 || lost.get(key)?.asked !== asked.s) yield asked;
}

function overdue(turn: Turn, state: State): void {
  const { facts, t } = turn;
  state.due = Infinity;
  if (state.exited) return;
  // While the other side waits for an answer, too, the request may wait for that.
  let ofServer: boolean | undefined;
  for (const asked of waiting(facts)) {
    if (state.told.has(asked.s)) continue;
    const ping = asked.method === 'ping';
    if (PATIENT.has(asked.method)) continue;
    const since = Math.max(asked.t, (asked.token && state.progress.get(`${asked.dir} ${asked.token}`)) ?? 0);
    let due = since + (ping ? PING_TIMEOUT_US : IDLE_US);
    if (t >= due && asked.dir === 'c2s' && !ping) {
      ofServer ??= [...waiting(facts)].some(({ dir }) => dir === 's2c');
      if (ofServer) due = t + IDLE_US;
    }
    if (t < due) state.due = Math.min(state.due, due);
    else {
      keep(state.told, asked.s, true, 50_000);
      report(turn, ping && eraOf(asked.revision) === 'handshake' ? PING_PROMPT : UNANSWERED, asked);
    }
  }
  state.due = Math.max(state.due, t + SURVEY_PAUSE_US);
}

function report(turn: Turn, rule: Rule, asked: Asked, side = sideOf(opposite(asked.dir))): void {
  if (!turn.applies(rule, side)) return;
  turn.report(rule, { side, found: [asked.method, Math.round((turn.t - asked.t) / SECOND_US)], related: [asked.s] });
}

function closed(turn: Turn, state: State): void {
  if (state.exited) return;
  for (const asked of waiting(turn.facts)) {
    if (asked.method === 'subscriptions/listen') continue;
    if (turn.t - asked.t >= IDLE_US && asked.method !== 'initialize') report(turn, ABANDONED, asked, sideOf(asked.dir));
    if (!state.told.has(asked.s)) report(turn, UNANSWERED, asked);
  }
}

/** The same call again, while the first one still waits. */
function again(turn: Turn, method: string, params: unknown): void {
  const { facts, t, dir } = turn;
  if (PATIENT.has(method) || method === 'initialize' || method === 'ping') return;
  let looked = 0;
  for (const asked of facts.pending.values()) {
    if (t - asked.t < RETRY_AFTER_US || ++looked > MAX_EXAMINED_COUNT) return;
    if (asked.dir !== dir || asked.method !== method || asked.large || !turn.applies(ABANDONED)) continue;
    if (!sameCall(asked.params, params) || facts.lost.has(askedKey(asked.dir, asked.key))) continue;
    const found = [method, Math.round((t - asked.t) / SECOND_US)];
    return turn.report(ABANDONED, { found, related: [asked.s] });
  }
}

/** Whether two calls ask for the same; what they say of themselves is no part of it. */
function sameCall(one: JsonObject = {}, other: unknown = {}): boolean {
  if (!isObject(other)) return false;
  const names = Object.keys(one).filter((name) => name !== '_meta');
  const others = Object.keys(other).filter((name) => name !== '_meta');
  return names.length === others.length && names.every((name) => sameValue(one[name], other[name]));
}
