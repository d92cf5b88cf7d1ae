/**
 * Tool calls that a server refused because their `Mcp-Param-*` headers do not fit, until the tools were listed anew
 * (2026-07-28, basic/transports/streamable-http#client-behavior).
 */
import { isObject, memberText, type DecodedResponse } from '#shared/jsonrpc';
import { ErrorCode, mirroredHeaders } from '#shared/mcp';
import type { HeaderPairs, MessageEvent } from '#shared/recording';
import type { MismatchedCall, Pending, SessionState } from './session-state.ts';
import type { Closing, Draft } from './step-note.ts';

/** The latest: a server may refuse for ever where nothing is listed. */
const MAX_CALL_COUNT = 16;

/** The headers that repeat arguments, in a form that tells whether two lists say the same. */
const paramHeaders = (pairs: HeaderPairs): string =>
  JSON.stringify(
    pairs.flatMap(([name, value]) => (/^mcp-param-/i.test(name) ? [`${name.toLowerCase()}:${value}`] : [])).toSorted(),
  );

/** A call was answered. What a person wrote word for word is not remembered, nor what was repeated already. */
export function callRefused(
  state: SessionState,
  event: MessageEvent,
  pending: Pending,
  { error }: DecodedResponse,
  draft: Draft,
): void {
  const { op, method, by, form, text, revision, x } = pending;
  if (method !== 'tools/call' || revision === undefined || x === undefined || text === undefined) return;
  if (
    (by !== 'host' && by !== 'exercise' && form !== true) ||
    !isObject(error) ||
    error['code'] !== ErrorCode.HeaderMismatch
  )
    return;
  const params = memberText(text, ['params']);
  // The answer may have come on a stream that another request opened.
  const sent = state.exchanges.get(x)?.headers;
  if (params === undefined || sent === undefined) return;
  const call: MismatchedCall = { op, s: event.s, params, revision, sent };
  state.mismatched.set(op, call);
  const [oldest] = state.mismatched.keys();
  if (state.mismatched.size > MAX_CALL_COUNT && oldest !== undefined) state.mismatched.delete(oldest);
  draft.mismatched = call;
}

/** A listing of the tools, or a page of it, ended: refused calls that need other headers now can be repeated, once; others stay refused. */
export function toolsListed(state: SessionState, { pending, outcome }: Closing): void {
  const { items, complete, asked = -1 } = state.lists.tools;
  for (const [op, call] of state.mismatched) {
    if (call.relisted) state.mismatched.delete(op);
    else if (outcome !== 'result') {
      if (call.s < pending.s) state.mismatched.delete(op);
    } else if (complete && call.s < asked) {
      const message = { method: 'tools/call', params: JSON.parse(call.params) as unknown };
      const headers = mirroredHeaders(message, call.revision, items.all);
      if (paramHeaders(headers) === paramHeaders(call.sent)) state.mismatched.delete(op);
      else state.mismatched.set(op, { ...call, relisted: true });
    }
  }
}

/** The refused operation that a call of the program repeats, which is over with it. */
export function repeatedCall(state: SessionState, event: MessageEvent, method: string): number | undefined {
  if (state.mismatched.size === 0 || event.dir !== 'c2s' || event.by !== 'auto' || method !== 'tools/call')
    return undefined;
  const params = memberText(event.raw ?? '', ['params']);
  const found = [...state.mismatched.values()].find((call) => call.relisted && call.params === params);
  if (found) state.mismatched.delete(found.op);
  return found?.op;
}
