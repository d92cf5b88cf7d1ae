/** Notes on events. A note is an event that names another; a later one replaces it, an empty one removes it. Notes in force are a fold. */
import type { NoteBody, WireEvent } from './kinds/index.ts';

/** When written; a note is read whatever its length. */
const MAX_NOTE_CHARS = 20_000;

/** The notes in force after the first `shown` events, by the event they are about, in the order of those events. */
export function notesAt(events: Iterable<WireEvent>, shown = Infinity): Map<number, string> {
  const notes = new Map<number, string>();
  for (const event of events) {
    if (event.s >= shown) break;
    if (event.k === 'note') applyNote(notes, event);
  }
  return new Map([...notes].sort(([a], [b]) => a - b));
}

/** Take one note event into a map of the notes in force. */
export function applyNote(notes: Map<number, string>, { at, text }: NoteBody): void {
  if (text === '') notes.delete(at);
  else notes.set(at, text);
}

export type Moment = Pick<WireEvent, 's' | 't'>;

/** The event that adds a note to an ended recording, at the time of the last event: session time stops there. */
export function lateNote(last: Moment | undefined, at: number, text: string): WireEvent {
  return { s: (last?.s ?? -1) + 1, t: last?.t ?? 0, k: 'note', at, text: text.slice(0, MAX_NOTE_CHARS) };
}
