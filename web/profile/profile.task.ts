/** Makes profiles of clients away from the page: recordings are long, and every rule is judged. */
import { findingsWordsIn } from '#shared/findings/words';
import {
  cellOf,
  compareProfiles,
  GROUPS,
  labelOf,
  nameOf,
  profileJson,
  profileMarkdown,
  profileRecording,
  profilesOf,
  redactedProfile,
  type ProfiledSession,
} from '#shared/profile';
import { profileWordsIn } from '#shared/profile/words';
import { ShownRedactor } from '#shared/redact';
import type { Language } from '#shared/words';
import { recordedIn } from '../base/plain-bytes.ts';

const WIRE: ReadonlySet<string> = new Set(['capability', 'header', 'method', 'versionHeader']);

interface Read {
  /** As recorded, for the page, and without secrets, for what leaves it. */
  readonly session: ProfiledSession;
  readonly told: ProfiledSession;
}

const recordings = new Map<string, Read>();

export async function read(key: string, title: string, file: Blob) {
  const { recorded, problem } = await recordedIn(file);
  const { id, startedAt } = recorded.header;
  const source = { name: title, id, startedAt };
  const profile = profileRecording(recorded);
  const redactor = new ShownRedactor([recorded]);
  const told = redactedProfile(profile, (value) => redactor.redact(value));
  recordings.set(key, { session: { source, profile }, told: { source, profile: told } });
  return { problem };
}

export async function write(keys: readonly string[], as: 'markdown' | 'json', language: Language): Promise<string> {
  const profiles = profilesOf(keys.flatMap((key) => recordings.get(key)?.told ?? []));
  return as === 'json'
    ? `${JSON.stringify(profileJson(profiles), undefined, 2)}\n`
    : profileMarkdown(profiles, await profileWordsIn(language));
}

export type ShownProfiles = Awaited<ReturnType<typeof shown>>;
export async function shown(keys: readonly string[], language: Language) {
  const [words, { rules }] = [await profileWordsIn(language), await findingsWordsIn(language)];
  const sessions = keys.flatMap((key) => {
    const found = recordings.get(key);
    return found ? [{ key, session: found.session }] : [];
  });
  const profiles = profilesOf(sessions.map(({ session }) => session));
  const rows = compareProfiles(profiles).map(({ cells, ...row }) => {
    // A rule is known by what it asks for; its id finds it in other places.
    const rule = row.name === 'rule' ? rules[row.subject ?? ''] : undefined;
    const [label, why] = rule ? [rule.title, row.subject ?? ''] : [labelOf(row, words), words.facts[row.name].why];
    return {
      group: row.group,
      told: {
        ...{ id: row.key, label, why, differs: row.differs, wire: WIRE.has(row.name) },
        cells: cells.map((cell) => cellOf(row, cell, words)),
      },
    };
  });
  return {
    clients: profiles.map((profile) => ({
      name: nameOf(profile, words),
      hosts: profile.hosts,
      keys: profile.sessions.map((source) => sessions.find(({ session }) => session.source === source)?.key ?? ''),
    })),
    groups: GROUPS.map((group) => ({
      ...{ group, title: words.groups[group] },
      rows: rows.flatMap((row) => (row.group === group ? [row.told] : [])),
    })).filter((group) => group.rows.length > 0),
    differences: rows.filter(({ told }) => told.differs).length,
    comma: words.comma,
  };
}
