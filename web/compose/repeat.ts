/** One message many times, as a script. */
import { decodeText, replaceId } from '#shared/jsonrpc';
import type { ScriptStep } from '#shared/script';

export interface Repetition {
  readonly times: number;
  readonly atOnce: boolean;
  /** Every copy is the same to the byte; else each request gets an id of its own. */
  readonly sameId: boolean;
}

/** What a timer takes: a person stops what takes too long, and requests have time limits of their own. */
const MAX_TIMER_MS = 0x7fffffff;

export function repeatSteps(message: string | Uint8Array, { times, atOnce, sameId }: Repetition): ScriptStep[] {
  const step = stepOf(message, sameId);
  const isRequest = typeof message === 'string' && decodeText(message).kind === 'request';
  // What is no request may never be answered, and to wait for it would end the run.
  const between: ScriptStep[] = isRequest && !atOnce ? [{ line: 1, do: 'answer', limitMs: MAX_TIMER_MS }] : [];
  const steps = Array.from({ length: times }, () => [step, ...between]).flat();
  return isRequest && atOnce ? [...steps, { line: 1, do: 'answers', limitMs: MAX_TIMER_MS }] : steps;
}

function stepOf(message: string | Uint8Array, sameId: boolean): ScriptStep {
  if (typeof message !== 'string') return { line: 1, do: 'bytes', bytes: message };
  const own = sameId ? undefined : replaceId(message, '"auto"');
  return { line: 1, do: 'send', text: own ?? message, autoId: own !== undefined };
}
