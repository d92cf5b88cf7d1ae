/** Servers and clients that do one thing wrong: what is found of each is that, and nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FINDINGS, type Finding } from '#shared/findings';
import { FAULTS, type Fault } from '../fixtures/planted/faults.mjs';
import { PLANTED, startPlanted, type RunningServer } from '../fixtures/start.ts';
import { eventually } from '../relay/support/page.ts';
import { CLIENT_FAULTS } from './support/client-faults.ts';
import { openDirect } from './support/direct.ts';
import { openRecording, recordingUnder, recordJson } from './support/recorded.ts';
import { placesOf } from './support/places.ts';
import { AUTO, discovered } from './support/routes.ts';

/** True of every session of the per-request era with a client that has everything. */
const ALWAYS = 'deprecated-feature';
const AT_ONCE = 4;
let server: RunningServer;
const table: string[] = [];

beforeAll(async () => {
  server = await startPlanted();
});
afterAll(async () => {
  await server.close();
  console.log(['fault → rules found', ...table.sort()].join('\n'));
});

/** Without what only follows from another finding. */
const rulesOf = (findings: readonly Pick<Finding, 'rule' | 'consequenceOf'>[]): readonly string[] =>
  [...new Set(findings.flatMap(({ rule, consequenceOf }) => (consequenceOf ? [] : rule)))]
    .filter((rule) => rule !== ALWAYS)
    .sort();
const addressOf = (name: string): string => server.url + encodeURIComponent(name);

/** What `record --exercise --lint --all` finds that follows from nothing else: the rules, and each with its side and place. */
async function found(
  name: string,
  revision: string,
  http: boolean,
): Promise<{ readonly rules: readonly string[]; readonly placed: readonly string[] }> {
  const target = http ? [addressOf(name)] : ['--', process.execPath, PLANTED, name];
  const { printed, recorded } = await recordJson([
    '--exercise',
    '--yes',
    '--lint',
    '--all',
    '--revision',
    revision,
    ...target,
  ]);
  const { files } = printed['lint'] as { readonly files: readonly { readonly findings: readonly Finding[] }[] };
  const findings = files.flatMap((file) => file.findings);
  const placeOf = placesOf(openRecording(recordingUnder(recorded.home)).events);
  const own = findings.filter(({ rule, consequenceOf }) => !consequenceOf && rule !== ALWAYS);
  const placed = new Set(own.map(({ rule, side, at }) => `${side} ${rule} at ${placeOf(at)}`));
  return { rules: rulesOf(findings), placed: [...placed] };
}

test('every planted fault of a server is found, and nothing else', async () => {
  const none = ['2025-11-25', '2026-07-28'].flatMap((revision) =>
    [{}, undefined].map((http): [string, Fault] => [
      `none ${revision}`,
      { revision, rules: [], ...(http ? { http } : {}) },
    ]),
  );
  const left = [...none, ...Object.entries(FAULTS)];
  const wrong: object[] = [];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, { revision, http, rules, at }] = next;
      const got = await found(name, revision, http !== undefined);
      const where = `${http ? 'HTTP' : 'stdio'}, ${revision}`;
      table.push(`${name} (server, ${where}) → ${got.rules.join(', ')}`);
      if (JSON.stringify(got.rules) !== JSON.stringify([...rules].sort())) wrong.push({ name, rules, got });
      // One rule, of one side, at one kind of event.
      else if (at !== undefined && got.placed.join() !== `server ${rules.join()} at ${at}`)
        wrong.push({ name, at, got });
    }
  };
  expect(Object.keys(FAULTS).length).toBeGreaterThan(150);
  expect(Object.values(FAULTS).filter(({ at }) => at !== undefined).length).toBeGreaterThan(80);
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(wrong).toEqual([]);
}, 300_000);

test('every planted fault of a client is found, and nothing else', async () => {
  const wrong: object[] = [];
  for (const { name, revision, text, rules } of CLIENT_FAULTS) {
    const session = openDirect(addressOf(`none ${revision}`), { ...AUTO, revision });
    await discovered(session);
    const before = session.log.length;
    session.send(text);
    await eventually(() =>
      session.log.events.slice(before).some((event) => event.k === 'http' && event.phase === 'end'),
    );
    await session.end();
    const found = session.log.follow(FINDINGS).found.filter(({ side }) => side === 'client');
    const got = rulesOf(found);
    // At what was typed, and nowhere else.
    const typed = [...session.log.events].findLast((event) => event.k === 'message' && event.raw === text);
    const elsewhere = found.filter(({ at, rule }) => at !== typed?.s && rule !== ALWAYS);
    table.push(`${name} (client, ${revision}) → ${got.join(', ')}`);
    if (JSON.stringify(got) !== JSON.stringify([...rules].sort()) || elsewhere.length > 0)
      wrong.push({ name, rules, got, elsewhere });
  }
  expect(wrong).toEqual([]);
}, 60_000);
