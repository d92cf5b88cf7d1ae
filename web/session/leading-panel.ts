/** What a session shows in its lower pane before somebody chooses. */
import { hasCapability, type SessionState } from '#shared/session';

const LISTS = ['tools', 'resources', 'prompts'] as const;

/** The first of the server's lists that it declares; its tools while that is not known, and where it declares none. */
export function leadingPanel({ server }: Readonly<SessionState>): (typeof LISTS)[number] {
  return LISTS.find((list) => hasCapability(server, list)) ?? 'tools';
}
