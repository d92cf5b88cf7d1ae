/** The recordings on this machine: listed at once, described by people, deleted with a way back, kept as long as they say. */
import { existsSync, watch, type FSWatcher } from 'node:fs';
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
import { Later } from './later.ts';
import { putRetention, retentionOf } from './settings.ts';
import { Trash } from './trash.ts';

/** Milliseconds between two announcements while recordings are read. */
const ANNOUNCE_EVERY = 200;
/** Milliseconds after which what other programs did in the folder is looked at. */
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
  /** Some page looks at it. */
  readonly watched: boolean;
  /** Only while live. */
  readonly facts?: RecordingFacts;
}

export interface LibraryOptions {
  readonly folder: string;
  readonly hosted: (id: string) => Hosted | undefined;
  /** Let go of a recording that is over, because its file goes away. */
  readonly letGo: (id: string) => void;
  /** Is called before each look: what killed taps left becomes recordings. Never rejects. */
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
  readonly #watcher: FSWatcher | undefined;
  #retention: Retention;
  #trashed: Amount;
  #swept: LibraryState['swept'];
  #looking: Promise<void> | undefined;
  #reading = false;
  readonly #announcing = new Later(ANNOUNCE_EVERY, () => this.#tell());
  readonly #noticed = new Later(LOOK_AFTER, () => {
    this.#retention = retentionOf(this.#options.folder);
    this.#announce([]);
    void this.#look();
  });
  readonly #again = new Later(LOOK_AGAIN, () => void this.#look());
  readonly #saving = new Later(SAVE_AFTER, () => this.#catalogue.save());
  #closed = false;

  constructor(options: LibraryOptions) {
    this.#options = options;
    this.#catalogue = new Catalogue(options.folder);
    this.#trash = new Trash(options.folder);
    this.#retention = retentionOf(options.folder);
    this.#trashed = this.#trash.amount;
    // What can't be moved today is tried again; a list has it meanwhile.
    const keepHouse = (): void => void this.#keepHouse().catch(() => undefined);
    this.#daily = setInterval(keepHouse, DAY);
    this.#daily.unref();
    this.#watcher = this.#watch();
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

  /** All recordings, newest first, as the folder is now. */
  async list(): Promise<readonly LibraryEntry[]> {
    await this.#look();
    return this.#catalogue.ids
      .flatMap((id) => this.#entry(id) ?? [])
      .sort((a, b) => (a.header.startedAt < b.header.startedAt ? 1 : a.header.startedAt > b.header.startedAt ? -1 : 0));
  }

  /** Be told what changes; the result ends that. */
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

  /** Path of a recording. Rejects with a sentence when there is none of this id, also when its file went meanwhile. */
  async pathOf(id: string): Promise<string> {
    if (this.#catalogue.nameOf(id) === undefined) await this.#look();
    const name = this.#catalogue.nameOf(id);
    const path = name === undefined ? undefined : this.#catalogue.pathOf(name);
    if (path === undefined || !existsSync(path)) throw new Error('there is no such recording');
    return path;
  }

  /** Replace what a person says of a recording. Throws a sentence when there is none of this id, and what the system throws. */
  describe(id: string, meta: RecordingMeta): void {
    const name = this.#catalogue.nameOf(id);
    if (name === undefined) throw new Error('there is no such recording');
    this.#catalogue.describe(name, cleanMeta(meta));
    this.#announce([id]);
  }

  /** Move recordings to the trash; gives those that went. What is still recorded stays. Throws what the system throws. */
  remove(ids: readonly string[]): string[] {
    const removed: string[] = [];
    try {
      for (const id of ids) {
        const name = this.#catalogue.nameOf(id);
        // Whether another process writes it is asked anew: it may have begun just now.
        if (name === undefined || this.#catalogue.isElsewhere(name) || this.#options.hosted(id)?.live === true)
          continue;
        this.#options.letGo(id);
        this.#trash.put(name);
        this.#catalogue.forget(id);
        removed.push(id);
      }
      this.#trash.empty(this.#now());
    } finally {
      // What went before something failed is gone all the same.
      this.#trashed = this.#trash.amount;
      this.#announce([], removed);
    }
    return removed;
  }

  /** Have recordings back from the trash; gives those that came. Throws what the system throws. */
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

  /** Keep recordings so long, and take at once what is beyond it. Throws what the system throws. */
  async keepFor(retention: Retention): Promise<void> {
    putRetention(this.#options.folder, retention);
    this.#retention = retention;
    await this.#keepHouse();
    this.#announce([]);
  }

  /** Stop, with what is known written down. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#daily);
    this.#watcher?.close();
    for (const later of [this.#announcing, this.#saving, this.#noticed, this.#again]) later.stop();
    this.#catalogue.save();
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #entry(id: string): LibraryEntry | undefined {
    const entry = this.#catalogue.entry(id);
    const hosted = entry && this.#options.hosted(id);
    if (!hosted) return entry;
    // Of what is over, the file on the disk counts: what is open may be an unpacked copy.
    const bytes = hosted.live ? hosted.bytes : entry.bytes;
    // One that is followed here is live where it is written.
    return { ...entry, live: hosted.live || entry.live, bytes, ...(hosted.facts ? { facts: hosted.facts } : {}) };
  }

  /** Notice recordings that other programs begin, end or remove. Where the platform can't, the next list has them. */
  #watch(): FSWatcher | undefined {
    try {
      const watcher = watch(this.#options.folder, { persistent: false }, (event, name) => {
        // What only grows is no news; a list that is asked for has its size.
        if (
          event !== 'rename' ||
          !/^library-settings\.json$|\.mcprec(?:\.gz)?(?:\.live|\.meta\.json)?$/.test(name ?? '')
        )
          return;
        this.#noticed.ask();
      });
      watcher.on('error', () => watcher.close());
      return watcher;
    } catch {
      return undefined;
    }
  }

  /** Look through the folder, once however many ask meanwhile. */
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
    // Another process may have been told meanwhile how long recordings are kept.
    this.#retention = retentionOf(this.#options.folder);
    const retained = all.map(({ id, header, bytes, live, meta }) => ({
      id,
      startedAt: header.startedAt,
      bytes,
      // What somebody is reading goes another day.
      fixed: live || meta.kept === true || this.#options.hosted(id)?.watched === true,
    }));
    const bytesOf = new Map(retained.map(({ id, bytes }) => [id, bytes]));
    const gone = this.remove(beyondRetention(retained, this.#retention, this.#now()));
    if (gone.length === 0) return;
    const bytes = gone.reduce((sum, id) => sum + (bytesOf.get(id) ?? 0), 0);
    this.#swept = { count: gone.length, bytes, at: new Date(this.#now()).toISOString() };
    this.#announce([]);
  }

  /** Read what is unread, one recording at a time; once however many ask meanwhile. */
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
      // What this process writes tells its facts itself.
      const hosted = id !== undefined && this.#options.hosted(id)?.live === true;
      const facts = hosted ? undefined : await readFacts(this.#catalogue.pathOf(reading), () => !this.#closed);
      if (this.#closed) break;
      this.#catalogue.setFacts(reading, facts);
      if (id !== undefined) this.#announce([id]);
    }
    this.#reading = false;
  }

  /** Tell what changed, together with what changes in the next moment. */
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
