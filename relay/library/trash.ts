/** Deleted recordings, in a folder beside the others: until they are restored, too old, or too many bytes in all. */
import { existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Amount } from '#shared/library';
import { idsOf, recordingsAmong } from '../recording/index.ts';
import { moveRecording, removeRecording } from './side-files.ts';

/** Milliseconds that a deleted recording stays. */
const STAYS = 7 * 86_400_000;
/** Milliseconds for which a deletion can be undone, however large the recording is. */
const UNDOABLE = 3_600_000;
/** Bytes beyond which the oldest go earlier. */
const MOST = 500_000_000;

export class Trash {
  readonly #folder: string;
  readonly #path: string;

  /** The trash of a folder of recordings; made when something is put in. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'trash');
  }

  get amount(): Amount {
    const all = this.#all();
    return { count: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  /** Put in the recording with this file name. Throws system errors. */
  put(name: string): void {
    mkdirSync(this.#path, { recursive: true, mode: 0o700 });
    // Another process may have moved it here in the meantime.
    if (!existsSync(join(this.#folder, name))) return;
    // A recording of this name may have been deleted before, and have come back otherwise.
    moveRecording(name, this.#folder, this.#path, { replace: true });
  }

  /** Restore the recordings with these ids (in the folder or in here); gives those that were there. Throws system errors. */
  restore(ids: readonly string[]): string[] {
    const names = this.#names();
    // A recording's id depends on the other names, and in the folder there were more: named twice, each gets both ids.
    const named = idsOf([...names, ...names]);
    const here = new Set(names);
    return ids.filter((id) => {
      const name = named.get(id);
      if (name === undefined || !here.delete(name)) return false;
      moveRecording(name, this.#path, this.#folder);
      return true;
    });
  }

  /** Remove for good what has been there too long or is too much at `now` (milliseconds); with `all`, everything. */
  empty(now: number, all = false): void {
    const found = this.#all().sort((a, b) => a.since - b.since);
    let bytes = found.reduce((sum, each) => sum + each.bytes, 0);
    for (const { name, since, bytes: own } of found) {
      const age = now - since;
      if (!all && age < STAYS && (bytes <= MOST || age < UNDOABLE)) continue;
      removeRecording(this.#path, name);
      bytes -= own;
    }
  }

  #names(): string[] {
    try {
      return recordingsAmong(readdirSync(this.#path));
    } catch {
      return [];
    }
  }

  #all(): { readonly name: string; readonly bytes: number; readonly since: number }[] {
    return this.#names().flatMap((name) => {
      // Not following links, which may lead anywhere.
      const file = lstatSync(join(this.#path, name), { throwIfNoEntry: false });
      // Moving a file changes its status, so that is when it was put in. Folders are not from this program.
      return file && !file.isDirectory() ? [{ name, bytes: file.size, since: file.ctimeMs }] : [];
    });
  }
}
