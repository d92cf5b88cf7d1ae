/** Rules that a person does not want to hear of for a server: kept in the browser, by the server's address or command. */
import type { RecordingHeader } from '#shared/recording';
import { storedSettings, storeSettings } from '../base/stored-settings.ts';

type Stored = { readonly [server: string]: readonly string[] };

const NONE: readonly string[] = [];
/** Servers that are kept; the one that was muted for longest ago goes. */
const MOST_SERVERS = 200;

function load(): Stored {
  const { mutedRules } = storedSettings();
  return typeof mutedRules === 'object' && mutedRules !== null ? (mutedRules as Stored) : {};
}

class MutedRules {
  #all: Stored = $state.raw(load());

  /** Ids of the rules that are muted for the server of a session. Reactive. */
  of(header: RecordingHeader): readonly string[] {
    return this.#all[serverOf(header)] ?? NONE;
  }
  mute(header: RecordingHeader, rule: string): void {
    this.#put(header, [...this.of(header).filter((each) => each !== rule), rule]);
  }
  unmute(header: RecordingHeader, rule: string): void {
    this.#put(
      header,
      this.of(header).filter((each) => each !== rule),
    );
  }

  #put(header: RecordingHeader, rules: readonly string[]): void {
    const server = serverOf(header);
    const { [server]: _, ...others } = this.#all;
    const kept = Object.fromEntries(Object.entries(others).slice(-MOST_SERVERS));
    this.#all = rules.length === 0 ? kept : { ...kept, [server]: rules };
    storeSettings({ mutedRules: this.#all });
  }
}

/** A server as it is told from others; addresses without what follows the path, which may hold a secret. */
function serverOf({ connection }: RecordingHeader): string {
  return connection.transport === 'stdio'
    ? [connection.command, ...(connection.args ?? [])].join(' ')
    : connection.url.replace(/[?#].*$/s, '');
}

export const mutedRules = new MutedRules();
