/** A profile without the secrets of its recording. */
import type { SessionProfile } from './profile.ts';

/** The same profile, each text of it as `tell` gives it. */
export function toldProfile(profile: SessionProfile, tell: (text: string) => string): SessionProfile {
  const { client, host, facts } = profile;
  const { name, version } = client;
  return {
    ...profile,
    client: {
      ...(name === undefined ? {} : { name: tell(name) }),
      ...(version === undefined ? {} : { version: tell(version) }),
    },
    ...(host === undefined ? {} : { host: tell(host) }),
    facts: facts.map((fact) => ({
      ...fact,
      ...(fact.subject === undefined ? {} : { subject: tell(fact.subject) }),
      values: new Map([...fact.values].map(([value, tally]) => [tell(value), tally])),
    })),
  };
}
