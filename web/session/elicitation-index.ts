/**
 * The pages that the server wants opened: what errors −32042 list and what `elicitation/create` in URL mode asks, and which
 * of them `notifications/elicitation/complete` reported as done (2025-11-25, client/elicitation). Each event is looked at once.
 */
import { isObject } from '#shared/jsonrpc';
import type { SessionLog } from '#shared/session';
import type { SessionView } from './session-view.svelte.ts';

const URL_ELICITATION_REQUIRED = -32042;
const COMPLETE = 'notifications/elicitation/complete';

export interface RequiredPage {
  readonly id: string;
  /** As the server wrote it. */
  readonly url: unknown;
  readonly message: unknown;
  readonly elicitationId?: string;
  /** The error that lists it, and the operation that failed for want of it. */
  readonly s: number;
  readonly op: number;
}

export class ElicitationIndex {
  readonly #log: SessionLog;
  readonly #required: RequiredPage[] = [];
  readonly #complete = new Map<string, number>();
  #next = 0;

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Read the events that were not read before. */
  advance(): void {
    const { notes, operations } = this.#log;
    for (; this.#next < notes.length; this.#next++) {
      const note = notes[this.#next];
      if (note?.method === COMPLETE) this.#done(this.#next);
      else if (note?.role === 'closes' && operations[note.op]?.outcome === 'error') this.#failed(this.#next, note.op);
    }
  }

  /** Pages that errors among the first `shown` events list, latest first. */
  required(shown: number): RequiredPage[] {
    return this.#required.filter(({ s }) => s < shown).reverse();
  }

  /** Event that reported an elicitation as done, when it is among the first `shown`. */
  completed(elicitationId: unknown, shown: number): number | undefined {
    const s = typeof elicitationId === 'string' ? this.#complete.get(elicitationId) : undefined;
    return s !== undefined && s < shown ? s : undefined;
  }

  #done(s: number): void {
    const decoded = this.#log.decoded(s);
    const params = decoded?.kind === 'notification' && isObject(decoded.params) ? decoded.params : {};
    const { elicitationId } = params;
    if (typeof elicitationId === 'string' && !this.#complete.has(elicitationId)) this.#complete.set(elicitationId, s);
  }

  #failed(s: number, op: number): void {
    const decoded = this.#log.decoded(s);
    const error = decoded?.kind === 'response' && isObject(decoded.error) ? decoded.error : {};
    const data = error['code'] === URL_ELICITATION_REQUIRED && isObject(error['data']) ? error['data'] : {};
    const listed = Array.isArray(data['elicitations']) ? (data['elicitations'] as unknown[]) : [];
    for (const [index, each] of listed.entries()) {
      if (!isObject(each)) continue;
      const { url, message, elicitationId } = each;
      this.#required.push({
        id: `page ${s} ${index}`,
        url,
        message,
        s,
        op,
        ...(typeof elicitationId === 'string' ? { elicitationId } : {}),
      });
    }
  }
}

const indices = new WeakMap<SessionView, ElicitationIndex>();

/** The index of a view, up to date. Reads `version`. */
export function elicitationsOf(view: SessionView): ElicitationIndex {
  void view.version;
  let index = indices.get(view);
  if (!index) {
    index = new ElicitationIndex(view.log);
    indices.set(view, index);
  }
  index.advance();
  return index;
}
