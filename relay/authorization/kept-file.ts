/** Authorizations kept between launches in one private file. Pages and commands share it: each change is made alone. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type KeptGrant, type KeptGrants, revoke, type Revoked } from '#shared/authorization';
import { isObject } from '#shared/jsonrpc';
import { makeOwnFolder, ownFolder, readOwnFile } from '../access/index.ts';
import { withLock, writeBeside } from '../recording/index.ts';
import { errorText } from '#shared/base';
import type { NetworkRoute } from '../http/index.ts';
import { stepFetchBy } from './step-fetch.ts';

/** A kept authorization with its id: hexadecimal digits, the same as long as it is kept. */
export interface KeptEntry {
  readonly id: string;
  readonly key: string;
  readonly grant: KeptGrant;
}

export class KeptFile implements KeptGrants {
  readonly #folder: string;
  readonly #path: string;

  /** `recordings` is the folder of recordings; the file is in the relay's own folder there. */
  constructor(recordings: string) {
    this.#folder = ownFolder(recordings);
    this.#path = join(this.#folder, 'authorizations.json');
  }

  read(key: string): Promise<KeptGrant | undefined> {
    return new Promise((resolve) => resolve(this.#all()[key]));
  }

  /** Those of one server together. Throws a sentence when the file can't be read. */
  list(): readonly KeptEntry[] {
    return Object.entries(this.#all())
      .map(([key, grant]) => ({ id: idOf(key), key, grant }))
      .sort((a, b) => (a.grant.resource < b.grant.resource ? -1 : a.grant.resource > b.grant.resource ? 1 : 0));
  }

  async change<Result>(
    key: string,
    change: (now: KeptGrant | undefined) => Promise<{ readonly keep: KeptGrant | undefined; readonly result: Result }>,
  ): Promise<Result> {
    makeOwnFolder(this.#folder);
    // Others may be changed meanwhile: asking an authorization server takes its time.
    return withLock(`${this.#path}.${idOf(key)}`, async () => {
      const now = this.#all()[key];
      const { keep, result } = await change(now);
      if (keep !== now) await this.#write(key, keep);
      return result;
    });
  }

  #write(key: string, grant: KeptGrant | undefined): Promise<void> {
    return withLock(this.#path, () => {
      const { [key]: _before, ...others } = this.#all();
      const all = grant ? { ...others, [key]: grant } : others;
      writeBeside(this.#path, `${JSON.stringify(all, undefined, 2)}\n`);
      return Promise.resolve();
    });
  }

  #all(): Readonly<Record<string, KeptGrant>> {
    return Object.fromEntries(
      Object.entries(readOwnFile(this.#path)).filter((pair): pair is [string, KeptGrant] => isKept(pair[1])),
    );
  }
}

const idOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 12);

const isKept = (value: unknown): boolean =>
  isObject(value) && ['resource', 'issuer', 'access'].every((name) => typeof value[name] === 'string');

/** Forget one, revoking it over the `road` to its server. Undefined when unknown. It is gone here even if revoking fails. */
export async function forgetKept(
  kept: KeptFile,
  id: string,
  road: (server: string) => NetworkRoute,
): Promise<Revoked | undefined> {
  const entry = kept.list().find((each) => each.id === id);
  if (!entry) return undefined;
  return kept.change(entry.key, async (now) => ({
    keep: undefined,
    result: now ? await revokeBy(now, road) : undefined,
  }));
}

/** A road that needs a file which is missing leads nowhere. */
function revokeBy(grant: KeptGrant, road: (server: string) => NetworkRoute): Promise<Revoked> {
  try {
    return revoke(grant, stepFetchBy(undefined, road(grant.resource)));
  } catch (error) {
    return Promise.resolve({ outcome: 'unreached', words: errorText(error) });
  }
}
