/** The notes of people on the events of a session. */
import { applyNote } from '#shared/recording';
import { copyTables, type Fold } from '#shared/session';

export interface Notes {
  /** The text in force by the event it is about. */
  readonly texts: Map<number, string>;
}

export const NOTES: Fold<Notes> = {
  ignoresPassing: true,
  init: () => ({ texts: new Map() }),
  step({ texts }, event) {
    if (event.k === 'note') applyNote(texts, event);
  },
  copy: copyTables,
};

export function notesInOrder({ texts }: Readonly<Notes>) {
  return [...texts].map(([at, text]) => ({ at, text })).sort((a, b) => a.at - b.at);
}
