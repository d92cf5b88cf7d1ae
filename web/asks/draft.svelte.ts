/** What a person has begun to answer; kept while another panel is open. */
import type { Root } from '#shared/driver';
import type { SessionView } from '../state/session-view.svelte.ts';
import { METHOD_NOT_FOUND, type SamplingAnswer } from './answers.ts';

export class Draft {
  mode: 'form' | 'json' | 'error' = $state('form');
  /** JSON text of a whole result, typed by hand; undefined until it is looked at. */
  json: string | undefined = $state();
  error = $state(METHOD_NOT_FOUND);
  sampling: SamplingAnswer = $state.raw({ text: '', model: 'by-hand', stopReason: 'endTurn' });
  /** JSON text of the content of an elicitation; undefined until something was filled in. */
  content: string | undefined = $state();
  roots: readonly Root[] | undefined = $state.raw();
}

class Drafts {
  /** Operation looked at, `policies` for the automatic answers; undefined for the oldest open request. */
  selected: number | 'policies' | undefined = $state();
  readonly #drafts = new Map<number, Draft>();

  /** The draft for an operation. */
  of(op: number): Draft {
    let draft = this.#drafts.get(op);
    if (!draft) {
      draft = new Draft();
      this.#drafts.set(op, draft);
    }
    return draft;
  }
}

const all = new WeakMap<SessionView, Drafts>();

export function draftsOf(view: SessionView): Drafts {
  let drafts = all.get(view);
  if (!drafts) {
    drafts = new Drafts();
    all.set(view, drafts);
  }
  return drafts;
}
