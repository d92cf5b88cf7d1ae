/** Whole recordings from and to the disk, for the commands. A name that ends in `.gz` is gzipped; what is read is told by content. */
import { gzipSync } from 'node:zlib';
import { errorText } from '#shared/base';
import {
  RecordingReader,
  recordedOf,
  recordingPieces,
  type Recorded,
  type RecordingProblem,
  type WireEvent,
} from '#shared/recording';
import { choiceOf, importFile, notUnderstoodOf } from './foreign.ts';
import { refusalOf } from './refusal.ts';
import { plainBytes } from './unpack.ts';
import { writeForOwner } from './write-beside.ts';

export type LoadResult =
  | { readonly ok: true; readonly recorded: Recorded; readonly cutShort: boolean; readonly problem?: RecordingProblem }
  /** `sentence` says why nothing could be read. */
  | { readonly ok: false; readonly sentence: string };

/** How another program's file is read: whose messages of several servers are wanted, and where it is said what was not understood. */
export interface LoadOptions {
  readonly server?: string;
  readonly say?: (line: string) => void;
}

/** Read a recording, or another program's file with MCP traffic, gzipped or not. A recording that is cut short or damaged after its header gives what comes before. Never rejects. */
export async function loadRecording(path: string, { server, say }: LoadOptions = {}): Promise<LoadResult> {
  const reader = new RecordingReader();
  const events: WireEvent[] = [];
  const decoder = new TextDecoder();
  const take = (text: string): void => {
    for (const event of reader.push(text)) events.push(event);
  };
  let broken: string | undefined;
  try {
    for await (const piece of plainBytes(path)) {
      take(decoder.decode(piece, { stream: true }));
      // A small file may unpack to one without end.
      if (reader.stopped) break;
    }
    take(decoder.decode());
  } catch (error) {
    broken = errorText(error);
  }
  const { events: last, summary } = reader.end();
  if (!summary.header && broken === undefined && summary.problems[0]?.code === 'not-a-recording') {
    const foreign = await importFile(path, server === undefined ? {} : { server }).catch(() => undefined);
    if (foreign?.ok) {
      const sentence = notUnderstoodOf(path, foreign);
      if (sentence !== undefined) say?.(sentence);
      const [damage] = foreign.format === 'recording' ? foreign.unread : [];
      return { ok: true, recorded: foreign.recorded, cutShort: damage !== undefined };
    }
    const choice = foreign && choiceOf(foreign, server);
    if (choice !== undefined) return { ok: false, sentence: `${path} can’t be read: ${choice}.` };
  }
  for (const event of last) events.push(event);
  const problem = summary.problems[0];
  const recorded = recordedOf(events, summary);
  if (!recorded) {
    const why = broken === undefined ? problem : ({ code: 'unreadable', detail: broken } as const);
    return { ok: false, sentence: refusalOf(path, why ?? { code: 'not-a-recording', line: 1, detail: '' }) };
  }
  return { ok: true, recorded, cutShort: summary.cutShort || broken !== undefined, ...(problem ? { problem } : {}) };
}

/** Write a recording, gzipped when the name ends in `.gz`, readable by this person only; a file of that name is replaced. Throws what the system throws. */
export function saveRecording(path: string, recorded: Recorded): void {
  const bytes = Buffer.concat(Array.from(recordingPieces(recorded), (piece) => Buffer.from(piece)));
  writeForOwner(path, path.endsWith('.gz') ? gzipSync(bytes) : bytes);
}
