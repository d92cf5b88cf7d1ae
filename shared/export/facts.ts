/** Who talked to whom, over what, with which versions. */
import type { Recorded } from '#shared/recording';
import type { SessionLog, SessionState } from '#shared/session';
import { countOf, duration } from './figures.ts';
import { REASON_WORDS } from './words.ts';

/** Names and values, as far as the recording has them. */
export function factsOf(recorded: Recorded, log: SessionLog): [name: string, value: string][] {
  const { header, footer } = recorded;
  const { connection } = header;
  const { state } = log;
  const facts: [string, string | undefined][] = [
    ['Server', party(state.server)],
    ['Client', party(state.client)],
    ['Revision', state.revision ?? (state.offered === undefined ? undefined : `${state.offered} (offered)`)],
    ['Transport', connection.transport === 'stdio' ? 'stdio' : 'Streamable HTTP'],
    connection.transport === 'stdio'
      ? ['Command', [connection.command, ...connection.args].map(text).join(' ')]
      : ['Address', connection.url],
    ['Recorded', `${header.startedAt}, ${countOf(log.length, 'event', 'events')} in ${duration(state.lastT)}`],
    ['By', [text(header.by?.name), text(header.by?.version), `(${header.route})`].filter(Boolean).join(' ')],
    ['Tags', header.tags?.join(', ')],
    ['Note', header.note],
    ['Commit', header.commit],
    ['Test', header.test],
    ['Ended', footer ? (REASON_WORDS.get(footer.reason) ?? footer.reason) : 'cut short'],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function party({ info }: SessionState['server']): string | undefined {
  return info && [text(info.name), text(info.version)].filter(Boolean).join(' ');
}
