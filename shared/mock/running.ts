/** A recorded call that a live client repeats, as far as it was performed. */
import type { IdKey } from '#shared/jsonrpc';
import { UNHARMED, type Befalling } from './faults.ts';
import { isAnswer } from './faulty.ts';
import type { LiveIds } from './frame.ts';
import type { ClientCall, MockCall, MockOutput, OwnValue } from './types.ts';

/** A message of the live client that the mock deals with. */
export interface LiveCall {
  /** Number of the call, from 1; 0 is what the server does before the client sends anything. */
  readonly number: number;
  readonly recorded: MockCall;
  /** False for a call that the recording has nothing about. */
  readonly known: boolean;
}

export class Running implements LiveCall {
  readonly number: number;
  readonly recorded: MockCall;
  readonly known: boolean;
  readonly fault: Befalling;
  /** The output that it befalls: what completes the answer, or the end of a response that HTTP refuses. */
  readonly answer: MockOutput | undefined;
  readonly live: LiveIds;
  /** Ids and tokens of the live client's requests, as they are compared. */
  readonly ids: readonly OwnValue[];
  next = 0;
  stopped = false;
  /** True while a timer is waited for. */
  waiting = false;
  /** When the last output was due, in the port's milliseconds: what is late by then does not make the next one late. */
  due: number;
  /** Recorded ids of the server's requests that the client has answered. */
  readonly answered = new Set<IdKey>();

  constructor(
    number: number,
    recorded: MockCall,
    call: ClientCall,
    now: number,
    known = true,
    fault: Befalling = UNHARMED,
  ) {
    this.number = number;
    this.recorded = recorded;
    this.known = known;
    this.ids = call.ids;
    this.due = now;
    this.fault = fault;
    this.answer = fault.status === undefined ? recorded.outputs.find(isAnswer) : recorded.outputs[0];
    this.live = { ids: inPlaceOf(recorded.ids, call.ids), tokens: inPlaceOf(recorded.tokens, call.tokens) };
  }
}

/** Live values by the recorded values in the same place, equal ones included. */
function inPlaceOf(recorded: readonly OwnValue[], live: readonly OwnValue[]): ReadonlyMap<IdKey, string> {
  const map = new Map<IdKey, string>();
  for (const [index, { key }] of recorded.entries()) {
    const own = live[index];
    if (own) map.set(key, own.text);
  }
  return map;
}
