/** Notices recordings that other programs begin, end or remove in a folder. Where the platform can't, the next list shows them. */
import { statSync, watch, type FSWatcher } from 'node:fs';

/** Milliseconds after a write in the folder until it is watched again. */
const REST_MS = 500;
/** Names of files that matter to a list. */
const NEWS = /^library-settings\.json$|\.mcprec(?:\.gz)?(?:\.live|\.meta\.json)?$/;

/**
 * Each write of a session would wake this process, too: after one the folder is not watched for a while, and then asked whether a name in
 * it came or went meanwhile.
 */
export class FolderWatch {
  readonly #folder: string;
  readonly #noticed: () => void;
  #watcher: FSWatcher | undefined;
  #resting: NodeJS.Timeout | undefined;
  /** When a name came or went last, as far as that was noticed. */
  #changed: number;

  constructor(folder: string, noticed: () => void) {
    this.#folder = folder;
    this.#noticed = noticed;
    this.#changed = this.#lastChange();
    this.#watch();
  }

  /** Carry out what changes names in the folder and is no news. */
  without(change: () => void): void {
    const isKnown = this.#lastChange() === this.#changed;
    change();
    if (isKnown) this.#changed = this.#lastChange();
  }

  close(): void {
    clearTimeout(this.#resting);
    this.#watcher?.close();
  }

  #watch(): void {
    try {
      const watcher = watch(this.#folder, { persistent: false }, (event, name) => {
        // Growth is no news; a list has the current size.
        if (event === 'change') this.#rest();
        else if (NEWS.test(name ?? '')) this.#noticed();
      });
      watcher.on('error', () => this.#rest());
      this.#watcher = watcher;
    } catch {
      // What could be watched before may be there again later.
      if (this.#watcher) this.#rest();
    }
    const changed = this.#lastChange();
    if (changed !== this.#changed) this.#noticed();
    this.#changed = changed;
  }

  #rest(): void {
    this.close();
    this.#resting = setTimeout(() => this.#watch(), REST_MS).unref();
  }

  /** Milliseconds since 1970; 0 where it can't be told. */
  #lastChange(): number {
    try {
      return statSync(this.#folder).mtimeMs;
    } catch {
      return 0;
    }
  }
}
