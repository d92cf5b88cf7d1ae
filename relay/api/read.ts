/** Recordings from the disk, whole or as they are read. */
import {
  type ReadSummary,
  type HeldRecording as Recorded,
  type RecordingHeader,
  RecordingReader,
  type WireEvent,
} from '#shared/recording';
import { loadRecording, plainBytes, refusalOf, saveRecording } from '../recording/index.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Why nothing of a file could be read, in a sentence. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/**
 * Read a recording (`.mcprec`, gzipped or not), or another program's file with MCP traffic, which is imported. A recording that
 * was cut short or is damaged after its header gives what comes before, and has no `footer`. Rejects with a `RecordingError`
 * when nothing of it can be read.
 */
export async function readRecording(path: string): Promise<Recorded> {
  const loaded = await loadRecording(path);
  if (!loaded.ok) throw new RecordingError(loaded.sentence);
  return loaded.recorded;
}

/** What comes of a recording that is read piece by piece. */
export type RecordingPart =
  | { readonly type: 'header'; readonly header: RecordingHeader }
  | { readonly type: 'event'; readonly event: WireEvent }
  /** The last one: how many events there were, the footer, and what could not be read. */
  | { readonly type: 'end'; readonly summary: ReadSummary };

/**
 * Read a recording piece by piece: from a file (gzipped or not), or from text or bytes that come from elsewhere (not gzipped).
 * Memory holds one piece at a time. First comes the header, then each event, then the summary; a damaged line ends the reading,
 * and the summary names it. Rejects with a `RecordingError` when there is no header, and with the error of the source.
 */
export async function* streamRecording(
  source: string | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): AsyncGenerator<RecordingPart, void> {
  const reader = new RecordingReader({ text: Infinity });
  const decoder = new TextDecoder();
  let begun = false;
  const parts = function* (events: readonly WireEvent[]): Generator<RecordingPart> {
    if (!begun && reader.header) {
      begun = true;
      yield { type: 'header', header: reader.header };
    }
    for (const event of events) yield { type: 'event', event };
  };
  for await (const piece of typeof source === 'string' ? plainBytes(source) : source) {
    yield* parts(reader.push(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })));
    if (reader.stopped) break;
  }
  const last = reader.push(decoder.decode());
  const { events, summary } = reader.end();
  yield* parts([...last, ...events]);
  const [problem] = summary.problems;
  if (!summary.header)
    throw new RecordingError(
      refusalOf(
        typeof source === 'string' ? source : 'The text',
        problem ?? { code: 'not-a-recording', line: 1, detail: '' },
      ),
    );
  yield { type: 'end', summary };
}

/**
 * Write a recording, gzipped when the name ends in `.gz`, readable by this user alone. A file that is there stays, and this
 * throws, unless `replace` is true. Throws what the system throws.
 */
export function writeRecording(path: string, recorded: Recorded, { replace = false } = {}): void {
  const file = resolve(path);
  if (!replace && existsSync(file)) throw new Error(`${file} already exists`);
  saveRecording(file, recorded);
}
