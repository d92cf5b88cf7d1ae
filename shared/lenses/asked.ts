/** The server's requests, and input its results and tasks asked for (2026-07-28, basic/patterns/mrtr), with answers. */
import { isObject, type IdKey } from '#shared/jsonrpc';
import type { MessageEvent, WireEvent } from '#shared/recording';
import type { Closing, Fold, Outcome, Pending, StepNote } from '#shared/session';
import { paramsByKey, type Params } from './params.ts';

export interface Asked {
  readonly id: string;
  readonly s: number;
  readonly t: number;
  /** Index of the operation that asked, or that input was needed for; -1 for an answer that belongs to none. */
  readonly op: number;
  /** The method of the request, or of the request that input was needed for. */
  readonly method: string;
  readonly key?: IdKey;
  readonly taskId?: string;
  /** What was asked, each under its key; a request of the server's own is one, under its method. */
  readonly questions: readonly { readonly key: string; readonly method: string; readonly params: Params }[];
  /** Absent while nothing has come. */
  readonly answer?: {
    readonly s: number;
    readonly t: number;
    readonly outcome: Outcome;
    readonly by?: MessageEvent['by'];
    readonly value?: unknown;
  };
}

/** The latest things of each kind, oldest first. */
export interface AllAsked {
  requests: readonly Asked[];
  inputs: readonly Asked[];
}

const MAX_KEPT_COUNT = 100;

export const ASKED: Fold<AllAsked> = {
  ignoresPassing: true,
  init: () => ({ requests: [], inputs: [] }),
  step(state, event, decoded, note) {
    const paramsOf = paramsByKey(decoded);
    for (const pending of note.opened)
      if (pending.dir === 's2c' && pending.kind === 'request')
        state.requests = added(state.requests, requestOf(pending, paramsOf(pending.key)));
    for (const closing of note.closed)
      if (closing.pending.dir === 's2c') state.requests = answered(state.requests, closing, event);
    if (decoded?.kind === 'response' && event.k === 'message' && event.dir === 's2c') {
      const input = inputOf(event, decoded.result, note);
      if (input && !isAskedAgain(input, state.inputs, note)) state.inputs = added(state.inputs, input);
    }
    if (decoded?.kind === 'request' && event.k === 'message' && event.dir === 'c2s' && state.inputs.length > 0)
      state.inputs = given(state.inputs, event, decoded.params, note);
  },
  copy: (state) => ({ ...state }),
};

/** What was asked, latest first, at most 100 of each kind. */
export function askedLatestFirst({ requests, inputs }: Readonly<AllAsked>): Asked[] {
  return [...requests, ...inputs].sort((a, b) => b.s - a.s);
}

const added = (list: readonly Asked[], one: Asked): readonly Asked[] => [...list.slice(1 - MAX_KEPT_COUNT), one];

function requestOf({ op, s, t, method = '', key }: Pending, params: Params = {}): Asked {
  const id = `request ${s} ${key ?? ''}`;
  return { id, s, t, op, method, ...(key === undefined ? {} : { key }), questions: [{ key: method, method, params }] };
}

function answered(list: readonly Asked[], { pending, outcome, response }: Closing, event: WireEvent): readonly Asked[] {
  const value = response?.outcome === 'error' ? response.error : response?.result;
  const answer = { s: event.s, t: event.t, outcome, ...byOf(event), value };
  return list.map((each) => (each.op === pending.op ? { ...each, answer } : each));
}

function inputOf({ s, t }: MessageEvent, result: unknown, { closed, awaits }: StepNote): Asked | undefined {
  const { inputRequests, taskId, resultType } = isObject(result) ? result : {};
  if (!isObject(inputRequests) || (resultType !== 'input_required' && typeof taskId !== 'string')) return undefined;
  const questions = Object.entries(inputRequests).flatMap(([key, each]) =>
    isObject(each) && typeof each['method'] === 'string'
      ? [{ key, method: each['method'], params: isObject(each['params']) ? each['params'] : {} }]
      : [],
  );
  if (questions.length === 0) return undefined;
  const { op = -1, method = '' } = closed[0]?.pending ?? awaits?.pending ?? {};
  const of = typeof taskId === 'string' ? { id: `task ${taskId} ${s}`, taskId } : { id: `input ${s}` };
  return { ...of, s, t, op, method, questions };
}

/** A task says what it waits for each time it is asked; the step of the session says when that is something new. */
function isAskedAgain({ taskId }: Asked, inputs: readonly Asked[], { awaits }: StepNote): boolean {
  return taskId !== undefined && awaits?.taskId !== taskId && inputs.some((each) => each.taskId === taskId);
}

/** The list with a request of the client as the answer to what asked for the input that it gives. */
function given(list: readonly Asked[], event: MessageEvent, params: unknown, note: StepNote): readonly Asked[] {
  if (!isObject(params) || !isObject(params['inputResponses'])) return list;
  const { inputResponses: value, taskId } = params;
  const op = note.opened[0]?.op ?? note.touches;
  const answer = { s: event.s, t: event.t, outcome: 'result' as const, ...byOf(event), value };
  const at = list.findLastIndex(
    (each) => each.answer === undefined && (each.taskId === undefined ? each.op === op : each.taskId === taskId),
  );
  const asked = list[at];
  return asked ? list.with(at, { ...asked, answer }) : list;
}

const byOf = (event: WireEvent): Pick<MessageEvent, 'by'> =>
  event.k === 'message' && event.by !== undefined ? { by: event.by } : {};
