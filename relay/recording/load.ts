/** Whole recordings from and to the disk, for the commands. A name that ends in `.gz` is gzipped; the format of what is read is recognized by its content. */
import { gzipSync } from 'node:zlib';
import { defined, errorText } from '#shared/base';
import { UnreadableFile } from '../base/index.ts';
import { RecordingReader, recordedOf, recordingPieces, type Recorded, type WireEvent } from '#shared/recording';
import { damageSentence, fileDamage, type FileDamage, refusalOf } from './file-damage.ts';
import { choiceOf, importFile, notUnderstoodOf } from './foreign.ts';
import { isWrittenElsewhere } from './live-marker.ts';
import { plainBytes } from './unpack.ts';
import { writeForOwner } from './write-beside.ts';

export type LoadResult =
  | { readonly ok: true; readonly recorded: Recorded; readonly damage?: FileDamage }
  | { readonly ok: false; readonly sentence: string };

export interface LoadOptions {
  /** The server whose messages are wanted, of another program's file that has several. */
  readonly server?: string;
  /** Receives what was not understood of another program's file. */
  readonly say?: (line: string) => void;
  /** Receives what is damaged or missing, as a sentence. */
  readonly warn?: (line: string) => void;
  /** Receives the same as data. */
  readonly damaged?: FileDamage[];
}

/** Read a recording or another program's MCP file, gzipped or not; of a damaged one what is readable. Never rejects. */
export async function loadRecording(path: string, options: LoadOptions = {}): Promise<LoadResult> {
  const reader = new RecordingReader();
  const events: WireEvent[] = [];
  const decoder = new TextDecoder();
  const take = (text: string): void => {
    for (const event of reader.push(text)) events.push(event);
  };
  // Asked before reading: what is written before that process ends is then read as well.
  const live = isWrittenElsewhere(path);
  let broken: string | undefined;
  try {
    for await (const piece of plainBytes(path)) {
      take(decoder.decode(piece, { stream: true }));
      // A small file may unpack without end.
      if (reader.stopped) break;
    }
    take(decoder.decode());
  } catch (error) {
    broken = errorText(error);
  }
  const { events: last, summary } = reader.end(broken);
  for (const event of last) events.push(event);
  const recorded = recordedOf(events, summary);
  if (recorded) return read(recorded, fileDamage(path, summary, events, live), options);
  const why = broken === undefined ? summary.damage : ({ code: 'unreadable', detail: broken } as const);
  if (why?.code === 'not-a-recording') {
    const { server, say } = options;
    const foreign = await importFile(path, defined({ server })).catch(() => undefined);
    if (foreign?.ok) {
      const sentence = notUnderstoodOf(path, foreign);
      if (sentence !== undefined) say?.(sentence);
      const { summary: own } = foreign;
      return read(foreign.recorded, own && fileDamage(path, own, foreign.recorded.events), options);
    }
    const choice = foreign && choiceOf(foreign, server);
    if (choice !== undefined) return { ok: false, sentence: `${path} can’t be read: ${choice}.` };
  }
  return { ok: false, sentence: refusalOf(path, why ?? { code: 'not-a-recording', line: 1, detail: '' }) };
}

/** The recording of a command's argument. Throws `UnreadableFile` when nothing of it can be read. */
export async function recordingAt(path: string, options: LoadOptions): Promise<Recorded> {
  const loaded = await loadRecording(path, options);
  if (loaded.ok) return loaded.recorded;
  throw new UnreadableFile(loaded.sentence);
}

function read(recorded: Recorded, damage: FileDamage | undefined, { warn, damaged }: LoadOptions): LoadResult {
  if (!damage) return { ok: true, recorded };
  warn?.(damageSentence(damage));
  damaged?.push(damage);
  return { ok: true, recorded, damage };
}

/** Write a recording, gzipped when the name ends in `.gz`, readable by this person only; replaces a file of that name. Throws system errors. */
export function saveRecording(path: string, recorded: Recorded): void {
  const bytes = Buffer.concat(Array.from(recordingPieces(recorded), (piece) => Buffer.from(piece)));
  writeForOwner(path, path.endsWith('.gz') ? gzipSync(bytes) : bytes);
}
