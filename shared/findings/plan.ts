/** Who is asked about a message, and what decides that. */
import { isObject, type Decoded } from '#shared/jsonrpc';
import { PER_REQUEST_REVISIONS } from '#shared/mcp';
import type { About } from './judge.ts';
import { revisionBit } from './rule.ts';
import type { Turn } from './turn.ts';

export type Handle = (turn: Turn, what: never, state: object) => void;
export interface Handler {
  /** Of the judge, among all. */
  readonly index: number;
  readonly handle: Handle;
  /** It is given the answer with the request that it answers. */
  readonly answer: boolean;
}

export interface Plan {
  readonly id: number;
  /** Somebody is given the answer with its request. */
  readonly answers: boolean;
  readonly all: readonly Handler[];
  /** Without those who say the same as long as the same is agreed. */
  readonly impure: readonly Handler[];
}

const [HTTP, META, INPUTS, UNSOUND, S2C, GIVEN] = [1, 2, 4, 8, 16, 32];
const MODERN = PER_REQUEST_REVISIONS.reduce((bits, each) => bits | revisionBit(each), 0);

/** What of a message is in `About`, as a number; whether it has parameters or a result, too. */
export function traitsOf({ x, dir, index }: Turn, item: Decoded): number {
  let traits = (x === undefined ? 0 : HTTP) | (dir === 's2c' ? S2C : 0);
  if (item.faults.length > 0 || item.large || index !== undefined) traits |= UNSOUND;
  const { kind } = item;
  const called = kind === 'request' || kind === 'notification';
  if (called && item.mixed) traits |= UNSOUND;
  const content = called ? item.params : kind === 'response' && item.outcome === 'result' ? item.result : undefined;
  if (content === undefined) return traits;
  traits |= GIVEN;
  if (!isObject(content)) return traits | UNSOUND;
  if (content['_meta'] !== undefined) traits |= META;
  const inputs = called ? content['inputResponses'] : content['inputRequests'];
  return inputs === undefined ? traits : traits | INPUTS;
}

/** The same in words; `bit` is that of its revision. */
export function aboutOf(traits: number, method: string, bit: number, failed: boolean): About {
  return {
    ...{ method, failed },
    dir: (traits & S2C) === 0 ? 'c2s' : 's2c',
    modern: bit === 0 || (bit & MODERN) !== 0,
    http: (traits & HTTP) !== 0,
    meta: (traits & META) !== 0,
    inputs: (traits & INPUTS) !== 0,
    sound: (traits & UNSOUND) === 0,
  };
}
