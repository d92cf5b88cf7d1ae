/** Which era a server speaks is found out and said, on every transport; the choice can be the person's. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SDK_V2, startSdkHttpSse, startSdkV1, startSdkV2, type RunningServer } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

/** One page for the tests that ask nothing of the form or the list of servers: each makes a session of its own. */
let page: Lifeline;
let relay: RelayProcess;
beforeAll(async () => {
  relay = await startRelayProcess();
  page = await openLifeline(relay.url);
});
afterAll(async () => {
  await page.close();
  await relay.remove();
});

const v2 = (mode: string): string => `"${process.execPath}" "${SDK_V2}" --mode ${mode}`;

/** The probe is one row that says what was found; unfolded, the verdict stands below it. Era and revision stand over the diagram. */
async function expectVerdict(verdict: RegExp, era: string, revision: string): Promise<void> {
  await page.operating();
  await (await page.filterField()).fill('');
  const rows = page.rows;
  await page.page.getByRole('listbox', { name: 'Sequence diagram' }).press('g');
  const probe = page.row(/(?:using initialize|Version probe: stateless, [\d-]+ ✓), .*, folded/);
  await probe.first().click();
  await rows.filter({ hasText: 'request server/discover' }).first().waitFor();
  await page.row(verdict).first().waitFor();
  await page.page.getByText(era, { exact: true }).first().waitFor();
  await page.page.getByTitle('Negotiated protocol version').filter({ hasText: revision }).waitFor();
}

describe('stdio', () => {
  test.each([
    [
      'modern',
      /Stateless protocol, 2026-07-28: the server supports server\/discover/,
      'Stateless protocol',
      '2026-07-28',
    ],
    [
      'dual',
      /Stateless protocol, 2026-07-28: the server supports server\/discover/,
      'Stateless protocol',
      '2026-07-28',
    ],
    [
      'legacy',
      /Handshake protocol, 2025-11-25: server\/discover got error −32601 Method not found/,
      'Handshake protocol',
      '2025-11-25',
    ],
  ])('%s', async (mode, verdict, era, revision) => {
    await page.newConnection();
    await page.waitForDiscover();
    await page.connectStdio(v2(mode));
    await expectVerdict(verdict, era, revision);
    await page.select(page.row(verdict).first());
    await page.details.getByText('What it means').waitFor();
    await page.expectAccessible();
    page.expectNoErrors();
  });

  test('a server that does not answer the probe in time', async () => {
    // The form keeps such limits for the next connection.
    const page = await openLifeline(relay.url);
    await page.page.getByRole('radio', { name: 'stdio', exact: true }).check({ force: true });
    await page.page.getByRole('textbox', { name: 'Command' }).fill(`"${process.execPath}" -e "process.stdin.resume()"`);
    await page.page.getByText('Advanced: timeouts').click();
    await page.page.getByRole('textbox', { name: 'server/discover probe' }).fill('0.2');
    await page.page.getByRole('textbox', { name: 'No response for' }).fill('0.3');
    await page.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.row(/No answer to server\/discover: using initialize/).click();
    await page.row(/timed out server\/discover #1: no response for 200 ms/).waitFor();
    await page.row(/Handshake protocol, 2025-11-25: no response to server\/discover/).waitFor();
    await page.row(/timed out initialize #2: no response for 300 ms/).waitFor();
    await page.problem.getByText('No response to initialize').waitFor();
    await page.close();
  });
});

describe('HTTP', () => {
  const servers: RunningServer[] = [];
  const started = async (server: Promise<RunningServer>): Promise<RunningServer> => {
    servers.push(await server);
    return server;
  };
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  test('per-request, with headers that repeat the message', async () => {
    const { url } = await started(startSdkV2('modern'));
    await page.connectHttp(url, 'relay');
    await expectVerdict(/Stateless protocol, 2026-07-28/, 'Stateless protocol', '2026-07-28');
    await page.select(page.row(/request tools\/list/).first());
    await page.detailTab('HTTP');
    const table = page.details.getByRole('table', { name: 'Headers mirrored from the body' });
    await table.getByRole('row', { name: /Mcp-Method tools\/list tools\/list same/ }).waitFor();
    await page.expectAccessible();
    page.expectNoErrors();
  });

  test('handshake with sessions', async () => {
    const { url } = await started(startSdkV1());
    await page.connectHttp(url, 'relay');
    await expectVerdict(/Handshake protocol, 2025-11-25: server\/discover got/, 'Handshake protocol', '2025-11-25');
    page.expectNoErrors();
  });

  test('a stream that breaks off goes on, and a session that is forgotten begins anew', async () => {
    const { url } = await started(startSdkV1());
    await page.connectHttp(url, 'relay');
    await page.operating();
    const call = async (name: string): Promise<void> => {
      await page.tab(/^Tools/);
      const list = page.dock.getByRole('tabpanel').getByRole('listitem');
      await list
        .getByRole('button', { name: new RegExp(`^${name}( |$)`) })
        .first()
        .click();
      await page.dock.getByRole('button', { name: 'Call tool' }).click();
    };
    await call('drop');
    await page.row(/GET \/mcp Last-Event-ID: /).waitFor();
    await page.row(/result of tools\/call/).waitFor();
    await page.select(page.row(/GET \/mcp Last-Event-ID: /));
    await page.detailTab('HTTP');
    await page.details.getByText(/Continues stream of/).waitFor();
    await page.details.getByRole('button', { name: /^x\d+$/ }).click();
    await page.details.getByText(/Continued in/).waitFor();

    await call('forget-session');
    await page.dock.getByText('forgotten').first().waitFor();
    await page.dock.getByRole('button', { name: 'Call tool' }).click();
    await page.row(/session expired \(404\); starting a new one/).waitFor();
    await page.operating();
    // The call that met this was not carried out: it says so, and can be sent in the new session.
    await page.dock.getByText(/this request was not carried out/).waitFor();
    await page.dock.getByRole('button', { name: 'Send again' }).click();
    await page.dock.getByText(/this request was not carried out/).waitFor({ state: 'detached' });
    await page.dock.getByText('forgotten').first().waitFor();
    page.expectNoErrors();
  });

  test('HTTP+SSE of 2024-11-05', async () => {
    const { url } = await started(startSdkHttpSse());
    await page.connectHttp(url, 'relay');
    await expectVerdict(/the server uses HTTP\+SSE/, 'Handshake protocol', '2025-11-25');
    await page
      .row(/messages are posted to \/messages/)
      .first()
      .waitFor();
    page.expectNoErrors();
  });
});

test('a chosen revision that the server does not speak ends the session, and auto is offered', async () => {
  await page.newConnection();
  await page.page.getByRole('radio', { name: 'stdio', exact: true }).check({ force: true });
  await page.page.getByRole('textbox', { name: 'Command' }).fill(v2('legacy'));
  await page.page.getByRole('combobox', { name: 'Protocol version' }).selectOption('2026-07-28');
  await page.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.problem.getByText('The server does not support the chosen protocol version').waitFor();
  await page.problem.getByText(/got error −32601/).waitFor();
  await page.problem.getByRole('button', { name: 'Retry with auto-detect' }).click();
  await expectVerdict(/Handshake protocol, 2025-11-25/, 'Handshake protocol', '2025-11-25');
  page.expectNoErrors();
});

test('typed revision, capabilities and _meta go out, and stay with the saved server', async () => {
  // The only server that is saved.
  const page = await openLifeline(relay.url);
  await page.page.getByRole('radio', { name: 'stdio', exact: true }).check({ force: true });
  await page.page.getByRole('textbox', { name: 'Command' }).fill(v2('legacy'));
  await page.page.getByRole('combobox', { name: 'Protocol version' }).selectOption('Other…');
  await page.page.getByRole('textbox', { name: 'Other protocol version' }).fill('2025-06-18');
  await page.page.getByText('Advanced: timeouts').click();
  const capabilities = page.page.getByRole('textbox', { name: 'Capabilities' });
  await capabilities.fill('{"roots":');
  await expect.poll(() => page.page.getByRole('button', { name: 'Connect', exact: true }).isDisabled()).toBe(true);
  await capabilities.fill('{"experimental":{"x":{}}}');
  await page.page.getByRole('textbox', { name: '_meta' }).fill('{"example.org/who":"me"}');
  await page.page.getByRole('checkbox', { name: /Fetch all lists/ }).uncheck();
  await page.expectAccessible();
  await page.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.select(page.row(/request initialize #1, offers 2025-06-18/));
  await page.detailTab('Message');
  const shown = async (): Promise<string> => ((await page.details.textContent()) ?? '').replace(/\s/g, '');
  await expect.poll(shown).toContain('"capabilities":{"experimental":{"x":{}}}');
  await expect.poll(shown).toContain('"_meta":{"example.org/who":"me"}');
  await (await page.lists()).getByRole('button', { name: /^v2\.mjs stdio \// }).click();
  await page.page.getByText('Advanced: timeouts').click();
  await expect.poll(() => capabilities.inputValue()).toBe('{\n  "experimental": {\n    "x": {}\n  }\n}');
  await page.page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => capabilities.inputValue()).toContain('"roots"');
  await page.close();
});
