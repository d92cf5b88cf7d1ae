/** Reads the recording inside this page into a session, a piece at a time. */
import { RecordingReader, type RecordingProblem } from '#shared/recording';
import { endingOf } from '../session/file-ending.ts';
import { SessionView } from '../session/session-view.svelte.ts';
import { embeddedBytes, TooLarge } from './embedded.ts';
import { FileSource } from '../session/file-source.ts';

class EmbeddedSource extends FileSource {
  override recording(): Promise<Blob> {
    return new Response(embeddedBytes()).blob();
  }
}

/** Why the recording does not open: its first line, its packing, or its size. */
export type EmbeddedProblem = RecordingProblem['code'] | 'damaged' | 'too-large';

/** Called as soon as the session can be shown; its events go on arriving. */
type Begin = (view: SessionView) => void;

/** Open the recording. Resolves when all of it is in, or with the problem when nothing of it can be shown. */
export async function openEmbedded(begin: Begin): Promise<EmbeddedProblem | undefined> {
  const reader = new RecordingReader();
  let view: SessionView | undefined;
  const take = (events: ReturnType<RecordingReader['push']>): void => {
    if (!view && reader.header) {
      // A file is read from its beginning.
      view = new SessionView('embedded', reader.header, (opened) => new EmbeddedSource(opened), { follow: false });
      begin(view);
    }
    view?.append(events);
  };
  let failure: EmbeddedProblem | undefined;
  try {
    const pieces = embeddedBytes().pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await pieces.read();
      if (done) break;
      take(reader.push(value));
      if (!reader.stopped) continue;
      // Nothing more is wanted of it, so it does not matter how it ends.
      void pieces.cancel().catch(() => undefined);
      break;
    }
  } catch (error) {
    failure = error instanceof TooLarge ? 'too-large' : 'damaged';
  }
  const { events, summary } = reader.end(failure);
  take(events);
  if (!view) return failure ?? summary.problems[0]?.code ?? 'not-a-recording';
  view.ending = endingOf(summary);
  return undefined;
}
