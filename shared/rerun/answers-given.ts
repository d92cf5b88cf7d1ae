/** What the client of a recording answered: to requests of the server, and to results that asked for input. */
import { isObject, memberText, MessagesByKey } from '#shared/jsonrpc';
import { textOf, type WireEvent } from '#shared/recording';
import type { StepNote } from '#shared/session';
import type { RecordedAnswer } from './types.ts';

/** A request of the server, and what was answered once it was. */
type Asked = RecordedAnswer & { answer?: RecordedAnswer['answer'] };

export class AnswersGiven {
  /** In the order in which they were asked for. */
  readonly #all: Asked[] = [];
  readonly #requests = new Map<number, Asked>();
  readonly #messages = new MessagesByKey();
  /** By operation, or by task: requests by their keys. */
  readonly #inputs = new Map<string, Map<string, Asked>>();

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
      open.answer = { outcome, json: exact ?? JSON.stringify(response[outcome] ?? {}) };
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
      open.answer = { outcome: 'result', json };
      given.delete(key);
    }
  }

  /** Every request of the server that was answered, or was still open at the end. */
  all(): RecordedAnswer[] {
    const open = new Set([
      ...this.#requests.values(),
      ...[...this.#inputs.values()].flatMap((each) => [...each.values()]),
    ]);
    return this.#all.filter((asked) => asked.answer !== undefined || open.has(asked));
  }

  #open(method: string, params: unknown, s: number): Asked {
    const asked: Asked = { method, params, s };
    this.#all.push(asked);
    return asked;
  }
}
