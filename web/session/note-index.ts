/** The notes of a session as of any event, found without reading the whole log again: every event is looked at once. */
import type { WireEvent } from '#shared/recording';
import type { SessionLog } from '#shared/session';
import { countBelow } from '#shared/base';
import type { SessionView } from './session-view.svelte.ts';

export interface NoteOn {
  /** Event it is about. */
  readonly at: number;
  readonly text: string;
}

/** Events looked at in one go; a longer log is caught up with over several frames. */
const PIECE = 50_000;

export class NoteIndex {
  readonly #log: SessionLog;
  /** For each event with notes: the events that wrote them, ascending, and their texts. */
  readonly #written = new Map<number, { readonly by: number[]; readonly texts: string[] }>();
  /** Events with notes, ascending; undefined when one has come since they were put in order. */
  #annotated: readonly number[] | undefined;
  #next = 0;

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Look at events that were not looked at before. Gives true when more are left. */
  advance(): boolean {
    const { events } = this.#log;
    const end = Math.min(events.length, this.#next + PIECE);
    for (; this.#next < end; this.#next++) {
      const event = events[this.#next];
      if (event?.k === 'note') this.#add(event);
    }
    return end < events.length;
  }

  /** The note on event `at` after the first `shown` events; undefined without one. */
  textOn(at: number, shown: number): string | undefined {
    const written = this.#written.get(at);
    if (!written) return undefined;
    return written.texts[countBelow(written.by, shown) - 1] || undefined;
  }

  /** All notes in force after the first `shown` events, in the order of the events they are about. */
  all(shown: number): NoteOn[] {
    this.#annotated ??= [...this.#written.keys()].sort((a, b) => a - b);
    return this.#annotated.flatMap((at) => {
      const text = this.textOn(at, shown);
      return text === undefined ? [] : [{ at, text }];
    });
  }

  #add({ s, at, text }: Extract<WireEvent, { k: 'note' }>): void {
    const known = this.#written.get(at);
    if (known) {
      known.by.push(s);
      known.texts.push(text);
      return;
    }
    this.#written.set(at, { by: [s], texts: [text] });
    this.#annotated = undefined;
  }
}

const indexes = new WeakMap<SessionView, NoteIndex>();

/** The session's notes, with all events that were read so far. Reactive. */
export function notesOf(view: SessionView): NoteIndex {
  void view.version;
  const index = indexes.get(view) ?? new NoteIndex(view.log);
  indexes.set(view, index);
  if (index.advance()) view.touch();
  return index;
}

/** The event that a person means when they write a note while event `s` is selected: a note is about what it is on. */
export function noteTarget(view: SessionView, s: number): number | undefined {
  const event = s >= 0 && s < view.shown ? view.log.events[s] : undefined;
  return event?.k === 'note' ? event.at : event?.s;
}
