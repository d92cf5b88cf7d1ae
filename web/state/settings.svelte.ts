/** What the person chose, kept in the browser: theme, language, recent servers. */
import type { Policy } from '#shared/driver';
import type { ConnectSpec } from '#shared/relay-protocol';
import { fullPolicy } from './full-policy.ts';

export type Theme = 'system' | 'light' | 'dark';
export type Language = 'en' | 'zh-CN';

/** A server as the connect form knows it. `route` matters for HTTP only. */
export interface SavedServer {
  readonly name: string;
  readonly spec: ConnectSpec;
  readonly route: 'direct' | 'relay';
  readonly policy: Policy;
}

interface Stored {
  readonly theme: Theme;
  readonly language: Language;
  readonly servers: readonly SavedServer[];
}

const KEY = 'lifeline-settings';
const MOST_SERVERS = 30;

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

  get theme(): Theme {
    return this.#stored.theme;
  }
  get language(): Language {
    return this.#stored.language;
  }
  /** Most recently used first. */
  get servers(): readonly SavedServer[] {
    return this.#stored.servers;
  }

  setTheme(theme: Theme): void {
    this.#put({ theme });
  }
  setLanguage(language: Language): void {
    this.#put({ language });
  }
  /** Remember a server at the top of the list; one of the same name is replaced. */
  remember(server: SavedServer): void {
    this.#put({ servers: [server, ...this.servers.filter(({ name }) => name !== server.name)].slice(0, MOST_SERVERS) });
  }
  forget(name: string): void {
    this.#put({ servers: this.servers.filter((server) => server.name !== name) });
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
