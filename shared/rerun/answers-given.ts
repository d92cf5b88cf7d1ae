/** What the client of a recording answered: to requests of the server, and to results that asked for input. */
import { isObject, memberText, MessagesByKey } from '#shared/jsonrpc';
import { textOf, type WireEvent } from '#shared/recording';
import type { StepNote } from '#shared/session';
import type { RecordedAnswer } from './types.ts';

interface Open {
  readonly at: number;
  readonly method: string;
  readonly params: unknown;
  readonly s: number;
}

export class AnswersGiven {
  /** In the order in which they were asked for; empty while nothing was answered. */
  readonly #all: (RecordedAnswer | undefined)[] = [];
  readonly #requests = new Map<number, Open>();
  readonly #messages = new MessagesByKey();
  /** By operation, or by task: requests by their keys. */
  readonly #inputs = new Map<string, Map<string, Open>>();

  take(event: WireEvent, note: StepNote): void {
    if (event.k !== 'message') return;
    const { decoded } = note;
    for (const { op, dir, method, key } of note.opened) {
      if (dir !== 's2c' || method === undefined) continue;
      this.#requests.set(op, this.#open(method, this.#messages.request(decoded, key)?.params, event.s));
    }
    for (const { pending, response } of note.closed) {
      const open = this.#requests.get(pending.op);
      if (pending.dir !== 's2c' || !open) continue;
      this.#requests.delete(pending.op);
      if (!response) continue;
      const { outcome } = response;
      const exact = decoded?.kind === 'batch' ? undefined : memberText(textOf(event), [outcome]);
      const json = exact ?? JSON.stringify(response[outcome] ?? {});
      this.#close(open, { outcome, json });
    }
    if (note.awaits) {
      const { op, taskId, requests } = note.awaits;
      const asked = Object.entries(requests).map(
        ([key, { method, params }]) => [key, this.#open(method, params, event.s)] as const,
      );
      this.#inputs.set(taskId === undefined ? `op:${op}` : `task:${taskId}`, new Map(asked));
    }
    if (event.dir !== 'c2s' || decoded?.kind !== 'request') return;
    const taskId = isObject(decoded.params) ? decoded.params['taskId'] : undefined;
    const given =
      decoded.method === 'tasks/update' && typeof taskId === 'string'
        ? this.#inputs.get(`task:${taskId}`)
        : note.continued && this.#inputs.get(`op:${note.continued.op}`);
    if (!given) return;
    for (const [key, open] of given) {
      const json = memberText(textOf(event), ['params', 'inputResponses', key]);
      if (json === undefined) continue;
      this.#close(open, { outcome: 'result', json });
      given.delete(key);
    }
  }

  /** Every request of the server, with what was answered. */
  all(): RecordedAnswer[] {
    for (const open of this.#requests.values()) this.#close(open);
    for (const inputs of this.#inputs.values()) for (const open of inputs.values()) this.#close(open);
    return this.#all.filter((each) => each !== undefined);
  }

  #open(method: string, params: unknown, s: number): Open {
    this.#all.push(undefined);
    return { at: this.#all.length - 1, method, params, s };
  }

  #close({ at, method, params, s }: Open, answer?: RecordedAnswer['answer']): void {
    this.#all[at] = { method, params, s, ...(answer ? { answer } : {}) };
  }
}
