/** Servers as people have them, from the registry: each is found out, discovered to the end, and closed in order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FINDINGS, ruleById, weightOf, type Finding } from '#shared/findings';
import { sessionFailure } from '#shared/failure';
import { describe as describeRow } from '#shared/timeline';
import { ENGLISH, rowText, spokenRow } from '#shared/words';
import { eventually } from '../relay/support/page.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { SERVERS, type ServerName } from '../servers/servers.mjs';
import { startPublished, type PublishedHttp } from '../servers/start.ts';
import { call, discovered, openHttp, openProcess, AUTO, answerOf, textOf, verdicts } from './support/routes.ts';
import type { Hosted } from './support/direct.ts';
import { wrongIn } from './support/whole.ts';

/** The older version of server-everything is there to be compared with the newer one. */
type FoundName = Exclude<ServerName, 'everything-2026-1'>;

/** What each server turns out to be, by how it is reached. */
const FOUND: { readonly [name in FoundName]: { readonly stdio: string; readonly http?: string } } = {
  filesystem: { stdio: 'error--32601 2025-11-25' },
  memory: { stdio: 'error--32601 2025-11-25' },
  'sequential-thinking': { stdio: 'error--32601 2025-11-25' },
  context7: { stdio: 'discovered 2026-07-28', http: 'discovered 2026-07-28' },
  kubernetes: { stdio: 'discovered 2026-07-28', http: 'discovered-handshake-only 2025-11-25' },
  playwright: { stdio: 'error--32601 2025-11-25', http: 'error--32000 2025-11-25' },
  'basic-react': { stdio: 'error--32601 2025-11-25', http: 'error--32000 2025-11-25' },
  chart: { stdio: 'error--32601 2025-11-25' },
  perplexity: { stdio: 'error--32601 2025-11-25', http: 'error--32000 2025-11-25' },
  firecrawl: { stdio: 'error--32601 2025-11-25', http: 'error--32000 2025-11-25' },
  '1password': { stdio: 'discovered 2026-07-28' },
};
const NAMES = Object.keys(FOUND) as FoundName[];

async function overStdio(name: FoundName): Promise<Hosted> {
  const { command, args, env } = SERVERS[name].stdio(temporaryFolder());
  return openProcess(args[0] ?? '', args.slice(1), AUTO, { command, env });
}

async function expectFound(session: Hosted, verdict: string): Promise<void> {
  await discovered(session);
  expect(verdicts(session)).toEqual([verdict]);
  const { state } = session.log;
  expect(state.lists.tools).toMatchObject({ complete: true });
  expect(state.lists.tools.error).toBeUndefined();
  expect(state.lists.tools.items.length).toBeGreaterThan(0);
}

const demands = (id: string, revision: string): boolean => {
  const rule = ruleById(id);
  return rule !== undefined && weightOf(rule, revision) === 'must';
};

/**
 * What is proved by the bytes: `1password://config` is no URI, because a scheme begins with a letter (RFC 3986, section 3.1), and the
 * URI of a resource has one (server/resources#resource).
 */
const PROVED: ReadonlySet<string> = new Set(['resource-uri-absolute "1password://']);
const isProved = ({ rule, found }: Finding): boolean =>
  PROVED.has(`${rule} ${(found[0] ?? '').replace(/(:\/\/).*/s, '$1')}`);

/** Nothing of a session that went as it should is shown as wrong: from the version probe to the end. */
function expectHealthy({ log }: Hosted): void {
  const wrong = [...log.events].flatMap(({ s }) => {
    const row = describeRow(log, s, log.length - 1);
    return row?.trouble ? [spokenRow(ENGLISH, rowText(ENGLISH, log, row), row)] : [];
  });
  expect(wrong).toEqual([]);
  expect(wrongIn(log)).toBe(0);
  expect(sessionFailure(log, log.state, log.length)).toBeUndefined();
  // Neither the server nor this client breaks what the specification demands.
  const { found } = log.follow(FINDINGS);
  expect(found.filter((each) => demands(each.rule, each.revision) && !isProved(each))).toEqual([]);
}

test.each(NAMES)('%s over stdio', async (name) => {
  const session = await overStdio(name);
  await expectFound(session, FOUND[name].stdio);
  await session.end();
  expectHealthy(session);
});

describe.each(NAMES.filter((name) => FOUND[name].http !== undefined))('%s over HTTP', (name) => {
  let folder: string;
  let server: PublishedHttp;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lifeline-published-'));
    server = await startPublished(name, folder);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(['relay', 'direct'] as const)('%s', async (route) => {
    // It has started, so it answers soon; what does not is told by the verdict, not by a wait that ends as late as the limit.
    const session = await openHttp(route, { url: server.url, close: async () => {} }, { ...AUTO, probeMs: 20_000 });
    await expectFound(session, FOUND[name].http ?? '');
    await session.end();
    expectHealthy(session);
  });
});

test('filesystem: asks for the roots, and a file is read', async () => {
  const session = await overStdio('filesystem');
  await discovered(session);
  await eventually(() =>
    session.log.operations.some(({ method, outcome }) => method === 'roots/list' && outcome === 'result'),
  );
  const read = await call(session, 'tools/call', { name: 'list_allowed_directories', arguments: {} });
  expect(read.outcome).toMatch(/result|tool-error/);
});

test('memory: what is written is read back', async () => {
  const session = await overStdio('memory');
  await discovered(session);
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }];
  expect((await call(session, 'tools/call', { name: 'create_entities', arguments: { entities } })).outcome).toBe(
    'result',
  );
  const graph = await call(session, 'tools/call', { name: 'read_graph', arguments: {} });
  expect(textOf(session, graph)).toContain('writes programs');
});

test('an ext-apps example: a resource of 400 kB on one line', async () => {
  const session = await overStdio('basic-react');
  await discovered(session);
  const read = await call(session, 'resources/read', { uri: 'ui://get-time/mcp-app.html' });
  const [content] = (answerOf(session, read)['contents'] ?? []) as { text?: string }[];
  expect(content?.text?.length).toBeGreaterThan(400_000);
});

test('kubernetes over stdio dies of malformed JSON, and everything until then stays', async () => {
  const session = await overStdio('kubernetes');
  await discovered(session);
  session.send('{"jsonrpc":"2.0",}');
  await eventually(() => session.log.state.connection === 'closed');
  expect(session.log.state.process.exit).toMatchObject({ code: 1 });
  expect(session.log.operations.at(-1)).toMatchObject({ kind: 'malformed', outcome: 'silence' });
});
