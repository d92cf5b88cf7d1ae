/**
 * What the person chose, kept in the browser: theme, language, recent servers. The values of their variables and headers are
 * kept elsewhere; here are the names.
 */
import type { Policy } from '#shared/driver';
import type { ConnectSpec } from '#shared/relay-protocol';
import type { Language } from '#shared/words';
import { fullPolicy } from './full-policy.ts';
import { namesOnly, valuesOf, withValues } from './secret-values.ts';
import { values } from './values.svelte.ts';

export type Theme = 'system' | 'light' | 'dark';

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

interface Stored {
  readonly theme: Theme;
  readonly language: Language;
  readonly servers: readonly StoredServer[];
}

const KEY = 'lifeline-settings';
/** More than a person keeps; whoever pastes a longer list has the first of it. */
const MOST_SERVERS = 200;
const valueName = (server: string): string => `server ${server}`;

function load(): Stored {
  const language: Language = navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
  const fallback: Stored = { theme: 'system', language, servers: [] };
  try {
    const stored = { ...fallback, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>) };
    const servers = stored.servers.map((server) => ({ ...server, policy: fullPolicy(server.policy) }));
    return { ...stored, servers };
  } catch {
    return fallback;
  }
}

class Settings {
  #stored: Stored = $state.raw(load());
  readonly #servers = $derived(
    this.#stored.servers.map(({ withheld: _, ...server }) => ({
      ...server,
      spec: withValues(server.spec, values.get(valueName(server.name))),
    })),
  );

  constructor() {
    for (const server of this.#stored.servers) if (valuesOf(server.spec) !== undefined) void this.#moveValues(server);
  }

  get theme(): Theme {
    return this.#stored.theme;
  }
  get language(): Language {
    return this.#stored.language;
  }
  /** Most recently used first. */
  get servers(): readonly SavedServer[] {
    return this.#servers;
  }

  setTheme(theme: Theme): void {
    this.#put({ theme });
  }
  setLanguage(language: Language): void {
    this.#put({ language });
  }
  /** True when the values of a server were given once and are not here: it can't be connected as it was. */
  lacksValues(name: string): boolean {
    const server = this.#stored.servers.find((each) => each.name === name);
    return server?.withheld === true && values.get(valueName(name)) === undefined;
  }
  /** Remember a server at the top of the list; one of the same name is replaced. */
  remember(server: SavedServer): void {
    const others = this.#stored.servers.filter(({ name }) => name !== server.name);
    const given = valuesOf(server.spec);
    const stored = {
      ...server,
      spec: namesOnly(server.spec),
      ...(given === undefined ? {} : { withheld: true as const }),
    };
    for (const { name } of others.slice(MOST_SERVERS - 1)) this.#dropValues(name);
    if (given === undefined) this.#dropValues(server.name);
    else void values.put({ [valueName(server.name)]: given }, true);
    this.#put({ servers: [stored, ...others].slice(0, MOST_SERVERS) });
  }
  /** Keep the policy of a server that is remembered; its place in the list stays. */
  keepPolicy(name: string, policy: Policy): void {
    this.#put({ servers: this.#stored.servers.map((each) => (each.name === name ? { ...each, policy } : each)) });
  }
  forget(name: string): void {
    this.#dropValues(name);
    this.#put({ servers: this.#stored.servers.filter((server) => server.name !== name) });
  }

  #dropValues(name: string): void {
    if (values.get(valueName(name)) !== undefined) void values.put({ [valueName(name)]: null }, true);
  }

  /** Take the values out of a server that was stored with them, once they are kept elsewhere. */
  async #moveValues({ name, spec }: StoredServer): Promise<void> {
    await values.put({ [valueName(name)]: valuesOf(spec) ?? null }, true);
    this.#put({
      servers: this.#stored.servers.map((server) =>
        server.name === name ? { ...server, spec: namesOnly(server.spec), withheld: true } : server,
      ),
    });
  }

  #put(change: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#stored));
    } catch {
      // A page without storage (full, forbidden, or in a sandbox) keeps the choice for as long as it lives.
    }
  }
}

export const settings = new Settings();
