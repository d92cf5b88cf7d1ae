/** The outcome of a request: its result, where it is that of the method itself, or the code of its error. */
import { isObject, type JsonObject } from '#shared/jsonrpc';
import type { Answer, Rule, Turn } from '../judging.ts';

/**
 * The method's own result: neither a task that was begun instead (2025-11-25 basic/utilities/tasks, extension tasks) nor a question for
 * input (2026-07-28 basic/patterns/mrtr). Undefined for everything else; `rules` are not judged where it is too large.
 */
export function ownResult(turn: Turn, answer: Answer, rules: readonly Rule[] = []): JsonObject | undefined {
  if (answer.outcome !== 'result') return undefined;
  const { result } = answer;
  if (result === undefined && answer.large) for (const rule of rules) turn.cannotJudge(rule, 'too-large');
  if (!isObject(result)) return undefined;
  const type = result['resultType'];
  if ((type !== undefined && type !== 'complete') || isObject(result['task'])) return undefined;
  return result;
}

/** True where the server asks for input, or begins a task, before it decides. */
export const isPutOff = (turn: Turn, answer: Answer): boolean =>
  answer.outcome === 'result' && ownResult(turn, answer) === undefined;

/** The code of an error; undefined for a result, and for an error without one. */
export function errorCode({ outcome, error }: Answer): number | undefined {
  const code = outcome === 'error' && isObject(error) ? error['code'] : undefined;
  return typeof code === 'number' ? code : undefined;
}

/** Codes that say something of the request as a whole, before its parameters are looked at: headers, capabilities, version, input. */
const EARLIER: ReadonlySet<number | undefined> = new Set([-32020, -32021, -32022, -32042, -32700, -32600]);

/** True for an error that says nothing about the parameters. */
export const isEarlier = (answer: Answer): boolean => EARLIER.has(errorCode(answer));

/** An answer in a sentence: `error -32603`, `error` where it has no code, or `result`. */
export const toldOutcome = (answer: Answer): string =>
  answer.outcome === 'result' ? 'result' : ['error', errorCode(answer)].filter((each) => each !== undefined).join(' ');
