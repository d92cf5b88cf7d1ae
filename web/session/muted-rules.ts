/** Rules that a person does not want to hear of for a server: kept by the server's address or command. */
import type { RecordingHeader } from '#shared/recording';
import { keepState, keptState, keptUnder } from '../base/kept-state.ts';

const MUTED = 'muted ';
const NONE: readonly string[] = [];
/** Servers that are kept; the one that was muted for longest ago goes. */
const MAX_SERVER_COUNT = 200;

class MutedRules {
  of(header: RecordingHeader): readonly string[] {
    const rules = keptState(MUTED + serverOf(header));
    return Array.isArray(rules) ? (rules as readonly string[]) : NONE;
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
    const name = MUTED + serverOf(header);
    const others = keptUnder(MUTED)
      .map(([server]) => MUTED + server)
      .filter((server) => server !== name);
    const gone = others.slice(0, -MAX_SERVER_COUNT).map((server) => [server, undefined] as const);
    keepState({ ...Object.fromEntries(gone), [name]: rules.length === 0 ? undefined : rules });
  }
}

/** A server as it is told from others; addresses without what follows the path, which may hold a secret. */
function serverOf({ connection }: RecordingHeader): string {
  return connection.transport === 'stdio'
    ? [connection.command, ...(connection.args ?? [])].join(' ')
    : connection.url.replace(/[?#].*$/s, '');
}

export const mutedRules = new MutedRules();
