/** What outlives a launch for pages (secrets, settings, saved servers, messages), by names that they make: their own storage does not. */
import { join } from 'node:path';
import type { ValueChanges } from '#shared/relay-protocol';
import { makeOwnFolder, readOwnFile } from '../access/index.ts';
import { withLock, writeBeside } from '../recording/index.ts';

/** The file is read for each page and written for each change. */
const MAX_FILE_CHARS = 16 * 1024 * 1024;

export class Values {
  readonly #folder: string;
  readonly #path: string;
  /** Values that end with this relay. */
  #passing: Readonly<Record<string, string>> = {};
  /** Resolves with the change before. */
  #changing: Promise<unknown> = Promise.resolve();

  /** `folder` is the relay's own; it is made when something is kept. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'values.json');
  }

  all(): Readonly<Record<string, string>> {
    return { ...this.#kept(), ...this.#passing };
  }

  /**
   * Keep, replace or (null) forget values, in the order of the calls: in a file that only this person can read, or as long as this
   * relay lives. Rejects with what the system throws, and with a sentence when the file would be too long.
   */
  change(changes: ValueChanges, lasting: boolean): Promise<void> {
    const change = this.#changing.then(() => {
      if (lasting) return this.#write(changes);
      this.#passing = changed(this.#passing, changes);
      return undefined;
    });
    this.#changing = change.catch(() => undefined);
    return change;
  }

  #write(changes: ValueChanges): Promise<void> {
    makeOwnFolder(this.#folder);
    // Read again each time, under a lock: another relay of this person may write it.
    return withLock(this.#path, () => {
      const text = `${JSON.stringify(changed(this.#kept(), changes), undefined, 2)}\n`;
      if (text.length > MAX_FILE_CHARS) throw new Error(`${this.#path} would be longer than 16 MiB`);
      writeBeside(this.#path, text);
      return Promise.resolve();
    });
  }

  #kept(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(readOwnFile(this.#path)).filter((each): each is [string, string] => typeof each[1] === 'string'),
    );
  }
}

function changed(values: Readonly<Record<string, string>>, changes: ValueChanges): Record<string, string> {
  const kept = Object.entries(values).filter(([name]) => !Object.hasOwn(changes, name));
  const given = Object.entries(changes).filter((each): each is [string, string] => each[1] !== null);
  return Object.fromEntries([...kept, ...given]);
}
