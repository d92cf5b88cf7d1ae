/**
 * Sessions that only this page has (direct connections, opened files) in the browser's own storage, so that a reload or a
 * crash costs the last moment at most: the header once, the events as recording lines in pieces; of an opened file its bytes. Direct
 * sessions stay until a person deletes them; opened files until their tab is closed, unless they are kept.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { RecordingFacts, RecordingMeta } from '#shared/library';
import {
  decodeLine,
  recordLine,
  RecordingReader,
  utf8Length,
  type RecordingHeader,
  type WireEvent,
} from '#shared/recording';
import { words } from '../../base/i18n/index.svelte.ts';
import { notices } from '../../base/notices.svelte.ts';
import { endingOf, type FileEnding } from '../file-ending.ts';
import { plainTexts } from '../../base/plain-bytes.ts';
import { hiding, revealing } from './given-headers.ts';
import { namesOnly, valuesOf, withValues } from '../../base/secret-values.ts';
import { values } from '../../base/values.svelte.ts';
import { storageChunks, type StorageChunk } from '../../base/storage-chunks.ts';
import { removeReached } from './reach.ts';
import { yieldToPage } from '../../base/yield-to-page.ts';
import type { Policy } from '#shared/driver';
import type { HttpSpec } from '#shared/relay-protocol';

export interface StoredSession {
  readonly id: string;
  readonly header: RecordingHeader;
  readonly kind: 'direct' | 'file';
  /** Direct sessions: what is needed to go on after a reload. `began` is the wall clock of t = 0 (milliseconds). */
  readonly resume?: {
    /** Its headers without their values, which are kept elsewhere; `withheld` when they have some. */
    readonly spec: HttpSpec;
    readonly withheld?: true;
    readonly policy: Policy;
    readonly began: number;
  };
  /** How far its log reached is marked apart from it (reach.ts). */
  readonly marked?: true;
  /** An opened file that is still being read: its end is not known. */
  readonly reading?: true;
  readonly ending?: FileEnding;
  /** Of an opened file that was read here: the length of what follows its header (bytes). */
  readonly bytes?: number;
  readonly meta?: RecordingMeta;
  /** What is in it, once it is over, counted by version `version` of the facts; `bytes` is its length as a file. */
  readonly read?: { readonly facts: RecordingFacts; readonly bytes: number; readonly version?: number };
  /** When it was deleted (milliseconds); it can be restored for a while. */
  readonly deleted?: number;
}

interface Schema extends DBSchema {
  sessions: { key: string; value: StoredSession };
  /** Lines of events from number `from` on; of an opened file, which comes before all of them, its bytes. */
  lines: { key: [string, number]; value: { id: string; from: number; lines: string; file?: Blob } };
}

const FILE = -1;

/** Pieces read from the storage at once: they come whole in one task, which must stay short. */
const CHUNKS_A_READ = 8;

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  // A storage that could not be opened, or that the browser took away, is asked for anew the next time.
  const again = (): void => (opened = undefined);
  if (!opened) {
    opened = openDB<Schema>('lifeline', 1, {
      upgrade(db) {
        db.createObjectStore('sessions', { keyPath: 'id' });
        db.createObjectStore('lines', { keyPath: ['id', 'from'] });
      },
      terminated: again,
    });
    opened.catch(again);
  }
  return opened;
}

/** Sessions of which the person was told; `undefined` stands for what belongs to none. */
const told = new Set<string | undefined>();

/** Tell the person what was not stored, once a session until it works again. `from` is the first event missing. */
export function notStored(error: unknown, id?: string, from?: number): void {
  if (told.has(id)) return;
  told.add(id);
  // A full storage has a name and no words in some browsers.
  const detail = error instanceof Error ? error.message || error.name : String(error);
  notices.add(words.now.library.notStored(detail, from), 'error');
}

export async function putSession(session: StoredSession): Promise<void> {
  await (await database()).put('sessions', withoutValues(session));
}

/** Store an opened file. Resolves when its bytes are copied. Rejects when nothing of it was stored. */
export async function putFile(session: StoredSession, file: Blob): Promise<void> {
  const transaction = (await database()).transaction(['sessions', 'lines'], 'readwrite', { durability: 'relaxed' });
  const puts = [
    transaction.objectStore('sessions').put(session),
    // A copy: the file of a person can change, or go.
    transaction.objectStore('lines').put({ id: session.id, from: FILE, lines: '', file: new Blob([file]) }),
  ];
  await Promise.all([...puts, transaction.done]);
}

/**
 * Append pieces that follow those already stored, in one transaction. Resolves when they are safe from the end of the page and of
 * the browser; when the machine itself fails, the system may not have written the last of them. Rejects when none was stored.
 */
export async function putPieces(id: string, pieces: readonly StorageChunk[]): Promise<void> {
  const transaction = (await database()).transaction('lines', 'readwrite', { durability: 'relaxed' });
  const { store, done } = transaction;
  try {
    // Each request that fails ends the transaction, which says why.
    for (const piece of pieces) store.put({ id, ...piece }).catch(() => undefined);
    // It would wait for a page that may be gone by then.
    transaction.commit();
  } catch (error) {
    done.catch(() => undefined);
    transaction.abort();
    throw error;
  }
  await done;
  told.delete(id);
  told.delete(undefined);
}

/** Store events that follow those already stored; gives the length of their lines (bytes). Rejects when none was stored. */
export async function putEvents(id: string, events: readonly WireEvent[]): Promise<number> {
  const from = events[0]?.s;
  if (from === undefined) return 0;
  const work = storageChunks(events, 0, Infinity);
  let step = work.next();
  for (; !step.done; step = work.next()) await yieldToPage();
  await putPieces(
    id,
    step.value.pieces.map((piece) => ({ ...piece, from: from + piece.from })),
  );
  return step.value.pieces.reduce((sum, { lines }) => sum + utf8Length(lines) + 1, 0);
}

export async function storedSession(id: string): Promise<StoredSession | undefined> {
  return (await database()).get('sessions', id);
}

/**
 * The events of a stored session, piece by piece, with turns for the page in between. They end at the first that is missing. `ended` is
 * told how an opened file ends.
 */
export async function* storedEvents(
  id: string,
  ended: (ending: FileEnding) => void = () => undefined,
): AsyncGenerator<readonly WireEvent[]> {
  const db = await database();
  const session = await db.get('sessions', id);
  const reveal = revealing((session && (await specOf(session))?.headers) ?? []);
  let next = 0;
  const file = (await db.get('lines', [id, FILE]))?.file;
  if (file)
    for await (const events of eventsIn(file, ended)) {
      next += events.length;
      yield events;
      await yieldToPage();
    }
  let after = FILE;
  for (;;) {
    const pieces = await db.getAll('lines', IDBKeyRange.bound([id, after], [id, Infinity], true), CHUNKS_A_READ);
    const last = pieces.at(-1);
    if (!last) return;
    after = last.from;
    for (const { lines } of pieces) {
      const events: WireEvent[] = [];
      for (const line of lines.split('\n')) {
        const decoded = decodeLine(line, next + 2);
        if (decoded.type !== 'event' || decoded.event.s !== next) continue;
        events.push(reveal(decoded.event));
        next++;
      }
      yield events;
      await yieldToPage();
    }
  }
}

async function* eventsIn(file: Blob, ended: (ending: FileEnding) => void): AsyncGenerator<readonly WireEvent[]> {
  const reader = new RecordingReader();
  let broken: string | undefined;
  for await (const { text } of plainTexts(file, (why) => (broken = why))) {
    yield reader.push(text);
    if (reader.stopped) break;
  }
  const { events, summary } = reader.end(broken);
  yield events;
  ended(endingOf(summary));
}

export async function readSession(
  id: string,
): Promise<{ readonly session: StoredSession; readonly events: WireEvent[] } | undefined> {
  const session = await storedSession(id);
  if (!session) return undefined;
  const events: WireEvent[] = [];
  for await (const piece of storedEvents(id)) for (const event of piece) events.push(event);
  return { session, events };
}

const valueName = (id: string): string => `session ${id}`;

/** Keep the values of the headers that a session was given where the storage of this page is not; gives what may be stored. */
function withoutValues({ resume, ...session }: StoredSession): StoredSession {
  if (!resume) return session;
  const given = valuesOf(resume.spec);
  if (given !== undefined) void values.put({ [valueName(session.id)]: given }, true);
  const withheld = given === undefined ? {} : { withheld: true as const };
  return { ...session, resume: { ...resume, spec: namesOnly(resume.spec), ...withheld } };
}

/** What a stored session is connected with, the values of its headers as far as they are known. */
export async function specOf({ id, resume }: StoredSession): Promise<HttpSpec | undefined> {
  if (resume && resume.spec.headers.length > 0) await values.ready;
  return resume && withValues(resume.spec, values.get(valueName(id)));
}

/** True when the headers of a stored session had values that nobody here knows: it can't go on. */
export const lacksValues = ({ id, resume }: StoredSession): boolean =>
  resume?.withheld === true && values.get(valueName(id)) === undefined;

/** Take the values of given headers out of the sessions that were stored with them. Rejects when the storage fails. */
export async function moveValues(): Promise<void> {
  const db = await database();
  for (const session of await db.getAll('sessions')) {
    const { id, resume } = session;
    const given = resume && valuesOf(resume.spec);
    if (given === undefined) continue;
    await values.put({ [valueName(id)]: given }, true);
    const transaction = db.transaction('lines', 'readwrite');
    for (let at = await transaction.store.openCursor(IDBKeyRange.bound([id, 0], [id, Infinity])); at;) {
      const events = at.value.lines.split('\n').flatMap((line, n) => {
        const decoded = decodeLine(line, at ? at.value.from + n + 2 : 0);
        return decoded.type === 'event' ? [decoded.event] : [];
      });
      const lines = events.map(hiding(resume?.spec.headers ?? [])).map(recordLine);
      await at.update({ ...at.value, lines: lines.join('\n') });
      at = await at.continue();
    }
    await transaction.done;
    await changeSession(id, withoutValues);
  }
}

export const storedSessions = async (): Promise<StoredSession[]> => (await database()).getAll('sessions');

/** Change what is stored of a session beside its events; nothing when it is not there. */
export async function changeSession(id: string, change: (session: StoredSession) => StoredSession): Promise<void> {
  const transaction = (await database()).transaction('sessions', 'readwrite');
  const session = await transaction.store.get(id);
  if (session) await transaction.store.put(change(session));
  await transaction.done;
}

export async function removeSession(id: string): Promise<void> {
  if (values.get(valueName(id)) !== undefined) void values.put({ [valueName(id)]: null }, true);
  const db = await database();
  await db.delete('sessions', id);
  await db.delete('lines', IDBKeyRange.bound([id, FILE], [id, Infinity]));
  removeReached(id);
}
