/** A profile without the secrets of its recording. */
import { defined } from '#shared/base';
import type { SessionProfile } from './profile.ts';

/** The same profile, each text of it as `tell` gives it. */
export function toldProfile(profile: SessionProfile, tell: (text: string) => string): SessionProfile {
  const { client, host, facts } = profile;
  const { name, version } = client;
  const told = (text: string | undefined): string | undefined => (text === undefined ? undefined : tell(text));
  return {
    ...profile,
    client: defined({ name: told(name), version: told(version) }),
    ...defined({ host: told(host) }),
    facts: facts.map((fact) => ({
      ...fact,
      ...defined({ subject: told(fact.subject) }),
      values: new Map([...fact.values].map(([value, tally]) => [tell(value), tally])),
    })),
  };
}
