/** What a recording is called in a list: by the person, by whoever began it, or by the server's own name. */
import { isUrl } from '#shared/base';
import type { Connection, RecordingHeader } from '#shared/recording';
import type { RecordingFacts } from './facts.ts';
import type { RecordingMeta } from './meta.ts';

const MAX_TITLE_CHARS = 80;

/** A title for a session that nobody named: the host of an address, or a command's words, of paths the last name alone. */
export function derivedTitle(connection: Connection): string {
  if (connection.transport === 'streamable-http')
    return isUrl(connection.url) ? new URL(connection.url).host : connection.url;
  // Of anything but a path, the end alone could be half of a secret, which nothing finds afterwards.
  const short = (arg: string): string => (/[\s=?#]/.test(arg) ? arg : lastName(arg));
  return [lastName(connection.command), ...connection.args.map(short)].join(' ').slice(0, MAX_TITLE_CHARS);
}

/** What is known of a recording that says how to call it. */
export interface Named {
  readonly header: RecordingHeader;
  readonly meta?: RecordingMeta;
  readonly facts?: Pick<RecordingFacts, 'client' | 'server'>;
}

/** A tapped session's host: the client's own name and version, else the process that started the tap; or undefined. */
export function hostOf({ header, facts }: Pick<Named, 'header' | 'facts'>): string | undefined {
  const { client } = facts ?? {};
  if (!client) return header.host;
  return [client.title ?? client.name, client.version].filter(Boolean).join(' ');
}

/** The title people read: given, else the recording's. Where that only repeats the address, the server's own title or name is used. */
export function titleOf({ header, meta, facts }: Named): string {
  if (meta?.title !== undefined) return meta.title;
  const said = facts?.server?.title ?? facts?.server?.name;
  return said !== undefined && header.title === derivedTitle(header.connection) ? said : header.title;
}

function lastName(path: string): string {
  return /[^/\\]+(?=[/\\]*$)/.exec(path)?.[0] ?? path;
}
