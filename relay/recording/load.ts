/** Whole recordings from and to the disk, for the commands. A name that ends in `.gz` is gzipped; the format of what is read is recognized by its content. */
import { defined, errorText } from '#shared/base';
import { UnreadableFile } from '../base/index.ts';
import {
  isLoss,
  MAX_TEXT,
  recordedOf,
  recordingPieces,
  type HeldRecording,
  type ReadSummary,
  type Recorded,
  type WireEvent,
} from '#shared/recording';
import { gzipped } from './gzipped.ts';
import { damageSentence, fileDamage, type FileDamage, refusalOf } from './file-damage.ts';
import { choiceOf, importFile, notUnderstoodOf } from './foreign.ts';
import { isWrittenElsewhere } from './live-marker.ts';
import { FileEvents, MAX_HELD, type Follow } from './file-events.ts';
import { Scan } from './scan.ts';
import { isGzip, MAX_UNPACKED, plainBytes, plainLength, unpack } from './unpack.ts';
import { writeForOwner } from './write-beside.ts';

export type LoadResult<Loaded extends Recorded = HeldRecording> =
  | { readonly ok: true; readonly recorded: Loaded; readonly damage?: FileDamage }
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
  /** Bytes up to which a recording is held: beyond them an opened one (64 MiB) is read from its file, a loaded one (`MAX_TEXT`) not at all. */
  readonly maxHeld?: number;
}

/** Read a recording or another program's MCP file into memory, gzipped or not; of a damaged one what is readable. Never rejects. */
export async function loadRecording(path: string, options: LoadOptions = {}): Promise<LoadResult> {
  const events: WireEvent[] = [];
  // Asked before reading: what is written before that process ends is then read as well.
  const live = isWrittenElsewhere(path);
  const scan = new Scan((event) => void events.push(event), options.maxHeld ?? MAX_TEXT);
  const broken = await readThrough(scan, plainBytes(path));
  const { summary } = scan;
  const recorded = recordedOf(events, summary);
  return recorded
    ? read(recorded, fileDamage(path, summary, events, live), options)
    : notOurs(path, summary, broken, options);
}

/**
 * The same without holding a long recording: its events are read from the file when asked for (then `UnreadableFile` is thrown if
 * that fails). For that a gzipped file is unpacked into a copy, which is removed when the process ends; where there is no room for
 * one it is held after all. `follow` is told of each event while the file is read, so that who needs one pass parses no line twice;
 * it is asked again when the reading begins anew. Rejects only with what `follow` throws.
 */
export async function openRecording(
  path: string,
  options: LoadOptions = {},
  follow?: Follow,
): Promise<LoadResult<Recorded>> {
  const lost: WireEvent[] = [];
  const thrown: unknown[] = [];
  let tell: ReturnType<Follow> | undefined;
  const begin = (maxHeld = options.maxHeld): FileEvents => {
    tell = undefined;
    lost.length = 0;
    return new FileEvents((own) => {
      tell = follow?.(own);
      return (event) => {
        if (isLoss(event)) lost.push(event);
        try {
          tell?.(event);
        } catch (error) {
          // No damage of the file.
          thrown.push(error);
          throw error;
        }
      };
    }, maxHeld);
  };
  const live = isWrittenElsewhere(path);
  let events = begin();
  let broken: string | undefined;
  try {
    const packed = await isGzip(path);
    // What is too long is not held at first, to be dropped then.
    const long = plainLength(path, packed) > (options.maxHeld ?? MAX_HELD);
    if (long) events = begin(0);
    if (!packed) events.open(path);
    if (!packed || !long) broken = await readThrough(events.scan, plainBytes(path), () => !packed || events.isHeld);
    if (packed && (long || !events.isHeld) && thrown.length === 0) {
      try {
        events = begin(0);
        broken = await readCopy(events, path);
      } catch (error) {
        if (thrown.length > 0) throw error;
        events = begin(MAX_TEXT);
        broken = await readThrough(events.scan, plainBytes(path), () => events.isHeld);
        if (!events.isHeld) throw error;
      }
    }
  } catch (error) {
    events = begin();
    events.scan.end((broken = errorText(error)));
  }
  events.settle();
  if (thrown.length > 0) throw thrown[0];
  const { summary } = events.scan;
  const recorded = summary.header && recordedOf(events, summary);
  const loaded = recorded
    ? read(recorded, fileDamage(path, summary, lost, live), options)
    : await notOurs(path, summary, broken, options);
  if (loaded.ok && !tell) {
    tell = follow?.(loaded.recorded);
    for (const event of loaded.recorded.events) tell?.(event);
  }
  return loaded;
}

/** Unpack a file into a copy, which `events` read. Gives why it breaks off; rejects where there can be no copy. */
async function readCopy(events: FileEvents, path: string): Promise<string | undefined> {
  const { scan } = events;
  let isOpen = false;
  const copy = await unpack(path, MAX_UNPACKED, (piece, written) => {
    // Who follows may ask for what came before.
    if (!isOpen) events.open(written);
    isOpen = true;
    scan.push(piece);
    return !scan.stopped;
  });
  if (!isOpen) events.open(copy.path);
  scan.end(copy.broken);
  return copy.broken;
}

/** Push pieces into `scan` while `wanted` holds. Gives why they broke off. */
async function readThrough(
  scan: Scan,
  pieces: AsyncIterable<Buffer>,
  wanted = (): boolean => true,
): Promise<string | undefined> {
  let broken: string | undefined;
  try {
    for await (const piece of pieces) {
      scan.push(piece);
      // A small file may unpack without end.
      if (scan.stopped || !wanted()) break;
    }
  } catch (error) {
    broken = errorText(error);
  }
  scan.end(broken);
  return broken;
}

/** What a file is that has no header of ours: another program's, or nothing that can be read. */
async function notOurs(
  path: string,
  { damage }: ReadSummary,
  broken: string | undefined,
  options: LoadOptions,
): Promise<LoadResult> {
  const why = broken === undefined ? damage : ({ code: 'unreadable', detail: broken } as const);
  if (why?.code === 'not-a-recording') {
    const { server, say } = options;
    const foreign = await importFile(path, defined({ server })).catch(() => undefined);
    if (foreign?.ok) {
      const sentence = notUnderstoodOf(path, foreign);
      if (sentence !== undefined) say?.(sentence);
      const { summary: own, recorded } = foreign;
      return read(recorded, own && fileDamage(path, own, recorded.events), options);
    }
    const choice = foreign && choiceOf(foreign, server);
    if (choice !== undefined) return { ok: false, sentence: `${path} can’t be read: ${choice}.` };
  }
  return { ok: false, sentence: refusalOf(path, why ?? { code: 'not-a-recording', line: 1, detail: '' }) };
}

/** The recording of a command's argument, as `openRecording` gives it. Throws `UnreadableFile` when nothing of it can be read. */
export async function recordingAt(path: string, options: LoadOptions, follow?: Follow): Promise<Recorded> {
  const loaded = await openRecording(path, options, follow);
  if (loaded.ok) return loaded.recorded;
  throw new UnreadableFile(loaded.sentence);
}

function read<Loaded extends Recorded>(
  recorded: Loaded,
  damage: FileDamage | undefined,
  { warn, damaged }: LoadOptions,
): LoadResult<Loaded> {
  if (!damage) return { ok: true, recorded };
  warn?.(damageSentence(damage));
  damaged?.push(damage);
  return { ok: true, recorded, damage };
}

/** Write a recording, gzipped when the name ends in `.gz`, readable by this person only; replaces a file of that name. Throws system errors. */
export function saveRecording(path: string, recorded: Recorded): void {
  const pieces = recordingPieces(recorded);
  if (!path.endsWith('.gz')) return writeForOwner(path, pieces);
  writeForOwner(path, gzipped(pieces));
}
