/** Answers of the mock's own: those that a fault asks for, by a JSON-RPC error, an HTTP status or both, and refusals. */
import type { FaultEffect } from './faults.ts';
import type { ClientCall, MockAction, MockCall, MockMessage, MockOutput } from './types.ts';

/** The call with another answer, where a fault gives one; else the call itself. */
export function faultyCall(call: MockCall, { error, status }: FaultEffect): MockCall {
  const message = error && answerEach(call, errorMember(error));
  if (status !== undefined) return refusedByHttp(call, status, message);
  if (!message) return call;
  // What answers the items of a batch one by one makes way for the whole.
  if (call.kind === 'batch') return { ...call, outputs: [atOnce(message)] };
  return { ...call, outputs: call.outputs.map((output) => (isAnswer(output) ? inPlaceOf(output, message) : output)) };
}

export function isAnswer({ action }: MockOutput): boolean {
  return action.do === 'message' && action.answers === true;
}

/** HTTP answers by itself: no stream begins, and no session. */
function refusedByHttp(call: MockCall, status: number, message: MockMessage | undefined): MockCall {
  const { opens: _none, ...rest } = call;
  const action = message ?? { do: 'end' as const };
  const headers = message ? ([['Content-Type', 'application/json']] as const) : [];
  return { ...rest, http: { status, headers }, outputs: [atOnce(action)] };
}

export const atOnce = (action: MockAction): MockOutput => ({ action, after: 0, waitsFor: [] });

export const errorMember = (error: object): string => `"error":${JSON.stringify(error)}`;

/** The same response to each request in the call, under its id; undefined when nothing in it has one. `member` is JSON text. */
export function answerEach({ kind, ids }: ClientCall, member: string): MockMessage | undefined {
  const texts = ids.map(({ text }) => `{"jsonrpc":"2.0","id":${text},${member}}`);
  const [first] = texts;
  if (first === undefined) return undefined;
  return { do: 'message', payload: { raw: kind === 'batch' ? `[${texts.join(',')}]` : first }, answers: true };
}

/** It comes when and where the answer came. */
function inPlaceOf(output: MockOutput, { payload }: MockMessage): MockOutput {
  const { action } = output;
  const sse = action.do === 'message' && action.sse ? { sse: action.sse } : {};
  return { ...output, action: { do: 'message', payload, answers: true, ...sse } };
}
