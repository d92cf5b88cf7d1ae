/** Ids of requests: their type, and that they are used once (basic/index#requests). */
import { isObject } from '#shared/jsonrpc';
import { RULES as JSONRPC } from '../rules/jsonrpc.ts';
import { RULES as JSONRPC_RESPONSES } from '../rules/jsonrpc-responses.ts';
import { askedKey, isApart, judge, quoted, wholeMessage } from '../judging.ts';
import type { Asked, Rule, SessionFacts, Turn } from '../judging.ts';

const {
  'rpc-request-id-null': NULL_ID,
  'rpc-request-id-type': TYPE,
  'rpc-request-id-reused': REUSED,
  'rpc-request-id-in-flight': IN_FLIGHT,
} = JSONRPC;
const { 'rpc-notification-has-id': NOTIFICATION } = JSONRPC_RESPONSES;

interface State {
  /** Over HTTP: the `initialize` that began the present session. Ids of earlier ones are free again. */
  since: number;
}

export const REQUEST_IDS = judge<State>({
  pureWhileAgreed: { notification: () => true },
  rules: [NULL_ID, TYPE, NOTIFICATION, REUSED, IN_FLIGHT],
  init: () => ({ since: 0 }),
  other(turn, item) {
    if (item.kind !== 'invalid' || item.faults.includes('not-a-message')) return;
    const isNull = item.faults.includes('null-id');
    if (!isNull && !item.faults.includes('bad-id')) return;
    const whole = wholeMessage(turn, item);
    const id = quoted(isNull ? null : whole?.['id']);
    if (isNull ? !item.faults.includes('bad-method') && turn.applies(NULL_ID) : turn.applies(TYPE))
      turn.report(isNull ? NULL_ID : TYPE, { pointer: '/id', found: [id] });
    const method = isObject(whole) ? whole['method'] : undefined;
    if (typeof method === 'string' && method.startsWith('notifications/') && turn.applies(NOTIFICATION))
      turn.report(NOTIFICATION, { pointer: '/id', found: [id, method] });
  },
  request(turn, { id, key, method, faults }, state) {
    const { facts, dir = 'c2s', key: own = askedKey(dir, key) } = turn;
    if (turn.applies(TYPE) && faults.includes('id-not-integer'))
      turn.report(TYPE, { pointer: '/id', found: [quoted(id)] });
    if (method.startsWith('notifications/') && turn.applies(NOTIFICATION))
      turn.report(NOTIFICATION, { pointer: '/id', found: [quoted(id), method] });
    if (method === 'initialize' && dir === 'c2s' && turn.x !== undefined && !hasSession(turn)) state.since = turn.s;
    const waiting = facts.pending.get(own);
    if (waiting && turn.applies(IN_FLIGHT) && !isOver(facts, waiting) && !isApart(turn, waiting.x))
      report(turn, IN_FLIGHT, waiting);
    if (!turn.applies(REUSED)) return;
    const before = waiting ?? facts.ended.get(own)?.asked;
    if (!before || before.s < state.since || before.revision >= '2026-07-28' || wasRefused(facts, before)) return;
    if (isApart(turn, before.x)) return;
    report(turn, REUSED, before);
  },
  notification(turn, { method }) {
    if (method.startsWith('notifications/')) turn.applies(NOTIFICATION);
  },
});

const hasSession = ({ exchange }: Turn): boolean => exchange?.headers.has('mcp-session-id') ?? false;

function report(turn: Turn, rule: Rule, before: Asked): void {
  turn.report(rule, { pointer: '/id', found: [quoted(before.id), before.method], related: [before.s] });
}

/** Its exchange is over: in the per-request era that ends the request, answered or not. */
function isOver({ lost }: SessionFacts, { dir, key, s }: Asked): boolean {
  return lost.get(askedKey(dir, key))?.asked === s;
}

/** HTTP refused what carried it, or it never arrived: sending it again is no second request. */
function wasRefused({ lost, exchanges }: SessionFacts, { dir, key, s, x }: Asked): boolean {
  const over = lost.get(askedKey(dir, key));
  if (over?.asked === s) return over.status === undefined || over.status >= 300;
  const open = x === undefined ? undefined : exchanges.get(x);
  return open?.asked?.s === s && (open.status ?? 200) >= 300;
}
