/** Which secrets a recording holds, by the same rules by which the screen hides them. */
import type { WireEvent } from '#shared/recording';
import { isSecretHeader, secretsOfUrl } from '../details/mask.ts';

/** Places in a session whose values the screen hides, named once each: `authorization`, `?api_key=…`. */
export function findSecrets(events: readonly WireEvent[]): string[] {
  const found = new Set<string>();
  for (const event of events) {
    if (event.k !== 'http') continue;
    for (const [name, value] of event.headers ?? []) if (isSecretHeader(name, value)) found.add(name.toLowerCase());
    for (const secret of secretsOfUrl(event.url ?? '')) found.add(secret);
  }
  return [...found];
}
