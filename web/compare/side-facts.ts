/** What a person recognises a recording by, read from its events. */
import { FactFold } from '#shared/library';
import type { Recorded } from '#shared/recording';
import type { SideFacts } from './compare-messages.ts';

export function factsOf({ header, events }: Recorded): SideFacts {
  const fold = new FactFold();
  for (const event of events) fold.append(event);
  const { server, revision } = fold.facts({ cutShort: false });
  const version = server?.version === undefined ? '' : ` ${server.version}`;
  return {
    ...(server ? { server: `${server.name}${version}` } : {}),
    ...(revision === undefined ? {} : { revision }),
    transport: header.connection.transport,
    startedAt: header.startedAt,
    events: events.length,
  };
}
