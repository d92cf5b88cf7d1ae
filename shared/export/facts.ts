/** Who talked to whom, over what, with which versions. */
import type { Recorded } from '#shared/recording';
import type { SessionLog, SessionState } from '#shared/session';
import { duration, reasonText, type Words } from '#shared/words';

/** Names and values, as far as the recording has them. */
export function factsOf(recorded: Recorded, log: SessionLog, words: Words): [name: string, value: string][] {
  const { header, footer } = recorded;
  const { connection } = header;
  const { state } = log;
  const { common, report } = words;
  const t = report.facts;
  const facts: [string, string | undefined][] = [
    [t.server, party(state.server)],
    [t.client, party(state.client)],
    [t.revision, state.revision ?? (state.offered === undefined ? undefined : report.offered(state.offered))],
    [t.transport, connection.transport === 'stdio' ? 'stdio' : 'Streamable HTTP'],
    connection.transport === 'stdio'
      ? [t.command, [connection.command, ...connection.args].map(text).join(' ')]
      : [t.address, connection.url],
    [t.recorded, report.recorded(header.startedAt, common.events(log.length), duration(state.lastT, common.locale))],
    [t.by, [text(header.by?.name), text(header.by?.version), `(${header.route})`].filter(Boolean).join(' ')],
    [t.tags, header.tags?.join(', ')],
    [t.note, header.note],
    [t.commit, header.commit],
    [t.test, header.test],
    [t.ended, footer ? reasonText(footer.reason, words) : report.cutShort],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function party({ info }: SessionState['server']): string | undefined {
  return info && [text(info.name), text(info.version)].filter(Boolean).join(' ');
}
