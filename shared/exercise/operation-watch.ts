/** Follows one request of the exercise to its end: over repetitions with input, authorization and the task it created. */
import type { Policy } from '#shared/driver';
import { defined } from '#shared/base';
import { httpFailure } from '#shared/failure';
import { isObject, type IdKey } from '#shared/jsonrpc';
import type { WireEvent } from '#shared/recording';
import {
  isTaskEnded,
  servesTasks,
  type Closing,
  type SessionState,
  type StepNote,
  type TaskState,
} from '#shared/session';
import { errorOutcome, type Step, type StepResult } from './step.ts';

type HttpEvent = WireEvent & { readonly k: 'http' | 'body' };

export class OperationWatch {
  readonly #step: Step;
  #key: IdKey;
  #op: number | undefined;
  #closing: Closing | undefined;
  #s: number | undefined;
  /** The last request of HTTP: what it carries follows it. */
  #request: HttpEvent | undefined;
  /** Steps and body of the exchange that carries the request. */
  #exchange: HttpEvent[] = [];

  /** `key` is the id that the request will have; made before the request is sent. */
  constructor(step: Step, key: IdKey) {
    this.#step = step;
    this.#key = key;
  }

  get op(): number | undefined {
    return this.#op;
  }

  get s(): number | undefined {
    return this.#s;
  }

  /** The result that closed it; undefined without one. */
  get answer(): unknown {
    return this.#closing?.response?.result;
  }

  take(event: WireEvent, note: StepNote): void {
    if (event.k === 'http' || event.k === 'body') {
      if (event.k === 'http' && event.phase === 'request') this.#request = event;
      if (event.x === this.#exchange[0]?.x) this.#exchange.push(event);
    }
    for (const pending of note.opened) {
      // What is refused for authorization is sent again with the same id, as a new operation; for its headers, with a new id.
      const repeats = this.#op !== undefined && pending.repeats === this.#op && pending.key !== undefined;
      if (pending.dir !== 'c2s' || (pending.key !== this.#key && !repeats)) continue;
      if (repeats && pending.key !== undefined) this.#key = pending.key;
      this.#op = pending.op;
      this.#s ??= pending.s;
      this.#exchange = this.#request && this.#request.x === pending.x ? [this.#request] : [];
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
        if (task && servesTasks(state)) return this.#taskResult(task, state);
        return { outcome };
      }
      case 'tool-error': {
        const said = firstText(response?.result);
        return { outcome, ...(said === undefined ? {} : { detail: said }) };
      }
      case 'error': {
        const { code, message } = isObject(response?.error) ? response.error : {};
        return { outcome: errorOutcome(this.#step, code), ...this.#detail(`${String(code)} ${String(message)}`) };
      }
      case 'no-answer':
        return { outcome, ...this.#detail(status ? `HTTP ${status}` : '', true) };
      case 'silence':
      case 'dropped':
      case 'tap-answered':
        return { outcome: 'no-answer' };
      default:
        return { outcome };
    }
  }

  /** What failed, with what the server said of it over HTTP: all of it where no message tells. */
  #detail(what: string, alone = false): Pick<StepResult, 'detail'> {
    const http = httpFailure(this.#exchange, this.#exchange[0]?.x ?? '', 0, this.#exchange.length);
    const { phrase, at, exchange, quote = [], retryAfter } = http ?? {};
    const status = at === undefined ? [what, phrase].filter(Boolean).join(' ') : exchange;
    const wait = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}`;
    const parts = alone ? [status, ...quote, wait] : [what, wait];
    return defined({ detail: parts.filter(Boolean).join('; ') || undefined });
  }

  #taskResult(
    { taskId, status, statusMessage, resultS, refused }: TaskState,
    state: Readonly<SessionState>,
  ): StepResult | undefined {
    if (refused) return { outcome: 'error', detail: `task ${taskId}: tasks/get was refused` };
    if (!isTaskEnded(status)) return undefined;
    // In the handshake era the result is fetched apart.
    if (state.era?.era !== 'per-request' && status !== 'cancelled' && resultS === undefined) return undefined;
    const detail = `task ${taskId} ${status}${statusMessage === undefined ? '' : `: ${statusMessage}`}`;
    return { outcome: status === 'completed' ? 'result' : status === 'failed' ? 'tool-error' : 'cancelled', detail };
  }
}

const MAX_ERROR_CHARS = 1000;

/** The first line of the first text in the result of a tool; undefined where there is none. Takes any value. */
function firstText(result: unknown): string | undefined {
  const content = isObject(result) ? result['content'] : undefined;
  const texts = (Array.isArray(content) ? (content as unknown[]) : []).flatMap((part) =>
    isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? [part['text']] : [],
  );
  const [line = ''] = (texts[0] ?? '').trim().slice(0, MAX_ERROR_CHARS).split('\n');
  return line === '' ? undefined : line;
}
