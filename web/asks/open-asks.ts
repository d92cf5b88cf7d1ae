/** What the server waits for, as of what is shown: its requests, and the input that results and tasks ask for. */
import { giveInput } from '#shared/driver';
import { isObject } from '#shared/jsonrpc';
import { requestParams } from '#shared/lenses';
import {
  answersOwed,
  OBLIGATIONS,
  type AwaitedInput,
  type Pending,
  type PendingKey,
  type SessionState,
} from '#shared/session';
import { sendRequest, wireText } from '../session/send.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import type { Question } from './question.ts';

export interface RequestAsk {
  readonly kind: 'request';
  readonly id: string;
  readonly s: number;
  readonly key: PendingKey;
  readonly pending: Pending;
}
export interface InputAsk {
  readonly kind: 'input';
  readonly id: string;
  readonly s: number;
  readonly awaited: AwaitedInput;
}
export type Ask = RequestAsk | InputAsk;

/** A task tells of its wishes anew each time it is looked at; they stay the same ask. */
function inputId({ op, s, taskId, requests }: AwaitedInput): string {
  return taskId === undefined ? `input ${op} ${s}` : `task ${taskId} ${Object.keys(requests).join(' ')}`;
}

export function asksOf(view: SessionView): Ask[] {
  const asks: Ask[] = [];
  for (const [key, pending] of view.state.pending) {
    if (pending.dir === 's2c' && pending.kind === 'request')
      asks.push({ kind: 'request', id: `request ${pending.op}`, s: pending.s, key, pending });
  }
  for (const awaited of view.state.awaited.values())
    asks.push({ kind: 'input', id: inputId(awaited), s: awaited.s, awaited });
  return asks.sort((a, b) => a.s - b.s);
}

export function asksDuring(view: SessionView, asks: readonly Ask[], op: number): Ask[] {
  return asks.filter((ask) =>
    ask.kind === 'input' ? ask.awaited.op === op : view.log.operations.get(ask.pending.op)?.parent === op,
  );
}

export function questionsOf(view: SessionView, ask: Ask): Question[] {
  if (ask.kind === 'input')
    return Object.values(ask.awaited.requests).map(({ method, params }) => ({
      method,
      params: isObject(params) ? params : {},
    }));
  const operation = view.log.operations.get(ask.pending.op);
  const params = operation && requestParams(view.log.decoded(operation.opened), operation.key);
  return [{ method: ask.pending.method ?? '', params: params ?? {} }];
}

export const openAsks = (view: SessionView): number => answersOwed(view.asOf(OBLIGATIONS), 'client');

/** True when the ask is open now, whatever playback shows, so that an answer to it makes sense. */
export function isOpenNow(view: SessionView, ask: Ask): boolean {
  const state = view.now;
  if (ask.kind === 'request') return state.pending.get(ask.key)?.op === ask.pending.op;
  return awaitedNow(state, ask) !== undefined;
}

function awaitedNow(state: Readonly<SessionState>, { id }: InputAsk): AwaitedInput | undefined {
  return [...state.awaited.values()].find((awaited) => inputId(awaited) === id);
}

/** Give the input that was asked for: JSON texts of results by the keys of the requests. */
export function sendInput(view: SessionView, ask: InputAsk, results: { readonly [key: string]: string }): void {
  const { state } = view.log;
  const awaited = awaitedNow(state, ask);
  if (!awaited) return;
  view.playback.end();
  for (const command of giveInput(state, awaited, results)) {
    if (command.do === 'send') view.source.send(wireText(view, command.text));
    else if (command.do === 'request') sendRequest(view, command.method, () => command.params);
  }
}
