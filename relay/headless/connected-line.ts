/** What a session of a command is connected to, in a line. */
import { visibleText } from '#shared/plain-text';
import type { SessionState } from '#shared/session';
import { ENGLISH, eraReason } from '#shared/words';

/** The server, the revision, and how that was found out. */
export function connectedLine({ server, revision, era }: Readonly<SessionState>): string {
  const { name, version } = server.info ?? {};
  const who = [name ?? 'a server', version].filter((each) => each !== undefined).map(String);
  const why = era ? ` (${eraReason(era.reason, ENGLISH).title})` : '';
  return visibleText(`Connected to ${who.join(' ')}, protocol version ${revision ?? 'unknown'}${why}.`);
}
