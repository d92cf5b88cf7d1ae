/**
 * The values of environment variables and headers, and other secrets that a person gave a page, by names that the page makes.
 * A page keeps the names of the variables only: its storage belongs to a port, and any program may have that port one day.
 */
import { join } from 'node:path';
import type { ValueChanges } from '#shared/relay-protocol';
import { makeOwnFolder, readOwnFile } from '../access/index.ts';
import { writeBeside } from '../recording/index.ts';

export class Values {
  readonly #folder: string;
  readonly #path: string;
  /** Those that end with this relay. */
  #passing: Readonly<Record<string, string>> = {};

  /** `folder` is the relay's own; it is made when something is kept. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'values.json');
  }

  /** All of them. Throws a sentence when the file can't be read. */
  all(): Readonly<Record<string, string>> {
    return { ...this.#kept(), ...this.#passing };
  }

  /**
   * Keep, replace or (null) forget values: in a file that only this person can read, or as long as this relay lives. Throws what
   * the system throws.
   */
  change(changes: ValueChanges, lasting: boolean): void {
    if (!lasting) {
      this.#passing = changed(this.#passing, changes);
      return;
    }
    makeOwnFolder(this.#folder);
    // Read anew each time: another relay of this person may have written it.
    writeBeside(this.#path, `${JSON.stringify(changed(this.#kept(), changes), undefined, 2)}\n`);
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
