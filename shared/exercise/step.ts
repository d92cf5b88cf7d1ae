/** One thing that an exercise does with a server, and what came of it. */

/**
 * Why a step is left out: it may change things and nobody said yes; its headers can't be made; the person left it out; what would
 * have to be made up for it is too long.
 */
export type SkipReason = 'needs-yes' | 'invalid-header-marks' | 'left-out' | 'too-long';

export interface Step {
  /** Names the step in its session: a step whose key is among the results is done. */
  readonly key: string;
  readonly method: string;
  /** The tool, prompt, resource or argument. */
  readonly about?: string;
  /** JSON text. */
  readonly params?: string;
  /** Arguments were made up, so that a server may well refuse them. */
  readonly madeUp?: true;
  readonly skip?: SkipReason;
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

export interface StepResult {
  readonly outcome: StepOutcome;
  /** Message of the error, status of the exchange, or reason of the skip. */
  readonly detail?: string;
  /** Only of completions, from which later steps take their values. */
  readonly result?: unknown;
}

/** True when an outcome means that something does not work; an answer of a tool, even a bad one, is no such thing. */
export function isFailure(outcome: StepOutcome): boolean {
  return !['result', 'tool-error', 'refused', 'skipped'].includes(outcome);
}

/** −32602 is the answer to wrong arguments, −32002 to a resource that does not exist (server/resources#error-handling). */
const WRONG_ARGUMENTS: readonly unknown[] = [-32602, -32002];
/** What a server gives that throws at the arguments of a prompt or template; a tool would answer `isError`. */
const THROWN = -32603;

/** 2025-11-25, client/elicitation#url-elicitation-required-error. */
const NEEDS_CONSENT = -32042;

/** Outcome of a step whose request was answered with an error. */
export function errorOutcome(step: Step, code: unknown): StepOutcome {
  if (code === NEEDS_CONSENT) return 'refused';
  const wrong = WRONG_ARGUMENTS.includes(code) || (code === THROWN && step.method !== 'tools/call');
  return step.madeUp && wrong ? 'refused' : 'error';
}
