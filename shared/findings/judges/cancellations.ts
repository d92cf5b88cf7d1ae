/** Cancelled requests (basic/utilities/cancellation; 2026-07-28, basic/patterns/cancellation). */
import { idKey, isObject, type DecodedNotification, type DecodedResponse, type IdKey } from '#shared/jsonrpc';
import { opposite, type Direction } from '#shared/recording';
import { RULES as CANCELLATION } from '../rules/cancellation.ts';
import { askedKey, isApart, isPerRequest, judge, keep, quoted, RENEWED } from '../judging.ts';
import type { Asked, Ended, Turn } from '../judging.ts';

const {
  'cancel-unknown-id': UNKNOWN,
  'cancel-response-after': RESPONSE,
  'cancel-messages-after': MESSAGES,
  'cancel-request-id-missing': MISSING,
  'cancel-task-by-notification': TASK,
  'cancel-server-scope': SCOPE,
  'cancel-already-answered': ANSWERED,
  'cancel-http-notification': HTTP,
} = CANCELLATION;

/** What crosses a cancellation on its way breaks nothing. */
const RACE_US = 1_000_000;
const POINTER = '/params/requestId';
/** Of more requests the oldest are forgotten: then an unknown id may be one of theirs. */
const MAX_ENDED_COUNT = 2000;

interface State {
  /** By progress token: requests of the client that it cancelled. */
  readonly tokens: Map<IdKey, { readonly asked: Pick<Asked, 's' | 'method'>; readonly s: number; readonly t: number }>;
}
/** What an id stands for: a request that waits, or one that is over. */
interface Meant {
  readonly asked: Asked;
  readonly ended?: Ended;
}

function meant({ facts }: Turn, asker: Direction, key: IdKey): Meant | undefined {
  const asked = facts.pending.get(askedKey(asker, key));
  if (asked) return { asked };
  const ended = facts.ended.get(askedKey(asker, key));
  return ended && { asked: ended.asked, ended };
}

function cancelled(turn: Turn, { params }: DecodedNotification, state: State): void {
  const { dir, revision } = turn;
  if (dir === undefined || revision === undefined) return;
  const perRequest = isPerRequest(revision);
  if (dir === 'c2s' && turn.exchange && turn.applies(HTTP)) turn.report(HTTP, { pointer: '/method' });
  const id = isObject(params) ? params['requestId'] : undefined;
  if (turn.applies(MISSING) && id === undefined) turn.report(MISSING, { pointer: isObject(params) ? '/params' : '' });
  if ((typeof id !== 'string' && typeof id !== 'number') || (typeof id === 'number' && !Number.isSafeInteger(id)))
    return;
  const key = idKey(id);
  if (perRequest && dir === 's2c') return scoped(turn, key, id);
  const own = meant(turn, dir, key);
  if (own && isApart(turn, own.asked.x)) return;
  known(turn, own, key, id);
  if (!own) return;
  const { asked, ended } = own;
  const related = [asked.s, ended?.s];
  const task = (!perRequest && asked.params?.['task'] !== undefined) || isHandle(ended, perRequest);
  if (turn.applies(TASK) && task) turn.report(TASK, { pointer: POINTER, found: [quoted(id), asked.method], related });
  else if (ended && ended.how !== 'cancelled' && turn.applies(ANSWERED) && turn.t - ended.t > RACE_US)
    turn.report(ANSWERED, { pointer: POINTER, found: [quoted(id), Math.round((turn.t - ended.t) / 1000)], related });
  if (!ended && asked.token !== undefined && dir === 'c2s')
    keep(state.tokens, asked.token, { asked: { s: asked.s, method: asked.method }, s: turn.s, t: turn.t }, 500);
}

/** The result with which a receiver takes on a task. */
function isHandle(ended: Ended | undefined, perRequest: boolean): boolean {
  return ended?.task !== undefined && (perRequest || ended.task['taskId'] !== undefined);
}

function known(turn: Turn, own: Meant | undefined, key: IdKey, id: unknown): void {
  if (own) return void turn.applies(UNKNOWN);
  if (!turn.historyComplete(UNKNOWN) || turn.facts.ended.size >= MAX_ENDED_COUNT || !turn.applies(UNKNOWN)) return;
  const other = turn.dir && meant(turn, opposite(turn.dir), key);
  turn.report(UNKNOWN, { pointer: POINTER, found: [quoted(id)], related: [other?.asked.s] });
}

/** A server sends no requests: it can only end subscriptions of the client. */
function scoped(turn: Turn, key: IdKey, id: unknown): void {
  if (!turn.facts.perRequest) return;
  const asked = meant(turn, 'c2s', key);
  if (!asked && (turn.facts.partial || turn.facts.gaps)) return void turn.cannotJudge(SCOPE, 'begins-in-the-middle');
  if (!turn.applies(SCOPE)) return;
  const { asked: request, ended } = asked ?? {};
  const crossed = ended?.how === 'cancelled' && turn.t - ended.t <= RACE_US;
  if (request?.method === 'subscriptions/listen' && (!ended || crossed)) return;
  turn.report(SCOPE, { pointer: POINTER, found: [quoted(id), request?.method], related: [request?.s, ended?.s] });
}

function response(turn: Turn, { outcome }: DecodedResponse): void {
  const { late } = turn;
  if (late?.how !== 'cancelled' || turn.dir === undefined) return;
  const rule = isPerRequest(late.asked.revision) ? MESSAGES : RESPONSE;
  if (rule === MESSAGES && turn.dir === 'c2s') return;
  const waited = turn.t - late.t;
  if (turn.applies(rule) && waited > RACE_US)
    turn.report(rule, {
      pointer: `/${outcome}`,
      found: [late.asked.method, Math.round(waited / 1000)],
      related: [late.asked.s, late.s],
    });
}

function progress(turn: Turn, { params }: DecodedNotification, { tokens }: State): void {
  if (turn.dir !== 's2c' || tokens.size === 0) return;
  const token = isObject(params) ? params['progressToken'] : undefined;
  if (typeof token !== 'string' && typeof token !== 'number') return;
  const before = tokens.get(idKey(token));
  if (!before || !turn.applies(MESSAGES) || turn.t - before.t <= RACE_US) return;
  // The token may serve another request by now.
  for (const { token: used, dir } of turn.facts.pending.values()) if (dir === 'c2s' && used === idKey(token)) return;
  turn.report(MESSAGES, {
    pointer: '/params/progressToken',
    found: [before.asked.method, Math.round((turn.t - before.t) / 1000)],
    related: [before.asked.s, before.s],
  });
}

export const CANCELLATIONS = judge<State>({
  // A response that somebody waits for is not late.
  interestedIn: { response: ({ method }) => method === '' },
  rules: [UNKNOWN, RESPONSE, MESSAGES, MISSING, TASK, SCOPE, ANSWERED, HTTP],
  init: () => ({ tokens: new Map() }),
  ...RENEWED,
  response,
  notifications: { 'notifications/cancelled': cancelled, 'notifications/progress': progress },
});
