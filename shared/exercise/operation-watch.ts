/** Follows one request of the exercise to its end: over repetitions with input, authorization and the task it created. */
import type { Policy } from '#shared/driver';
import { isObject, type IdKey } from '#shared/jsonrpc';
import { isTaskEnded, type Closing, type SessionState, type StepNote, type TaskState } from '#shared/session';
import { errorOutcome, type Step, type StepResult } from './step.ts';

export class OperationWatch {
  readonly #step: Step;
  #key: IdKey;
  #op: number | undefined;
  #closing: Closing | undefined;
  #s: number | undefined;

  /** `key` is the id that the request will have; made before the request is sent. */
  constructor(step: Step, key: IdKey) {
    this.#step = step;
    this.#key = key;
  }

  /** The operation, once its request was sent. */
  get op(): number | undefined {
    return this.#op;
  }

  /** Event of the first request. */
  get s(): number | undefined {
    return this.#s;
  }

  /** The result that closed it; undefined without one. */
  get answer(): unknown {
    return this.#closing?.response?.result;
  }

  /** Take in what an event did. */
  take(note: StepNote): void {
    for (const pending of note.opened) {
      // What was refused for want of authorization is sent again with the same id: that is another operation.
      // What was refused for its headers is repeated with an id of its own.
      const repeats = this.#op !== undefined && pending.repeats === this.#op && pending.key !== undefined;
      if (pending.dir !== 'c2s' || (pending.key !== this.#key && !repeats)) continue;
      if (repeats && pending.key !== undefined) this.#key = pending.key;
      this.#op = pending.op;
      this.#s ??= pending.s;
      this.#closing = undefined;
    }
    if (note.continued && note.continued.op === this.#op && note.continued.key !== undefined)
      this.#key = note.continued.key;
    for (const closing of note.closed) if (closing.pending.op === this.#op) this.#closing = closing;
  }

  /** True while the answer is that HTTP wants authorization: the request may be sent again. */
  get isRefused(): boolean {
    return this.#closing?.status === 401 || this.#closing?.status === 403;
  }

  /** True while the tools are listed to repeat a call that was refused for its headers. */
  isRepeated(state: Readonly<SessionState>, { retryHeaders }: Policy): boolean {
    if (!retryHeaders || this.#op === undefined || !state.mismatched.has(this.#op)) return false;
    return [...state.pending.values()].some(({ dir, method }) => dir === 'c2s' && method === 'tools/list');
  }

  /** True while the server waits for input that belongs to this operation. */
  awaitsInput(state: Readonly<SessionState>): boolean {
    return this.#op !== undefined && state.awaited.has(this.#op);
  }

  /** How it ended; undefined while it is open. */
  result(state: Readonly<SessionState>): StepResult | undefined {
    const { pending, outcome, response, status } = this.#closing ?? {};
    if (!pending || outcome === undefined) return undefined;
    switch (outcome) {
      case 'result': {
        const task = [...state.tasks.values()].find(({ op }) => op === pending.op);
        if (task) return this.#taskResult(task, state);
        return { outcome };
      }
      case 'tool-error': {
        const said = firstText(response?.result);
        return { outcome, ...(said === undefined ? {} : { detail: said }) };
      }
      case 'error': {
        const { code, message } = isObject(response?.error) ? response.error : {};
        return { outcome: errorOutcome(this.#step, code), detail: `${String(code)} ${String(message)}` };
      }
      case 'no-answer':
        return { outcome, ...(status ? { detail: `HTTP ${status}` } : {}) };
      case 'silence':
      case 'dropped':
      case 'tap-answered':
        return { outcome: 'no-answer' };
      default:
        return { outcome };
    }
  }

  #taskResult(
    { taskId, status, statusMessage, resultS }: TaskState,
    state: Readonly<SessionState>,
  ): StepResult | undefined {
    if (!isTaskEnded(status)) return undefined;
    // In the handshake era the result is fetched apart.
    if (state.era?.era !== 'per-request' && status !== 'cancelled' && resultS === undefined) return undefined;
    const detail = `task ${taskId} ${status}${statusMessage === undefined ? '' : `: ${statusMessage}`}`;
    return { outcome: status === 'completed' ? 'result' : status === 'failed' ? 'tool-error' : 'cancelled', detail };
  }
}

/** UTF-16 units of what a tool says of its failure. */
const MOST_SAID = 1000;

/** The first line of the first text in the result of a tool; undefined where there is none. Takes any value. */
function firstText(result: unknown): string | undefined {
  const content = isObject(result) ? result['content'] : undefined;
  const texts = (Array.isArray(content) ? (content as unknown[]) : []).flatMap((part) =>
    isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? [part['text']] : [],
  );
  const [line = ''] = (texts[0] ?? '').trim().slice(0, MOST_SAID).split('\n');
  return line === '' ? undefined : line;
}
