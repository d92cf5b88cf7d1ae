/**
 * Sessions that only this page has (direct connections, opened files) in the browser's own storage, so that a reload or a
 * crash loses nothing: the header once, the events as recording lines in the pieces in which they came. Direct sessions stay
 * until a person deletes them; opened files until their tab is closed, unless they are kept.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { RecordingFacts, RecordingMeta } from '#shared/library';
import { decodeLine, encodeEvent, type RecordingHeader, type WireEvent } from '#shared/recording';
import { words } from '../i18n/index.svelte.ts';
import { notices } from './notices.svelte.ts';
import { hidden, revealed } from './given-headers.ts';
import { namesOnly, valuesOf, withValues } from './secret-values.ts';
import { values } from './values.svelte.ts';
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
  /** What the person says of it as a whole. */
  readonly meta?: RecordingMeta;
  /** What is in it, once it is over; `bytes` is its length as a file. */
  readonly read?: { readonly facts: RecordingFacts; readonly bytes: number };
  /** When it was deleted (milliseconds); it can be had back for a while. */
  readonly deleted?: number;
}

interface Schema extends DBSchema {
  sessions: { key: string; value: StoredSession };
  lines: { key: [string, number]; value: { id: string; from: number; lines: string } };
}

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

/**
 * For what was not stored, because the browser keeps nothing or is full: the person is told, once for each session until it
 * works again. `from` is the first event that is missing.
 */
export function notStored(error: unknown, id?: string, from?: number): void {
  if (told.has(id)) return;
  told.add(id);
  // A full storage has a name and no words in some browsers.
  const detail = error instanceof Error ? error.message || error.name : String(error);
  notices.add(words.now.library.notStored(detail, from), 'error');
}

/** Store a session's header, or replace it. */
export async function putSession(session: StoredSession): Promise<void> {
  await (await database()).put('sessions', withoutValues(session));
}

/** Append events that follow those already stored. Resolves when they are safe. */
export async function putEvents(id: string, events: readonly WireEvent[]): Promise<void> {
  const first = events[0];
  if (!first) return;
  await (await database()).put('lines', { id, from: first.s, lines: events.map(encodeEvent).join('\n') });
  told.delete(id);
  told.delete(undefined);
}

/** Read a session back; undefined when it is not there. */
export async function readSession(
  id: string,
): Promise<{ readonly session: StoredSession; readonly events: WireEvent[] } | undefined> {
  const db = await database();
  const session = await db.get('sessions', id);
  if (!session) return undefined;
  const events: WireEvent[] = [];
  for (const { lines } of await db.getAll('lines', IDBKeyRange.bound([id, 0], [id, Infinity]))) {
    for (const line of lines.split('\n')) {
      const decoded = decodeLine(line, events.length + 2);
      if (decoded.type === 'event' && decoded.event.s === events.length) events.push(decoded.event);
    }
  }
  return { session, events: revealed(events, (await specOf(session))?.headers ?? []) };
}

const valueName = (id: string): string => `session ${id}`;

/** Keep the values of the headers that a session was given where the storage of this page is not; gives what may be stored. */
export function withoutValues({ resume, ...session }: StoredSession): StoredSession {
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
      const lines = hidden(events, resume?.spec.headers ?? []).map(encodeEvent);
      await at.update({ ...at.value, lines: lines.join('\n') });
      at = await at.continue();
    }
    await transaction.done;
    await changeSession(id, withoutValues);
  }
}

/** Every stored session, without its events. */
export async function storedSessions(): Promise<StoredSession[]> {
  return (await database()).getAll('sessions');
}

/** Change what is stored of a session beside its events; nothing when it is not there. */
export async function changeSession(id: string, change: (session: StoredSession) => StoredSession): Promise<void> {
  const transaction = (await database()).transaction('sessions', 'readwrite');
  const session = await transaction.store.get(id);
  if (session) await transaction.store.put(change(session));
  await transaction.done;
}

/** Forget a session. */
export async function removeSession(id: string): Promise<void> {
  if (values.get(valueName(id)) !== undefined) void values.put({ [valueName(id)]: null }, true);
  const db = await database();
  await db.delete('sessions', id);
  await db.delete('lines', IDBKeyRange.bound([id, 0], [id, Infinity]));
}
