/** What a person recognises a recording by, read from its events. */
import { defined } from '#shared/base';
import { summarize } from '#shared/library';
import type { Recorded } from '#shared/recording';
import type { SideFacts } from './compare-messages.ts';

export function factsOf({ header, events }: Recorded): SideFacts {
  const { server, revision } = summarize({ header, events });
  const version = server?.version === undefined ? '' : ` ${server.version}`;
  return {
    ...defined({ server: server && `${server.name}${version}`, revision }),
    transport: header.connection.transport,
    startedAt: header.startedAt,
    events: events.length,
  };
}
