/** Progress of requests and the tokens that it goes by (basic/utilities/progress; 2026-07-28, basic/patterns/progress). */
import { isObject, type DecodedNotification, type DecodedRequest, type IdKey } from '#shared/jsonrpc';
import { LATEST_PER_REQUEST_REVISION as LATEST, metaValue } from '#shared/mcp';
import type { Direction } from '#shared/recording';
import { RULES as PROGRESS } from '../rules/progress.ts';
import { askedKey, isPerRequest, isTaskEnded, judge, quoted, Recent, taskKey } from '../judging.ts';
import type { AskedKey, Ended, TokenKey, Turn } from '../judging.ts';

const {
  'progress-token-type': TYPE,
  'progress-token-unique': UNIQUE,
  'progress-token-unknown': UNKNOWN,
  'progress-after-completion': AFTER,
  'progress-increasing': INCREASING,
  'progress-from-client': CLIENT,
  'progress-over-total': TOTAL,
  'progress-flood': FLOOD,
} = PROGRESS;

/** Beyond it the oldest are forgotten. */
const MAX_TOKEN_COUNT = 2000;
const SECOND_US = 1_000_000;
/** Notifications for one token in a second. */
const MAX_PER_SECOND_COUNT = 50;

/** The request that a token belongs to: its sender's direction is in the key. */
interface Holder {
  readonly s: number;
  readonly key: IdKey;
  readonly at: AskedKey;
  readonly method: string;
  readonly x: string | undefined;
  readonly report: Report | undefined;
}
interface Report {
  readonly s: number;
  readonly x: string | undefined;
  /** Id of the SSE event that brought it: a stream that is resumed may bring it again. */
  readonly sse: string | undefined;
  readonly progress: number | undefined;
  /** Since when notifications are counted, and how many came. */
  readonly since: number;
  readonly count: number;
}
interface State {
  readonly holders: Recent<TokenKey, Holder>;
}

const isToken = (value: unknown): value is string | number =>
  typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));

function request(turn: Turn, { params, key, method }: DecodedRequest, { holders }: State): void {
  const { dir } = turn;
  const token = metaValue(params, 'progressToken');
  if (token === undefined || dir === undefined) return;
  if (!isToken(token)) {
    if (turn.applies(TYPE)) turn.report(TYPE, { pointer: '/params/_meta/progressToken', found: [quoted(token)] });
    return;
  }
  turn.applies(TYPE);
  const { token: at, key: own = askedKey(dir, key) } = turn;
  if (at === undefined) return;
  const before = holders.get(at);
  // A request that is sent once more, word for word, is one request.
  if (turn.applies(UNIQUE) && before && before.key !== key && isActive(turn, dir, before))
    turn.report(UNIQUE, {
      pointer: '/params/_meta/progressToken',
      found: [quoted(token), before.method],
      related: [before.s],
    });
  const { s, x } = turn;
  holders.set(at, { s, key, at: own, method, x, report: undefined });
}

/** The end of the request that holds a token; undefined while it waits, and when it is no longer known. */
function endOf({ facts }: Turn, { at, s }: Holder): Ended | undefined {
  // Few wait, and thousands have ended.
  if (facts.pending.get(at)?.s === s) return undefined;
  const ended = facts.ended.get(at);
  return ended?.asked.s === s ? ended : undefined;
}

function isActive(turn: Turn, dir: Direction, holder: Holder): boolean {
  const { facts } = turn;
  const waiting = facts.pending.get(holder.at);
  if (waiting?.s === holder.s)
    // Over HTTP the end of the exchange ends its request, too, where streams are not resumed.
    return !isPerRequest(waiting.revision) || holder.x === undefined || facts.exchanges.has(holder.x);
  return goesOn(turn, dir, endOf(turn, holder));
}

/** True when the request was answered with a task that is not over. */
function goesOn({ facts }: Turn, dir: Direction, ended: Ended | undefined): boolean {
  const taskId = ended?.task?.['taskId'];
  return typeof taskId === 'string' && !isTaskEnded(facts.tasks.get(taskKey(dir, taskId))?.status ?? '');
}
function notified(turn: Turn, { params }: DecodedNotification, state: State): void {
  const { dir } = turn;
  if (dir === undefined) return;
  if (dir === 'c2s' && fromClient(turn)) return;
  const { progressToken: token, progress, total } = isObject(params) ? params : {};
  if (token === undefined) return;
  const fits = isToken(token);
  if (turn.applies(TYPE) && !fits) turn.report(TYPE, { pointer: '/params/progressToken', found: [quoted(token)] });
  if (!fits) return;
  const { token: at } = turn;
  if (at === undefined) return;
  const holder = state.holders.get(at);
  if (!holder) return unknown(turn, token, state);
  turn.applies(UNKNOWN);
  finished(turn, endOf(turn, holder), holder, token);
  const before = holder.report;
  const sse = turn.event.k === 'message' ? turn.event.sse?.id : undefined;
  const again = before !== undefined && sse !== undefined && sse === before.sse;
  if (!again) values(turn, before, progress, total);
  const flood = before !== undefined && turn.t - before.since < SECOND_US;
  const count = flood ? before.count + 1 : 1;
  if (turn.applies(FLOOD) && count === MAX_PER_SECOND_COUNT + 1)
    turn.report(FLOOD, { found: [quoted(token), MAX_PER_SECOND_COUNT], related: [holder.s] });
  const { s, t, x } = turn;
  const value = typeof progress === 'number' ? progress : before?.progress;
  const report = { s, x, sse, progress: value, since: flood ? before.since : t, count };
  const { s: since, key, at: asked, method, x: on } = holder;
  state.holders.set(at, { s: since, key, at: asked, method, x: on, report });
}

/** True where only servers report progress. A session in which nothing tells the revision has no handshake either. */
function fromClient(turn: Turn): boolean {
  const { revision, facts } = turn;
  const untold = facts.handshake === 'none' && facts.revision === undefined && !facts.partial;
  if (revision === undefined || (!isPerRequest(revision) && !untold)) return false;
  turn.judgeAs(LATEST, () => {
    if (turn.applies(CLIENT)) turn.report(CLIENT, { pointer: '/method' });
  });
  return true;
}

function unknown(turn: Turn, token: string | number, { holders }: State): void {
  if (!turn.historyComplete(UNKNOWN)) return;
  if (holders.size >= MAX_TOKEN_COUNT || (typeof token === 'number' && !Number.isSafeInteger(token))) return;
  if (turn.applies(UNKNOWN)) turn.report(UNKNOWN, { pointer: '/params/progressToken', found: [quoted(token)] });
}

function finished(turn: Turn, end: Ended | undefined, holder: Holder, token: string | number): void {
  if (!turn.applies(AFTER) || !end || end.how === 'cancelled' || goesOn(turn, end.asked.dir, end)) return;
  // Another stream may be slower.
  if (turn.x !== holder.x && turn.t - end.t < SECOND_US) return;
  turn.report(AFTER, {
    pointer: '/params/progressToken',
    found: [quoted(token), holder.method],
    related: [holder.s, end.s],
  });
}

function values(turn: Turn, before: Report | undefined, progress: unknown, total: unknown): void {
  if (typeof progress !== 'number') return;
  const last = before?.progress;
  const related = [before?.s];
  if (turn.applies(INCREASING) && last !== undefined && progress <= last && before?.x === turn.x)
    turn.report(INCREASING, { pointer: '/params/progress', found: [last, progress], related });
  if (!turn.applies(TOTAL) || typeof total !== 'number') return;
  if (progress > total) turn.report(TOTAL, { pointer: '/params/progress', found: [progress, total] });
  else if (last !== undefined && total < last)
    turn.report(TOTAL, { pointer: '/params/total', found: [last, total], related });
}

export const PROGRESS_REPORTS = judge<State>({
  interestedIn: { request: ({ meta }) => meta },
  rules: [TYPE, UNIQUE, UNKNOWN, AFTER, INCREASING, CLIENT, TOTAL, FLOOD],
  init: () => ({ holders: new Recent(MAX_TOKEN_COUNT) }),
  request,
  notifications: { 'notifications/progress': notified },
});
