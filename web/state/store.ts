/**
 * Sessions that only this page has (direct connections, opened files) in the browser's own storage, so that a reload or a
 * crash loses nothing: the header once, the events as recording lines in the pieces in which they came.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { decodeLine, encodeEvent, type RecordingHeader, type WireEvent } from '#shared/recording';
import type { Policy } from '#shared/driver';
import type { HttpSpec } from '#shared/relay-protocol';

export interface StoredSession {
  readonly id: string;
  readonly header: RecordingHeader;
  readonly kind: 'direct' | 'file';
  /** Direct sessions: what is needed to go on after a reload. `began` is the wall clock of t = 0 (milliseconds). */
  readonly resume?: { readonly spec: HttpSpec; readonly policy: Policy; readonly began: number };
}

interface Schema extends DBSchema {
  sessions: { key: string; value: StoredSession };
  lines: { key: [string, number]; value: { id: string; from: number; lines: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('lifeline', 1, {
    upgrade(db) {
      db.createObjectStore('sessions', { keyPath: 'id' });
      db.createObjectStore('lines', { keyPath: ['id', 'from'] });
    },
  });
  return opened;
}

/** For what was not stored, because the browser keeps nothing or is full: the session goes on, but a reload loses it. */
export function notStored(error: unknown): void {
  console.warn('not stored', error);
}

/** Store a session's header, or replace it. */
export async function putSession(session: StoredSession): Promise<void> {
  await (await database()).put('sessions', session);
}

/** Append events that follow those already stored. Resolves when they are safe. */
export async function putEvents(id: string, events: readonly WireEvent[]): Promise<void> {
  const first = events[0];
  if (!first) return;
  await (await database()).put('lines', { id, from: first.s, lines: events.map(encodeEvent).join('\n') });
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
  return { session, events };
}

/** Forget a session. */
export async function removeSession(id: string): Promise<void> {
  const db = await database();
  await db.delete('sessions', id);
  await db.delete('lines', IDBKeyRange.bound([id, 0], [id, Infinity]));
}
