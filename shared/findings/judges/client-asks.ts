/**
 * What servers ask of clients, and the replies: requests of their own up to 2025-11-25, from 2026-07-28 on maps of bare requests in
 * results and maps of bare results in what follows (basic/patterns/mrtr, extension tasks). One table of judges sees both alike.
 */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import { emptyTables, jsonText, judge, keep, pointerTo, RENEWED, type Turn } from '../judging.ts';
import type { Ask } from './asks.ts';
import { ELICITATION_REPLIES, ELICITATION_REQUESTS } from './elicitation.ts';
import { ROOT_URIS } from './roots.ts';
import { SAMPLING_MESSAGES, SAMPLING_REPLIES } from './sampling.ts';

const ASKS = [SAMPLING_MESSAGES, SAMPLING_REPLIES, ELICITATION_REQUESTS, ELICITATION_REPLIES, ROOT_URIS];
const METHODS = ['sampling/createMessage', 'elicitation/create', 'roots/list'] as const;

export const CLIENT_ASKS = judge({
  interestedIn: { request: ({ inputs }) => inputs, response: ({ inputs }) => inputs },
  rules: ASKS.flatMap(({ rules }) => rules),
  init: () => ({
    /** Maps of requests that were not replied to, by what the reply will name. */
    open: new Map<string, { readonly requests: JsonObject; readonly s: number }>(),
  }),
  ...RENEWED,
  requests: {
    initialize: (_turn, _request, state) => emptyTables(state),
    ...Object.fromEntries(
      METHODS.map((method) => [
        method,
        (turn: Turn, { params, large }: { readonly params?: unknown; readonly large?: true }) => {
          if (turn.dir !== 's2c') return;
          if (large && params === undefined) tooLarge(turn, method);
          else if (params === undefined || isObject(params))
            asked(turn, { method, params: params ?? {}, at: params === undefined ? '' : '/params', s: turn.s });
        },
      ]),
    ),
  },
  answers: Object.fromEntries(
    METHODS.map((method) => [
      method,
      (turn, { to, outcome, result, error }) => {
        if (to.dir !== 's2c' || to.large) return;
        const ask = { method, params: to.params ?? {}, at: '/params', s: to.s };
        const own = outcome === 'result' && isObject(result) && !isObject(result['task']) ? result : undefined;
        for (const each of ASKS)
          each.replies?.[method]?.(turn, {
            ask,
            result: own,
            error: outcome === 'error' ? error : undefined,
            at: '/result',
          });
      },
    ]),
  ),
  response(turn, { result }, { open }) {
    if (turn.dir !== 's2c' || !turn.asked || !isObject(result)) return;
    const { inputRequests, requestState, taskId } = result;
    if (!isObject(inputRequests)) return;
    const name = typeof taskId === 'string' ? { taskId } : { ...turn.asked.params, requestState };
    keep(open, keyOf(turn.asked.method, name), { requests: inputRequests, s: turn.s }, 200);
    for (const [key, { method, params }] of objectsOf(inputRequests)) {
      const at = pointerTo('result', 'inputRequests', key);
      if (typeof method !== 'string' || (params !== undefined && !isObject(params))) continue;
      asked(turn, { method, params: params ?? {}, at: params === undefined ? at : `${at}/params`, s: turn.s });
    }
  },
  request(turn, { method, params }, { open }) {
    if (open.size === 0 || !isObject(params) || !isObject(params['inputResponses'])) return;
    const questions = open.get(keyOf(method, params));
    if (!questions) return;
    for (const [key, result] of objectsOf(params['inputResponses'])) {
      const question = questions.requests[key];
      if (!isObject(question) || typeof question['method'] !== 'string') continue;
      const given = isObject(question['params']) ? question['params'] : {};
      const ask = { method: question['method'], params: given, at: '', s: questions.s };
      for (const each of ASKS)
        if (Object.hasOwn(each.replies ?? {}, ask.method))
          each.replies?.[ask.method]?.(turn, {
            ask,
            result,
            error: undefined,
            at: pointerTo('params', 'inputResponses', key),
          });
    }
  },
});

const objectsOf = (map: JsonObject): readonly (readonly [string, JsonObject])[] =>
  Object.entries(map).flatMap(([key, value]) => (isObject(value) ? [[key, value] as const] : []));

function asked(turn: Turn, ask: Ask): void {
  for (const { asks } of ASKS) if (asks && Object.hasOwn(asks, ask.method)) asks[ask.method]?.(turn, ask);
}

function tooLarge(turn: Turn, method: string): void {
  for (const { asks, rules } of ASKS) if (asks?.[method]) for (const rule of rules) turn.cannotJudge(rule, 'too-large');
}

/** What tells which questions a request replies to: the task, the state that came with them, or the call itself. */
function keyOf(method: string, params: JsonObject): string {
  const { _meta: _, inputResponses: __, requestState, taskId, ...call } = params;
  if (typeof taskId === 'string') return `task ${taskId}`;
  if (typeof requestState === 'string') return `state ${requestState}`;
  return `call ${method} ${jsonText(call).slice(0, 2000)}`;
}
