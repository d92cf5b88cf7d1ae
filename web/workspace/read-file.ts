/** A recording file, packed or not, is read in pieces; each is shown and stored while the next one is read. */
import { RecordingReader, type RecordingHeader, type RecordingProblem } from '#shared/recording';
import { textPieces } from '../base/text-pieces.ts';
import { nextTask } from '../base/turns.ts';
import { changeSession, notStored, putEvents } from '../session/direct/store.ts';
import { endingOf } from '../session/file-ending.ts';
import type { SessionView } from '../session/session-view.svelte.ts';

/**
 * Read a file into the view that `begin` makes once its header is known, until `shown` says that the view was closed. Gives the
 * view, or the problem when the file cannot be read from its first line; a cut file is read as far as it goes.
 */
export async function readFile(
  file: Blob,
  id: string,
  begin: (header: RecordingHeader) => SessionView,
  shown: (view: SessionView) => boolean,
): Promise<SessionView | RecordingProblem> {
  const reader = new RecordingReader();
  const gzip = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const bytes =
    gzip[0] === 0x1f && gzip[1] === 0x8b ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  let view: SessionView | undefined;
  // One piece is written to the storage while the next one is read.
  let stored = Promise.resolve();
  let broken = false;
  for await (const text of textPieces(bytes, () => (broken = true))) {
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
  const { events, summary } = reader.end();
  view ??= reader.header && begin(reader.header);
  if (!view) return summary.problems[0] ?? { code: 'not-a-recording', line: 1, detail: '' };
  view.append(events);
  await putEvents(id, events).catch(notStored);
  const ending = endingOf(summary, broken);
  // Another page may have read its beginning for the library.
  await changeSession(id, ({ reading: _, read: __, ...session }) => ({ ...session, ending })).catch(notStored);
  view.endReading(ending);
  return view;
}
