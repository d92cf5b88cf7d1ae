/** The recordings on this machine: listed at once, described by people, deleted with a way back, kept as long as they say. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  beyondRetention,
  cleanMeta,
  type Amount,
  type LibraryEntry,
  type LibraryState,
  type RecordingFacts,
  type RecordingMeta,
  type Retention,
} from '#shared/library';
import { Catalogue } from './catalogue.ts';
import { readFacts } from './fact-reader.ts';
import { FolderWatch } from './folder-watch.ts';
import { putRetention, retentionOf } from './settings.ts';
import { Trash } from './trash.ts';

interface Later {
  ask(): void;
  /** Ask for it, the whole time from now. */
  again(): void;
  stop(): void;
}

/** Calls `action` `ms` milliseconds after it was first asked for, once however often that is. It does not keep the program alive. */
function later(ms: number, action: () => void): Later {
  let timer: NodeJS.Timeout | undefined;
  const ask = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      action();
    }, ms).unref();
  };
  const again = (): void => {
    timer?.refresh();
    ask();
  };
  return { ask, again, stop: () => clearTimeout(timer) };
}

/** Milliseconds between two announcements while recordings are read. */
const ANNOUNCE_EVERY = 200;
/** Milliseconds after which changes of other programs in the folder are looked at. */
const LOOK_AFTER = 500;
/** Milliseconds between two looks while other processes write recordings: one that crashes gives no sign. */
const LOOK_AGAIN = 2000;
/** Milliseconds of quiet after which the index is written. */
const SAVE_AFTER = 1000;
const DAY = 86_400_000;

/** What this process knows of a recording that it writes or reads. */
export interface Hosted {
  readonly live: boolean;
  readonly bytes: number;
  /** Some page shows it. */
  readonly watched: boolean;
  readonly facts?: RecordingFacts;
}

export interface LibraryOptions {
  readonly folder: string;
  readonly hosted: (id: string) => Hosted | undefined;
  /** Release a recording that is over, because its file is removed. */
  readonly letGo: (id: string) => void;
  /** Called before each look: makes recordings of what killed taps left. Never rejects. */
  readonly recover?: ((folder: string) => Promise<void>) | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface LibraryChange {
  readonly recordings: readonly LibraryEntry[];
  readonly gone: readonly string[];
  readonly library: LibraryState;
}

export class Library {
  readonly #options: LibraryOptions;
  readonly #catalogue: Catalogue;
  readonly #trash: Trash;
  readonly #listeners = new Set<(change: LibraryChange) => void>();
  readonly #changed = new Set<string>();
  readonly #gone = new Set<string>();
  readonly #daily: NodeJS.Timeout;
  readonly #watch: FolderWatch;
  #retention: Retention;
  #trashed: Amount;
  #swept: LibraryState['swept'];
  #looking: Promise<void> | undefined;
  #reading = false;
  readonly #announcing = later(ANNOUNCE_EVERY, () => this.#tell());
  readonly #noticed = later(LOOK_AFTER, () => {
    this.#retention = retentionOf(this.#options.folder);
    this.#announce([]);
    void this.#look();
  });
  readonly #again = later(LOOK_AGAIN, () => void this.#look());
  readonly #saving = later(SAVE_AFTER, () => this.#watch.without(() => this.#catalogue.save()));
  #closed = false;

  constructor(options: LibraryOptions) {
    this.#options = options;
    this.#catalogue = new Catalogue(options.folder);
    this.#trash = new Trash(options.folder);
    this.#retention = retentionOf(options.folder);
    this.#trashed = this.#trash.amount;
    // What can't be moved today is tried again; until then the list has it.
    const keepHouse = (): void => void this.#keepHouse().catch(() => undefined);
    this.#daily = setInterval(keepHouse, DAY);
    this.#daily.unref();
    this.#watch = new FolderWatch(options.folder, () => this.#noticed.ask());
    keepHouse();
  }

  get state(): LibraryState {
    return {
      retention: this.#retention,
      folder: this.#options.folder,
      trash: this.#trashed,
      unread: this.#catalogue.unread.size,
      ...(this.#swept ? { swept: this.#swept } : {}),
    };
  }

  async list(): Promise<readonly LibraryEntry[]> {
    await this.#look();
    return this.#catalogue.ids
      .flatMap((id) => this.#entry(id) ?? [])
      .sort((a, b) => (a.header.startedAt < b.header.startedAt ? 1 : a.header.startedAt > b.header.startedAt ? -1 : 0));
  }

  /** Calls `listener` with each change; the result ends that. */
  onChange(listener: (change: LibraryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A session of this process began, ended or was annotated. `facts`, if known, are those of the whole file. */
  async touch(id: string, path: string, facts?: RecordingFacts): Promise<void> {
    if (dirname(path) !== this.#options.folder || this.#closed) return;
    await this.#catalogue.lookAt(id, path, facts);
    this.#announce([id]);
    void this.#read();
  }

  /** Rejects with a sentence when there is no such recording, also when its file was removed meanwhile. */
  async pathOf(id: string): Promise<string> {
    if (this.#catalogue.nameOf(id) === undefined) await this.#look();
    const name = this.#catalogue.nameOf(id);
    const path = name === undefined ? undefined : this.#catalogue.pathOf(name);
    if (path === undefined || !existsSync(path)) throw new Error('there is no such recording');
    return path;
  }

  /** Replace a recording's description. Throws a sentence when there is no such recording, and system errors. */
  describe(id: string, meta: RecordingMeta): void {
    const name = this.#catalogue.nameOf(id);
    if (name === undefined) throw new Error('there is no such recording');
    this.#catalogue.describe(name, cleanMeta(meta));
    this.#announce([id]);
  }

  /** Move recordings to the trash; gives those that were moved. Live ones stay. Throws system errors. */
  remove(ids: readonly string[]): string[] {
    const removed: string[] = [];
    try {
      for (const id of ids) {
        const name = this.#catalogue.nameOf(id);
        // Another process may have begun to write it just now.
        if (name === undefined || this.#catalogue.isElsewhere(name) || this.#options.hosted(id)?.live === true)
          continue;
        this.#options.letGo(id);
        this.#trash.put(name);
        this.#catalogue.forget(id);
        removed.push(id);
      }
      this.#trash.empty(this.#now());
    } finally {
      // What was moved before something failed is gone all the same.
      this.#trashed = this.#trash.amount;
      this.#announce([], removed);
    }
    return removed;
  }

  /** Move recordings back from the trash; gives those that were moved. Throws system errors. */
  async restore(ids: readonly string[]): Promise<string[]> {
    const restored = this.#trash.restore(ids);
    this.#trashed = this.#trash.amount;
    await this.#look();
    this.#announce(restored);
    return restored;
  }

  emptyTrash(): void {
    this.#trash.empty(this.#now(), true);
    this.#trashed = this.#trash.amount;
    this.#announce([]);
  }

  /** Set how long recordings are kept, and apply it at once. Throws system errors. */
  async keepFor(retention: Retention): Promise<void> {
    putRetention(this.#options.folder, retention);
    this.#retention = retention;
    await this.#keepHouse();
    this.#announce([]);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#daily);
    this.#watch.close();
    for (const each of [this.#announcing, this.#saving, this.#noticed, this.#again]) each.stop();
    this.#catalogue.save();
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #entry(id: string): LibraryEntry | undefined {
    const entry = this.#catalogue.entry(id);
    const hosted = entry && this.#options.hosted(id);
    if (!hosted) return entry;
    // For an ended session the file on the disk counts: what is open may be an unpacked copy.
    const bytes = hosted.live ? hosted.bytes : entry.bytes;
    // A recording that is followed here is live where it is written.
    return { ...entry, live: hosted.live || entry.live, bytes, ...(hosted.facts ? { facts: hosted.facts } : {}) };
  }

  /** Look through the folder; calls meanwhile share the result. */
  #look(): Promise<void> {
    const look = async (): ReturnType<Catalogue['look']> => {
      await this.#options.recover?.(this.#options.folder);
      return this.#catalogue.look();
    };
    this.#looking ??= look().then(({ changed, gone }) => {
      this.#looking = undefined;
      this.#trashed = this.#trash.amount;
      this.#announce(changed, gone);
      if (this.#catalogue.hasElsewhere && !this.#closed) this.#again.ask();
      void this.#read();
    });
    return this.#looking;
  }

  /** Apply the retention, and the bounds of the trash. */
  async #keepHouse(): Promise<void> {
    const all = await this.list();
    if (this.#closed) return;
    // Another process may have changed meanwhile how long recordings are kept.
    this.#retention = retentionOf(this.#options.folder);
    const retained = all.map(({ id, header, bytes, live, meta }) => ({
      id,
      startedAt: header.startedAt,
      bytes,
      // A recording that somebody reads is removed another day.
      fixed: live || meta.kept === true || this.#options.hosted(id)?.watched === true,
    }));
    const bytesOf = new Map(retained.map(({ id, bytes }) => [id, bytes]));
    const gone = this.remove(beyondRetention(retained, this.#retention, this.#now()));
    if (gone.length === 0) return;
    const bytes = gone.reduce((sum, id) => sum + (bytesOf.get(id) ?? 0), 0);
    this.#swept = { count: gone.length, bytes, at: new Date(this.#now()).toISOString() };
    this.#announce([]);
  }

  /** Read unread recordings, one at a time; calls meanwhile do nothing. */
  async #read(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    for (
      let name = this.#catalogue.nextUnread;
      name !== undefined && !this.#closed;
      name = this.#catalogue.nextUnread
    ) {
      const reading = name;
      const id = this.#catalogue.idOf(reading);
      // A live session knows its own facts.
      const hosted = id !== undefined && this.#options.hosted(id)?.live === true;
      const facts = hosted ? undefined : await readFacts(this.#catalogue.pathOf(reading), () => !this.#closed);
      if (this.#closed) break;
      this.#catalogue.setFacts(reading, facts);
      if (id !== undefined) this.#announce([id]);
    }
    this.#reading = false;
  }

  #announce(changed: readonly string[], gone: readonly string[] = []): void {
    if (this.#closed) return;
    for (const id of changed) {
      this.#changed.add(id);
      this.#gone.delete(id);
    }
    for (const id of gone) {
      this.#gone.add(id);
      this.#changed.delete(id);
    }
    this.#saving.again();
    this.#announcing.ask();
  }

  #tell(): void {
    const recordings = [...this.#changed].flatMap((id) => this.#entry(id) ?? []);
    const change = { recordings, gone: [...this.#gone], library: this.state };
    this.#changed.clear();
    this.#gone.clear();
    for (const listener of this.#listeners) listener(change);
  }
}
