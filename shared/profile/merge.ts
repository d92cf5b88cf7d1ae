/** One profile of all sessions of a client, and which sessions are of the same client. */
import { addTo } from '#shared/base';
import { FACT_NAMES, factKey, NO, YES, type Fact, type Place, type Tally } from './facts.ts';
import type { ClientName, SessionProfile } from './profile.ts';

interface Source {
  /** Name of the file, or title of the recording. */
  readonly name: string;
  readonly id: string;
  readonly startedAt: string;
}

export interface ProfiledSession {
  readonly source: Source;
  readonly profile: SessionProfile;
}

export type ClientProfile = ReturnType<typeof mergeProfiles>;

const MAX_PLACE_COUNT = 5;
const MAX_TIME_COUNT = 1000;
/** Milliseconds within which a client that lost its session begins the next one. */
const SOON = 60_000;

/** Sessions by the client that they are of, each in the order in which it was first given. */
export function profilesOf(sessions: readonly ProfiledSession[]): ClientProfile[] {
  const groups = new Map<string, ProfiledSession[]>();
  for (const each of sessions) {
    const { client, host } = each.profile;
    addTo(groups, JSON.stringify(client.name === undefined ? [null, host] : [client.name, client.version]), each);
  }
  return [...groups.values()].map(mergeProfiles);
}

function mergeProfiles(sessions: readonly ProfiledSession[]) {
  const inOrder = [...sessions].sort((a, b) => Date.parse(a.source.startedAt) - Date.parse(b.source.startedAt));
  const facts = new Map<string, Fact>();
  for (const [of, { profile }] of inOrder.entries())
    for (const fact of profile.facts) {
      const key = factKey(fact.name, fact.subject);
      facts.set(key, joined(facts.get(key), placed(fact, of)));
    }
  const begunAnew = reinitialized(inOrder, facts.get('reinitializes'));
  if (begunAnew) facts.set('reinitializes', begunAnew);
  return {
    client: inOrder[0]?.profile.client ?? ({} as ClientName),
    /** Programs that started the servers; for a client that does not name itself they are all that is known. */
    hosts: [...new Set(inOrder.flatMap(({ profile: { host } }) => host ?? []))],
    sessions: inOrder.map(({ source }) => source),
    /** By `factKey`. */
    facts: new Map([...facts].sort(([, a], [, b]) => FACT_NAMES.indexOf(a.name) - FACT_NAMES.indexOf(b.name))),
  };
}

function placed({ values, ...fact }: Fact<number>, of: number): Fact {
  const at = (tally: Tally<number>): Tally => ({ count: tally.count, at: tally.at.map((s): Place => ({ of, s })) });
  return { ...fact, times: [...fact.times], values: new Map([...values].map(([value, tally]) => [value, at(tally)])) };
}

function joined(before: Fact | undefined, fact: Fact): Fact {
  if (!before) return { ...fact, times: sorted(fact.times) };
  // What was seen in one session says more than what was not seen in another.
  if (before.soFar === true || fact.soFar === true) {
    if (fact.soFar !== true) return { ...fact, times: sorted(fact.times) };
    return before.soFar !== true || (before.times[0] ?? 0) >= (fact.times[0] ?? 0) ? before : fact;
  }
  if (fact.most !== undefined || before.most !== undefined)
    return (before.most ?? 0) >= (fact.most ?? 0) ? before : fact;
  const values = new Map(before.values);
  for (const [value, tally] of fact.values) values.set(value, plus(values.get(value), tally));
  return { ...before, values, times: sorted([...before.times, ...fact.times].slice(0, MAX_TIME_COUNT)) };
}

const sorted = (times: readonly number[]): readonly number[] => [...times].sort((a, b) => a - b);

/** An HTTP tap records each session apart: one that a client begins after a loss is only in the next recording. */
function reinitialized(sessions: readonly ProfiledSession[], fact: Fact | undefined): Fact | undefined {
  const known = fact?.soFar === true ? undefined : fact;
  const values = new Map(known?.values);
  const times = [...(known?.times ?? [])];
  let found = false;
  for (const [of, { profile }] of sessions.entries()) {
    const { lost } = profile;
    const next =
      lost &&
      sessions.findIndex(({ profile: { began } }) => began && began.at >= lost.at && began.at - lost.at <= SOON);
    const began = next === undefined ? undefined : sessions[next]?.profile.began;
    if (!lost || next === undefined || !began) continue;
    found = true;
    values.set(YES, plus(values.get(YES), { count: 1, at: [{ of: next, s: began.s }] }));
    const no = values.get(NO);
    const isCounted = profile.facts.some(({ name, values: of404 }) => name === 'reinitializes' && of404.has(NO));
    if (no && isCounted) {
      if (no.count === 1) values.delete(NO);
      else values.set(NO, { count: no.count - 1, at: no.at.filter((place) => place.of !== of) });
    }
    times.push((began.at - lost.at) * 1000);
  }
  return found ? { name: 'reinitializes', values, times: sorted(times) } : undefined;
}

const plus = (tally: Tally | undefined, more: Tally): Tally => ({
  count: (tally?.count ?? 0) + more.count,
  at: [...(tally?.at ?? []), ...more.at].slice(0, MAX_PLACE_COUNT),
});
