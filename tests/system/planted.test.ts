/** Servers and clients that do one thing wrong: what is found of each is that, and nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FINDINGS, type Finding } from '#shared/findings';
import { FAULTS } from '../fixtures/planted/faults.mjs';
import { PLANTED, startPlanted, type RunningServer } from '../fixtures/start.ts';
import { eventually } from '../relay/support/page.ts';
import { CLIENT_FAULTS } from './support/client-faults.ts';
import { openDirect } from './support/direct.ts';
import { recordJson } from './support/recorded.ts';
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

/** What `record --exercise --lint --all` finds. */
async function found(name: string, revision: string, http: boolean): Promise<readonly string[]> {
  const target = http ? [addressOf(name)] : ['--', process.execPath, PLANTED, name];
  const { printed } = await recordJson(['--exercise', '--yes', '--lint', '--all', '--revision', revision, ...target]);
  const { files } = printed['lint'] as { readonly files: readonly { readonly findings: readonly Finding[] }[] };
  return rulesOf(files.flatMap(({ findings }) => findings));
}

test('every planted fault of a server is found, and nothing else', async () => {
  const none = ['2025-11-25', '2026-07-28'].flatMap((revision) =>
    [{}, undefined].map((http) => [`none ${revision}`, { revision, rules: [], ...(http ? { http } : {}) }] as const),
  );
  const left = [...none, ...Object.entries(FAULTS)];
  const wrong: object[] = [];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, { revision, http, rules }] = next;
      const got = await found(name, revision, http !== undefined);
      const where = `${http ? 'HTTP' : 'stdio'}, ${revision}`;
      table.push(`${name} (server, ${where}) → ${got.join(', ')}`);
      if (JSON.stringify(got) !== JSON.stringify([...rules].sort())) wrong.push({ name, rules, got });
    }
  };
  expect(Object.keys(FAULTS).length).toBeGreaterThan(60);
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(wrong).toEqual([]);
}, 120_000);

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
    const got = rulesOf(session.log.follow(FINDINGS).found.filter(({ side }) => side === 'client'));
    table.push(`${name} (client, ${revision}) → ${got.join(', ')}`);
    if (JSON.stringify(got) !== JSON.stringify([...rules].sort())) wrong.push({ name, rules, got });
  }
  expect(wrong).toEqual([]);
}, 60_000);
