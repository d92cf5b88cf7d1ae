/** A recorded call that a live client repeats, as far as it was performed. */
import type { IdKey } from '#shared/jsonrpc';
import { NO_FAULTS, type FaultEffect } from './faults.ts';
import { isAnswer } from './faulty.ts';
import type { ClientCall, MockCall, OwnValue } from './types.ts';

/** A message of the live client that the mock deals with. */
export type LiveCall = Pick<Running, 'number' | 'recorded' | 'known'>;
export type Running = ReturnType<typeof runningCall>;

/** `number` counts the calls from 1; 0 is what the server does before the client sends anything. `now` is in the port's milliseconds. */
export function runningCall(
  number: number,
  recorded: MockCall,
  {
    ids,
    tokens,
    now,
    known = true,
    fault = NO_FAULTS,
  }: Pick<ClientCall, 'ids' | 'tokens'> & {
    readonly now: number;
    readonly known?: boolean;
    readonly fault?: FaultEffect;
  },
) {
  return {
    number,
    recorded,
    /** False for a call that the recording has nothing about. */
    known,
    fault,
    /** The output that the fault applies to: what completes the answer, or the end of a response that HTTP refuses. */
    answer: fault.status === undefined ? recorded.outputs.find(isAnswer) : recorded.outputs[0],
    live: { ids: inPlaceOf(recorded.ids, ids), tokens: inPlaceOf(recorded.tokens, tokens) },
    /** Ids and tokens of the live client's requests, as they are compared. */
    ids,
    next: 0,
    stopped: false,
    /** True while a timer is waited for. */
    waiting: false,
    /** When the last output was due, in the port's milliseconds: what is late by then does not make the next one late. */
    due: now,
    /** Recorded ids of the server's requests that the client has answered. */
    answered: new Set<IdKey>(),
  };
}

/** Live values by the recorded values in the same place, equal ones included. */
function inPlaceOf(recorded: readonly OwnValue[], live: readonly OwnValue[]): ReadonlyMap<IdKey, string> {
  return new Map(recorded.flatMap(({ key }, at) => (live[at] ? [[key, live[at].text]] : [])));
}
