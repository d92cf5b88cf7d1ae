/** Grants of one session that are kept for later launches, as far as its settings and its host have them kept. */
import { errorText } from '#shared/base';
import type { Discovered } from './discover.ts';
import { dpopKeyOf } from './dpop.ts';
import type { Exchanges } from './exchanges.ts';
import { grantFrom, keptKey, keptOf, type Grant, type Grants, type KeptGrant, type KeptGrants } from './grants.ts';
import type { Library } from './library.ts';
import type { Refreshed } from './refreshed.ts';
import type { AuthorizationSettings } from './settings.ts';

export class Keeping {
  readonly #settings: AuthorizationSettings;
  readonly #store: KeptGrants | undefined;
  readonly #exchanges: Exchanges;
  readonly #stored: WeakSet<Grant>;
  #found: (Discovered & { readonly resource: string }) | undefined;
  #key = '';

  /** Without a store nothing is kept. */
  constructor(
    settings: AuthorizationSettings,
    store: KeptGrants | undefined,
    exchanges: Exchanges,
    { stored }: Pick<Grants, 'stored'>,
  ) {
    this.#settings = settings;
    this.#store = store;
    this.#exchanges = exchanges;
    this.#stored = stored;
  }

  async bind(found: Discovered & { readonly resource: string }): Promise<void> {
    this.#found = found;
    if (this.#store) this.#key = await keptKey(found.resource, found.issuer, this.#settings);
  }

  /** What is kept. Undefined when nothing is, or it can't be read, which is reported. */
  async read(lib: Library): Promise<Grant | undefined> {
    try {
      const kept = await this.#store?.read(this.#key);
      return kept && (await this.#grantOf(kept, lib));
    } catch (error) {
      this.#tell(error);
      return undefined;
    }
  }

  /** Keep a new grant. What can't be kept is reported. */
  async keep(grant: Grant): Promise<void> {
    const keep = this.#keptOf(grant);
    try {
      await this.#store?.change(this.#key, () => Promise.resolve({ keep, result: undefined }));
      if (this.#store) this.#stored.add(grant);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Keep a grant of another session, which may not have wanted that; one that was kept once is not kept again. */
  async keepToo(grant: Grant): Promise<void> {
    // A key that can't be read out stays where it is, and the token is of no use without it.
    if (!this.#stored.has(grant) && (grant.dpop === undefined || grant.dpop.kept)) await this.keep(grant);
  }

  /**
   * Refresh a grant by `refresh`. One that is kept is refreshed by one program at a time, because a refresh token may be good for
   * one use: what another program has got meanwhile is taken. What a person had forgotten meanwhile is not kept again.
   */
  async refresh(held: Grant, lib: Library, refresh: (from: Grant) => Promise<Refreshed>): Promise<Grant | undefined> {
    const grantIn = (result: Refreshed): Grant | undefined => ('grant' in result ? result.grant : undefined);
    if (!this.#store) return grantIn(await refresh(held));
    let fresh: Grant | undefined;
    let asked = false;
    try {
      await this.#store.change(this.#key, async (now) => {
        if (now && now.access !== held.access) {
          fresh = await this.#grantOf(now, lib);
          return { keep: now, result: undefined };
        }
        if (!now && this.#stored.has(held)) return { keep: undefined, result: undefined };
        asked = true;
        const result = await refresh(held);
        fresh = grantIn(result);
        if (fresh) {
          this.#stored.add(fresh);
          return { keep: this.#keptOf(fresh), result: undefined };
        }
        return { keep: 'useless' in result && result.useless ? undefined : now, result: undefined };
      });
    } catch (error) {
      this.#tell(error);
      // Asked already: what came of it is all there is.
      if (!asked) return grantIn(await refresh(held));
    }
    return fresh;
  }

  #keptOf(grant: Grant): KeptGrant | undefined {
    return this.#found && keptOf(grant, this.#found, this.#settings, Date.now());
  }

  async #grantOf(kept: KeptGrant, lib: Library): Promise<Grant> {
    const grant = grantFrom(kept, this.#settings, kept.dpop && (await dpopKeyOf(kept.dpop, lib)));
    this.#stored.add(grant);
    return grant;
  }

  #tell(error: unknown): void {
    const detail = errorText(error);
    this.#exchanges.tell([{ k: 'connection', event: 'problem', reason: 'authorization-not-kept', detail }]);
  }
}
