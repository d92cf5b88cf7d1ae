/** What is known of a folder of recordings: from the index where it holds, else from the files; what must still be read is in `unread`. */
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  cleanMeta,
  type LibraryEntry,
  metaOfHeader,
  NO_META,
  type RecordingFacts,
  type RecordingMeta,
} from '#shared/library';
import { idsOf, isWrittenElsewhere, namesIn, readHeader, recordingsAmong } from '../recording/index.ts';
import { type Known, readIndex, writeIndex } from './index-file.ts';
import { META, metaOf, putMeta } from './side-files.ts';

const TURN = 200;
/** Bytes up to which a file is read early; a packed one does not show how much it holds. */
const QUICK = 64 * 1024 * 1024;

export class Catalogue {
  readonly folder: string;
  readonly #known: Map<string, Known>;
  #names = new Map<string, string>();
  #ids = new Map<string, string>();
  /** Names of recordings with a marker of a writing process. */
  #marked = new Set<string>();
  /** Of these, names of those that another process wrote at the last look. */
  #elsewhere = new Set<string>();
  /** Facts of recordings that have grown since: for one that is still being written, they describe its beginning. */
  readonly #earlier = new Map<string, RecordingFacts>();
  #dirty = false;
  /** Names of recordings whose facts must be read, the newest first after a look through the folder. */
  readonly unread = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
    this.#known = readIndex(folder);
  }

  get ids(): readonly string[] {
    return [...this.#names].filter(([, name]) => this.#known.get(name)?.header).map(([id]) => id);
  }
  nameOf(id: string): string | undefined {
    return this.#names.get(id);
  }
  idOf(name: string): string | undefined {
    return this.#ids.get(name);
  }
  pathOf(name: string): string {
    return join(this.folder, name);
  }
  /** True when other processes write recordings here: one that crashes gives no sign. */
  get hasElsewhere(): boolean {
    return this.#elsewhere.size > 0;
  }
  isElsewhere(name: string): boolean {
    return isWrittenElsewhere(this.pathOf(name));
  }

  /** The list entry of a recording that this process does not write. */
  entry(id: string): LibraryEntry | undefined {
    const name = this.nameOf(id);
    const known = name === undefined ? undefined : this.#known.get(name);
    if (name === undefined || !known?.header) return undefined;
    const { header, meta, size } = known;
    const live = this.#marked.has(name) && this.isElsewhere(name);
    const facts = known.facts ?? (live ? this.#earlier.get(name) : undefined);
    return { id, home: 'relay', header, bytes: size, live, meta, path: this.pathOf(name), ...(facts ? { facts } : {}) };
  }

  /** Look through the folder; gives the ids of new or changed recordings, and of removed ones. A folder that can't be read is empty. */
  async look(): Promise<{ readonly changed: string[]; readonly gone: string[] }> {
    const all = new Set(namesIn(this.folder));
    const names = recordingsAmong([...all]);
    this.#marked = new Set(names.filter((name) => all.has(`${name}.live`)));
    const before = [...this.#names.keys()];
    this.#names = idsOf(names);
    this.#ids = new Map([...this.#names].map(([id, name]) => [name, id]));
    for (const name of this.#known.keys()) if (!all.has(name)) this.#drop(name);
    const elsewhere = new Set([...this.#marked].filter((name) => this.isElsewhere(name)));
    const turned = [...elsewhere, ...this.#elsewhere].filter(
      (name) => elsewhere.has(name) !== this.#elsewhere.has(name),
    );
    const changed = turned.flatMap((name) => this.#ids.get(name) ?? []);
    this.#elsewhere = elsewhere;
    names.reverse();
    for (let at = 0; at < names.length; at += TURN) {
      const looked = names
        .slice(at, at + TURN)
        .map(async (name) => ({ name, news: await this.#lookAt(name, all.has(name + META)) }));
      for (const { name, news } of await Promise.all(looked)) if (news) changed.push(this.#ids.get(name) ?? '');
      await setImmediate();
    }
    return { changed, gone: before.filter((id) => !this.#names.has(id)) };
  }

  /** Look at one recording again, which may be new. `facts`, if known, are those of the current file. */
  async lookAt(id: string, path: string, facts?: RecordingFacts): Promise<void> {
    const name = basename(path);
    this.#names.set(id, name);
    this.#ids.set(name, id);
    await this.#lookAt(name, sizeAndTime(path + META) !== undefined);
    const known = this.#known.get(name);
    if (facts && known) this.#put(name, { ...known, facts });
    // A session does not check rules while it is live: its file is read for that.
    if (facts?.findings) this.unread.delete(name);
  }

  /** What may take long comes last, so that nothing else waits for it. */
  get nextUnread(): string | undefined {
    for (const name of this.unread)
      if (!name.endsWith('.gz') && (this.#known.get(name)?.size ?? 0) <= QUICK) return name;
    return this.unread.values().next().value;
  }

  setFacts(name: string, facts: RecordingFacts | undefined): void {
    this.unread.delete(name);
    const known = this.#known.get(name);
    if (known && facts) this.#put(name, { ...known, facts });
  }

  /** Apply the difference to the known description to the one on the disk. Throws system errors. */
  describe(name: string, wanted: RecordingMeta): void {
    const known = this.#known.get(name);
    const path = this.pathOf(name);
    const meta = changedMeta(known?.meta ?? NO_META, wanted, metaOf(path, known?.header));
    putMeta(path, meta);
    const described = stampOf(this.pathOf(name) + META);
    if (known) this.#put(name, { ...known, meta, described });
  }

  forget(id: string): void {
    const name = this.nameOf(id);
    this.#names.delete(id);
    if (name !== undefined) this.#drop(name);
  }

  /** A full disk costs the next start some time, and nothing else. */
  save(): void {
    if (!this.#dirty) return;
    this.#dirty = false;
    try {
      // Another process may have read what this one has not.
      for (const [name, known] of readIndex(this.folder)) this.#learn(name, known);
      writeIndex(this.folder, this.#known);
    } catch {
      // The next change tries again.
    }
  }

  async #lookAt(name: string, hasMeta: boolean): Promise<boolean> {
    const path = this.pathOf(name);
    const file = sizeAndTime(path);
    if (!file) return false;
    const known = this.#known.get(name);
    const described = hasMeta ? stampOf(path + META) : 0;
    const same = known?.size === file.size && known.changed === file.changed;
    if (same && known.header && !known.facts?.findings) this.unread.add(name);
    if (same && known.described === described) return false;
    // The first line never changes; a file without one may get it.
    const header = known?.header ?? (same ? undefined : await readHeader(path));
    const facts = same ? known.facts : undefined;
    if (!same && known?.facts) this.#earlier.set(name, known.facts);
    const own = hasMeta ? metaOf(path, header) : metaOfHeader(header ?? {});
    const meta = known?.described === described && known.header ? known.meta : own;
    const { size, changed } = file;
    this.#put(name, { size, changed, described, meta, ...(header ? { header } : {}), ...(facts ? { facts } : {}) });
    if (header && !facts) this.unread.add(name);
    return true;
  }

  /** Use facts that another process has read, if they are of the current file. */
  #learn(name: string, { size, changed, facts }: Known): void {
    const known = this.#known.get(name);
    if (!known?.header || known.facts || !facts || known.size !== size || known.changed !== changed) return;
    this.#known.set(name, { ...known, facts });
    this.unread.delete(name);
  }

  #put(name: string, known: Known): void {
    if (known.facts) this.#earlier.delete(name);
    this.#known.set(name, known);
    this.#dirty = true;
  }

  #drop(name: string): void {
    this.#known.delete(name);
    this.#ids.delete(name);
    this.unread.delete(name);
    this.#earlier.delete(name);
    this.#dirty = true;
  }
}

/** Changes when the file is replaced, also within one tick of the disk's clock; 0 without a file. */
function stampOf(path: string): number {
  const file = sizeAndTime(path);
  return file ? file.changed * 1000 + (file.ino % 1000) : 0;
}

function sizeAndTime(
  path: string,
): { readonly size: number; readonly changed: number; readonly ino: number } | undefined {
  try {
    const file = statSync(path, { throwIfNoEntry: false });
    return file?.isFile() ? { size: file.size, changed: Math.round(file.mtimeMs), ino: file.ino } : undefined;
  } catch {
    // A broken link, or a place that this person may not read.
    return undefined;
  }
}

/** `there` with the edits that lead from `shown` to `wanted`. Tags are added and removed one by one. */
function changedMeta(shown: RecordingMeta, wanted: RecordingMeta, there: RecordingMeta): RecordingMeta {
  const pick = <Name extends 'title' | 'note' | 'kept'>(name: Name): RecordingMeta[Name] =>
    wanted[name] === shown[name] ? there[name] : wanted[name];
  const [before, after] = [new Set(shown.tags), new Set(wanted.tags)];
  const kept = there.tags.filter((tag) => after.has(tag) || !before.has(tag));
  const added = wanted.tags.filter((tag) => !before.has(tag) && !kept.includes(tag));
  return cleanMeta({ title: pick('title'), note: pick('note'), kept: pick('kept'), tags: [...kept, ...added] });
}
