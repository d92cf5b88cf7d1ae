/** Keeps the answer to the request that a person asked for, digit for digit. */
import { isObject, memberText } from '#shared/jsonrpc';
import { textOf, type WireEvent } from '#shared/recording';
import type { SessionState, StepNote } from '#shared/session';

export interface Answer {
  readonly kind: 'result' | 'error';
  readonly text: string;
}

/** Where the result of a task stands: in the answer to `tasks/result`, to `tasks/get`, or in a notification. */
const TASK_PLACES = [
  ['result', 'result'],
  ['params', 'result'],
  ['result', 'error'],
  ['params', 'error'],
] as const;

export class AnswerWatch {
  #op: number | undefined;
  /** The answer so far; of a task its result, once that came. */
  answer: Answer | undefined;

  take(event: WireEvent, note: StepNote, { tasks }: Readonly<SessionState>): void {
    for (const { by, op, repeats } of note.opened)
      if (by === 'host' || (repeats !== undefined && repeats === this.#op)) this.#op = op;
    if (event.k !== 'message' || event.dir !== 's2c') return;
    const raw = textOf(event);
    for (const { pending, response } of note.closed) {
      if (pending.op !== this.#op || !response) continue;
      const kind = response.outcome === 'error' ? 'error' : 'result';
      // An answer in a batch has no text of its own.
      this.answer = { kind, text: memberText(raw, [kind]) ?? JSON.stringify(response[kind]) };
    }
    for (const id of note.tasks ?? []) {
      const task = tasks.get(id);
      if (task?.op === this.#op && task?.resultS === event.s) this.answer = taskAnswer(note, raw) ?? this.answer;
    }
  }
}

function taskAnswer({ closed }: StepNote, raw: string): Answer | undefined {
  const [closing] = closed;
  if (closing?.pending.method === 'tasks/result') {
    const kind = isObject(closing.response?.error) ? 'error' : 'result';
    const text = memberText(raw, [kind]);
    return text === undefined ? undefined : { kind, text };
  }
  for (const place of TASK_PLACES) {
    const text = memberText(raw, place);
    if (text !== undefined) return { kind: place[1], text };
  }
  return undefined;
}
