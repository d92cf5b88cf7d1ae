/** A recording file, packed or not, is read in pieces; each is shown and stored while the next one is read. */
import { RecordingReader, type RecordingHeader, type RecordingProblem } from '#shared/recording';
import { plainPieces } from '../base/plain-bytes.ts';
import { nextTask } from '../base/yield-to-page.ts';
import { changeSession, notStored, putEvents } from '../session/direct/store.ts';
import { endingOf } from '../session/file-ending.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/** Read a file into the view that `begin` makes of its header, until not `shown`. Gives it, with what is readable, or the problem. */
export async function readFile(
  file: Blob,
  id: string,
  begin: (header: RecordingHeader) => SessionView,
  shown: (view: SessionView) => boolean,
): Promise<SessionView | RecordingProblem> {
  const reader = new RecordingReader();
  let view: SessionView | undefined;
  // One piece is written to the storage while the next one is read.
  let stored = Promise.resolve();
  let broken: string | undefined;
  for await (const text of textPieces(plainPieces(file, (why) => (broken = why)))) {
    const events = reader.push(text);
    view ??= reader.header && begin(reader.header);
    if (view) {
      // Closed while it was read: the rest has no place to go.
      if (!shown(view)) return view;
      view.append(events);
      await stored;
      stored = putEvents(id, events).catch(notStored);
      await nextTask();
    }
    // A small packed file may go on without end.
    if (reader.stopped) break;
  }
  await stored;
  const { events, summary } = reader.end(broken);
  view ??= reader.header && begin(reader.header);
  if (!view) return summary.problems[0] ?? { code: 'not-a-recording', line: 1, detail: '' };
  view.append(events);
  await putEvents(id, events).catch(notStored);
  const ending = endingOf(summary);
  // Another page may have read its beginning for the library.
  await changeSession(id, ({ reading: _, read: __, ...session }) => ({ ...session, ending })).catch(notStored);
  view.ending = ending;
  return view;
}

/** UTF-16 units read between two chances for the page to draw. */
const PIECE = 1024 * 1024;

async function* textPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of bytes) {
    text += decoder.decode(piece, { stream: true });
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  text += decoder.decode();
  if (text !== '') yield text;
}
