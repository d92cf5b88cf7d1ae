/**
 * The servers that were connected to, kept in the browser. The values of their variables and headers are kept elsewhere; here
 * are the names.
 */
import type { Policy } from '#shared/driver';
import type { ConnectSpec } from '#shared/relay-protocol';
import { fullPolicy } from '../base/full-policy.ts';
import { namesOnly, valuesOf, withValues } from '../base/secret-values.ts';
import { storedSettings, storeSettings } from '../base/stored-settings.ts';
import { values } from '../base/values.svelte.ts';

/** A server as the connect form knows it. `route` matters for HTTP only. */
export interface SavedServer {
  readonly name: string;
  readonly spec: ConnectSpec;
  readonly route: 'direct' | 'relay';
  readonly policy: Policy;
}

/** As it is stored: without values; `withheld` when there are some. */
interface StoredServer extends SavedServer {
  readonly withheld?: true;
}

/** More than a person keeps; whoever pastes a longer list has the first of it. */
const MOST_SERVERS = 200;
const valueName = (server: string): string => `server ${server}`;

function load(): readonly StoredServer[] {
  const { servers } = storedSettings();
  const stored = Array.isArray(servers) ? (servers as StoredServer[]) : [];
  return stored.map((server) => ({ ...server, policy: fullPolicy(server.policy) }));
}

class Servers {
  #stored: readonly StoredServer[] = $state.raw(load());
  readonly #all = $derived(
    this.#stored.map(({ withheld: _, ...server }) => ({
      ...server,
      spec: withValues(server.spec, values.get(valueName(server.name))),
    })),
  );

  constructor() {
    for (const server of this.#stored) if (valuesOf(server.spec) !== undefined) void this.#moveValues(server);
  }

  /** Most recently used first. */
  get all(): readonly SavedServer[] {
    return this.#all;
  }

  /** True when the values of a server were given once and are not here: it can't be connected as it was. */
  lacksValues(name: string): boolean {
    const server = this.#stored.find((each) => each.name === name);
    return server?.withheld === true && values.get(valueName(name)) === undefined;
  }
  /** Remember a server at the top of the list; one of the same name is replaced. */
  remember(server: SavedServer): void {
    const others = this.#stored.filter(({ name }) => name !== server.name);
    const given = valuesOf(server.spec);
    const stored = {
      ...server,
      spec: namesOnly(server.spec),
      ...(given === undefined ? {} : { withheld: true as const }),
    };
    for (const { name } of others.slice(MOST_SERVERS - 1)) this.#dropValues(name);
    if (given === undefined) this.#dropValues(server.name);
    else void values.put({ [valueName(server.name)]: given }, true);
    this.#put([stored, ...others].slice(0, MOST_SERVERS));
  }
  /** Keep the policy of a server that is remembered; its place in the list stays. */
  keepPolicy(name: string, policy: Policy): void {
    this.#put(this.#stored.map((each) => (each.name === name ? { ...each, policy } : each)));
  }
  forget(name: string): void {
    this.#dropValues(name);
    this.#put(this.#stored.filter((server) => server.name !== name));
  }

  #dropValues(name: string): void {
    if (values.get(valueName(name)) !== undefined) void values.put({ [valueName(name)]: null }, true);
  }

  /** Take the values out of a server that was stored with them, once they are kept elsewhere. */
  async #moveValues({ name, spec }: StoredServer): Promise<void> {
    await values.put({ [valueName(name)]: valuesOf(spec) ?? null }, true);
    this.#put(
      this.#stored.map((server) =>
        server.name === name ? { ...server, spec: namesOnly(server.spec), withheld: true } : server,
      ),
    );
  }

  #put(servers: readonly StoredServer[]): void {
    this.#stored = servers;
    storeSettings({ servers });
  }
}

export const servers = new Servers();
