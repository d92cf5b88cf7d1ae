/** What a person has begun to answer; kept while another panel is open. */
import type { Root } from '#shared/driver';
import { slot } from '../session/slot.ts';
import { METHOD_NOT_FOUND, taskCreated, type ElicitationAction, type SamplingAnswer } from './answers.ts';

/** How an answer is written: by form, as JSON of the result, as a task that will have the result, or as an error. */
export type Mode = 'form' | 'json' | 'task' | 'error';

export class Draft {
  /** When it was begun, as an ISO time: what a task of this client says of itself. */
  readonly began = new Date().toISOString();
  mode: Mode = $state('form');
  /** JSON text of a whole result, typed by hand; undefined until it is looked at. */
  json: string | undefined = $state();
  error = $state(METHOD_NOT_FOUND);
  /** JSON text of the answer that creates a task. */
  task = $state(taskCreated(`task-${Math.floor(performance.now())}`, this.began));
  sampling: SamplingAnswer = $state.raw({ text: '', model: 'by-hand', stopReason: 'endTurn', uses: [] });
  action: ElicitationAction = $state('accept');
  /** JSON text of the content of an elicitation; undefined until something was filled in. */
  content: string | undefined = $state();
  roots: readonly Root[] | undefined = $state.raw();
  filled = false;
}

class Drafts {
  /** What is looked at: the id of an ask, `policies` for the automatic answers; undefined for the oldest open ask. */
  selected: string | undefined = $state();
  here: readonly string[] = $state.raw([]);
  readonly #drafts = new Map<string, Draft>();

  /** Say that these asks stand before the person, whichever panel is open; the result ends it. */
  showHere(ids: readonly string[]): () => void {
    this.here = ids;
    return () => {
      if (this.here === ids) this.here = [];
    };
  }

  of(id: string, key = ''): Draft {
    const name = `${id} ${key}`;
    const draft = this.#drafts.get(name) ?? new Draft();
    this.#drafts.set(name, draft);
    return draft;
  }
}

export const draftsOf = slot(() => new Drafts());
