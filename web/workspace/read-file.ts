/** A recording file, packed or not, is read in pieces; each is shown while the next one is read. */
import {
  RecordingReader,
  utf8Length,
  type RecordingHeader,
  type RecordingProblem,
  type WireEvent,
} from '#shared/recording';
import { plainTexts } from '../base/plain-bytes.ts';
import { nextTask, yieldToPage } from '../base/yield-to-page.ts';
import { changeSession, notStored } from '../session/direct/store.ts';
import { endingOf } from '../session/file-ending.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** Short enough that the page can draw in between. */
const EVENTS_A_STEP = 500;

/** Read a file into the view that `begin` makes of its header, until not `shown`. Gives it, with what is readable, or the problem. */
export async function readFile(
  file: Blob,
  id: string,
  begin: (header: RecordingHeader) => SessionView,
  shown: (view: SessionView) => boolean,
): Promise<SessionView | RecordingProblem> {
  const reader = new RecordingReader();
  let view: SessionView | undefined;
  let broken: string | undefined;
  let header = 0;
  let bytes = 0;
  for await (const { text, bytes: read } of plainTexts(file, (why) => (broken = why))) {
    const events = reader.push(text);
    // A header may be longer than a piece.
    if (!view) header += utf8Length(text.slice(0, text.indexOf('\n') + 1 || text.length));
    bytes = read - header;
    view ??= reader.header && begin(reader.header);
    if (view) {
      // Closed while it was read: the rest has no place to go.
      if (!shown(view)) return view;
      await appendTo(view, events);
      await nextTask();
    }
    // A small packed file may go on without end.
    if (reader.stopped) break;
  }
  const { events, summary } = reader.end(broken);
  view ??= reader.header && begin(reader.header);
  if (!view) return summary.problems[0] ?? { code: 'not-a-recording', line: 1, detail: '' };
  await appendTo(view, events);
  const ending = endingOf(summary);
  // Another page may have read its beginning for the library.
  await changeSession(id, ({ reading: _, read: __, ...session }) => ({ ...session, bytes, ending })).catch(notStored);
  view.ending = ending;
  return view;
}

async function appendTo(view: SessionView, events: readonly WireEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += EVENTS_A_STEP) {
    view.append(events.slice(from, from + EVENTS_A_STEP));
    await yieldToPage();
  }
}
