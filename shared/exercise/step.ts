/** One thing that an exercise does with a server, and what came of it. */

import type { ExampleOrigin } from '#shared/mcp';
import type { ChangeReason } from '#shared/session';

/**
 * Why a step is left out: it may change things and nobody said yes; its headers can't be made; the person left it out; what would
 * have to be made up for it is too long; there are more of its kind than are asked for. An earlier one of its list has its name, or it
 * has none: no request can ask for it. Its turn never came: the session had `ended`, somebody `stopped` the run, or its `limit` was reached.
 */
export type SkipReason =
  | 'needs-yes'
  | 'invalid-header-marks'
  | 'left-out'
  | 'too-long'
  | 'too-many'
  | 'same-name'
  | 'no-name'
  | 'ended'
  | 'stopped'
  | 'limit';

/**
 * Where a value that is sent is from. `given`: by the person; `answer`: an earlier answer, a list or a root (`of` says which);
 * `completion`: proposed by the server; the others are of the schema (`ExampleOrigin`), and `made-up` is of nothing.
 */
export type ValueSource = Exclude<ExampleOrigin, 'suggested'> | 'given' | 'answer' | 'completion';

export interface StepValue {
  /** JSON pointer into the arguments; of a template, the variable's name after a slash. */
  readonly at: string;
  readonly from: ValueSource;
  readonly of?: string;
}

export interface Step {
  /** Names the step in its session: a step whose key is among the results is done. */
  readonly key: string;
  /** What a person allows or leaves out as one: a tool, a resource, a template, a prompt, a method. */
  readonly item: string;
  readonly method: string;
  readonly about?: string;
  readonly params?: string;
  /** Arguments were made up, so that a server may well refuse them. */
  readonly madeUp?: true;
  readonly values?: readonly StepValue[];
  /** Why it may change something, agreed to or not. */
  readonly change?: ChangeReason;
  readonly skip?: SkipReason;
  /** How many this one stands for, when more than itself are left out. */
  readonly count?: number;
  /** False for a request that is sent as it is, without a token for its progress. */
  readonly progress?: false;
  /** The request stays open; it is cancelled as soon as the server has agreed to it. */
  readonly cancel?: true;
}

/**
 * How a step ended. `tool-error`: the tool answered that it failed; `refused`: an error that says that made-up arguments are
 * wrong, or that a person has to open an address first; `unanswered`: the server asks for input that there is no answer to.
 */
export type StepOutcome =
  | 'result'
  | 'tool-error'
  | 'refused'
  | 'error'
  | 'timeout'
  | 'cancelled'
  | 'no-answer'
  | 'ended'
  | 'unanswered'
  | 'skipped';

/** `value`: a value of a member; `folder`, `file`, `path`: a place in a file system; `uri`: an address. */
export type LearnedKind = 'value' | 'folder' | 'file' | 'path' | 'uri';

export interface Learned {
  readonly kind: LearnedKind;
  readonly value: string | number;
  /** Name of the member that holds it; empty where there is none. */
  readonly name: string;
  /** What it belongs to, as words: the collection that it is in, and what the tool works with. */
  readonly about: readonly string[];
  readonly of: string;
}

export interface StepResult {
  readonly outcome: StepOutcome;
  /** Message of the error, status of the exchange, or reason of the skip. */
  readonly detail?: string;
  /** Of a completion, the value that later steps take. */
  readonly completed?: string;
  /** Of a call, what later steps may be made with. */
  readonly learned?: readonly Learned[];
  /** Event of its request; absent when none was sent. */
  readonly s?: number;
}

/** How an exercise sums its steps up; each step is one of them. */
export type Verdict = 'answered' | 'answeredWithError' | 'refused' | 'failed' | 'skipped';

const VERDICTS: { readonly [outcome in StepOutcome]?: Verdict } = {
  result: 'answered',
  'tool-error': 'answeredWithError',
  refused: 'refused',
  skipped: 'skipped',
};

/** What an outcome comes to: `failed` is everything that is no answer, an error that nothing made up explains among it. */
export const verdictOf = (outcome: StepOutcome): Verdict => VERDICTS[outcome] ?? 'failed';

/** −32602 is the answer to wrong arguments, −32002 to a resource that does not exist (server/resources#error-handling). */
const WRONG_ARGUMENTS: readonly unknown[] = [-32602, -32002];
/** What a server gives that throws at the arguments of a prompt or template; a tool would answer `isError`. */
const THROWN = -32603;

/** 2025-11-25, client/elicitation#url-elicitation-required-error. */
const NEEDS_CONSENT = -32042;

export function errorOutcome(step: Step, code: unknown): StepOutcome {
  if (code === NEEDS_CONSENT) return 'refused';
  const wrong = WRONG_ARGUMENTS.includes(code) || (code === THROWN && step.method !== 'tools/call');
  return step.madeUp && wrong ? 'refused' : 'error';
}
