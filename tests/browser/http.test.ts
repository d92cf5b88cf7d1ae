/** HTTP servers as they are found in the wild: key in the query string, sessions, JSON or SSE, with and without CORS. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeAuthority } from '../fixtures/certificates.ts';
import {
  STDIO_MISBEHAVE,
  startForwardProxy,
  startHttpMisbehave,
  startHttpService,
  startHttpSse,
  startTlsFront,
  type RunningServer,
} from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';
import { startStaticSite } from './static-site.ts';

useBrowser();

/** One page for all tests that do not ask how it begins: each makes a session of its own. */
let page: Lifeline;
let relay: RelayProcess;
const running: RunningServer[] = [];
beforeAll(async () => {
  relay = await startRelayProcess();
  page = await openLifeline(relay.url);
});
afterAll(async () => {
  await page.close();
  await Promise.all([relay.remove(), ...running.map((server) => server.close())]);
});

/** What the browser says when these servers do not allow the headers of the first server/discover. */
const BLOCKED = /CORS policy|ERR_FAILED|status of 40[05]/;

async function started(server: Promise<RunningServer>): Promise<string> {
  const each = await server;
  running.push(each);
  return each.url;
}

describe.each(['direct', 'relay'] as const)('%s', (route) => {
  test('a service with a key in the query string, sessions and JSON answers', async () => {
    await page.connectHttp(await started(startHttpService()), route);
    await page.operating();
    await page.tab(/^Tools/);
    await page.dock.getByRole('button', { name: /^echo/i }).first().click();
    await page.dock.getByRole('button', { name: 'Call tool' }).click();
    await page.select(page.row(/result of tools\/call/).last());
    await page.detailTab('HTTP');
    await page.details
      .getByText(/mcp-session-id/i)
      .first()
      .waitFor();
    // The key is in the address that was sent, and masked on the screen.
    await expect.poll(() => page.details.textContent()).toContain('api_key=');
    // A notification is answered by 202 and nothing else.
    await page.compose('{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}');
    await page.send();
    await page.select(page.row(/notifications\/roots\/list_changed/).last());
    await page.detailTab('HTTP');
    await page.details.getByText(/202/).first().waitFor();
    await page.menu('Disconnect');
    await page
      .row(/DELETE/)
      .last()
      .waitFor();
    await page.status.getByText('closed').waitFor();
    // Refusing the standalone stream is a server's right; the browser reports it all the same.
    page.expectNoErrors(/status of 405|CORS policy|ERR_FAILED/);
  });

  test('a server that answers with SSE and asks back', async () => {
    await page.connectHttp(await started(startHttpSse()), route);
    await page.operating();
    await page.compose(
      '{"jsonrpc":"2.0","id":60,"method":"tools/call","params":{"name":"echo","arguments":{"text":"via SSE"},"_meta":{"progressToken":60}}}',
    );
    await page.send();
    await page.row(/result of tools\/call #60.*, HTTP x\d+$/).waitFor();
    await page.row(/request tools\/call #60.*, HTTP x\d+ 200$/).waitFor();
    await page
      .row(/notifications\/progress|progress notifications/)
      .first()
      .waitFor();
    await page.compose(
      '{"jsonrpc":"2.0","id":61,"method":"tools/call","params":{"name":"ask","arguments":{"method":"sampling/createMessage"}}}',
    );
    await page.send();
    await page.tab(/^Server requests/);
    await page.dock.getByRole('textbox', { name: 'Text' }).fill('by hand');
    await page.dock.getByRole('button', { name: 'Send answer' }).click();
    await page.row(/result of tools\/call #61/).waitFor();
    page.expectNoErrors(BLOCKED);
  });
});

test('a refusal by CORS is named, and the relay is one click away', async () => {
  await page.connectHttp(
    await started(startHttpService({ args: ['--allow-headers', 'content-type,authorization'] })),
    'direct',
  );
  await page.problem.getByText('Blocked by the browser (CORS)').waitFor();
  // The preflight of the first message passes; the headers that come after initialization do not.
  const missing = async (): Promise<string> => ((await page.problem.textContent()) ?? '').toLowerCase();
  await expect.poll(missing).toContain('access-control-allow-headers');
  await expect.poll(missing).toContain('mcp-protocol-version');
  await page.problem.getByRole('button', { name: 'Connect through the relay' }).click();
  await page.operating();
  page.expectNoErrors(/CORS policy|ERR_FAILED|status of 405/);
});

test('a server without CORS: what it lacks is said at once, with settings to copy', async () => {
  await page.connectHttp(await started(startHttpService({ args: ['--no-cors'] })), 'direct');
  await page.problem.getByText(/Access-Control-Allow-Origin/).waitFor();
  // Everything at once.
  const said = (): Promise<string | null> => page.problem.textContent();
  for (const part of ['got 405', 'DELETE', 'Last-Event-ID', 'Access-Control-Expose-Headers: Mcp-Session-Id'])
    await expect.poll(said).toContain(part);
  await page.problem.getByRole('button', { name: 'Copy settings for Express' }).waitFor();
  page.expectNoErrors(/CORS policy|ERR_FAILED/);
});

test('a session id that the page may not see', async () => {
  // A page of its own: what its requests get may come late.
  const page = await openLifeline(relay.url);
  await page.connectHttp(await started(startHttpService({ args: ['--no-expose'] })), 'direct');
  await page.problem.getByText('Access-Control-Expose-Headers: Mcp-Session-Id').waitFor();
  page.expectNoErrors(/status of 40[05]|CORS policy|ERR_FAILED/);
  await page.close();
});

test('a proxy and certificates for one connection, told by the form and shown in the details', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lifeline-network-'));
  const authority = makeAuthority('Private Authority');
  writeFileSync(join(folder, 'ca.pem'), authority.cert);
  const service = await startHttpService();
  const front = await startTlsFront(service.port, authority.issue(['mcp.corp.test']));
  const proxy = await startForwardProxy({ auth: 'user:secret', hosts: { 'mcp.corp.test:443': front.port } });
  running.push(service, front, proxy);
  // The form keeps what it says of the network for the next connection.
  const page = await openLifeline(relay.url);
  const { page: form } = page;
  await form.getByRole('button', { name: 'New connection' }).first().click();
  await form.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  await form.getByRole('textbox', { name: 'URL' }).fill('https://mcp.corp.test/mcp?api_key=secret');
  await form.getByRole('radio', { name: 'Through the relay' }).check();
  await form.getByText('Network: proxy, certificates').click();
  await form.getByRole('combobox', { name: /^Proxy/ }).selectOption('This proxy');
  await form.getByLabel('Proxy address').fill(`http://user:secret@127.0.0.1:${proxy.port}`);
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.problem.getByText('Certificate of an unknown authority').waitFor();
  await page.problem.getByRole('button', { name: 'Edit server' }).click();
  await form.getByLabel('CA file').fill(join(folder, 'ca.pem'));
  await page.expectAccessible();
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.operating();
  await page.select(page.row(/tools\/list/).first());
  await page.detailTab('HTTP');
  await page.details.getByText(`Proxy: 127.0.0.1:${proxy.port} (set for this connection)`).waitFor();
  // The password for the proxy is at the relay, and not in the page's storage.
  expect(await form.evaluate(() => JSON.stringify(localStorage))).not.toContain('user:secret');
  await page.close();
  rmSync(folder, { recursive: true, force: true });
});

test('an address at which nothing listens is named as a server that cannot be reached', async () => {
  const server = await startHttpService();
  await server.close();
  await page.connectHttp(server.url, 'relay');
  await page.problem.getByText('Connection refused').first().waitFor();
  await page.problem.getByRole('button', { name: 'Edit server' }).waitFor();
  page.expectNoErrors();
});

test.each([
  ['html', /HTML instead of JSON/],
  ['401', /401/],
  ['404', /404/],
  ['500', /500/],
  ['cut-sse', /cut|Truncated/i],
] as const)('an HTTP server that answers %s', async (mode, words) => {
  await page.connectHttp(await started(startHttpMisbehave(mode)), 'relay');
  await page.page.getByRole('listbox', { name: 'Sequence diagram' }).getByText(words).first().waitFor();
  page.expectNoErrors();
});

test('a static site without a relay reaches a server directly', async () => {
  const site = await startStaticSite();
  const page = await openLifeline(site.url);
  await page.page.getByText('Running without the relay').waitFor();
  await page.connectHttp(await started(startHttpSse()), 'direct');
  await page.operating();
  await page.compose('{"jsonrpc":"2.0","id":70,"method":"ping"}');
  await page.send();
  await page.row(/result of ping #70/).waitFor();
  await page.close(BLOCKED);
  await site.close();
});

test('a pasted configuration connects with one click', async () => {
  await page.newConnection();
  const config = { mcpServers: { mine: { command: process.execPath, args: [STDIO_MISBEHAVE] } } };
  await page.page.getByRole('textbox', { name: 'Server configuration' }).fill(JSON.stringify(config, null, 2));
  await page.page.getByRole('button', { name: 'Connect mine' }).click();
  await page.operating();
  // It is remembered, and can be edited from the first screen.
  await (
    await page.lists()
  )
    .getByRole('button', { name: /^mine stdio \// })
    .first()
    .click();
  await expect
    .poll(() => page.page.getByRole('textbox', { name: 'Command' }).inputValue())
    .toContain('stdio-misbehave.mjs');
  // It goes back to other programs as it came.
  await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // There is one clipboard, and other tests use it too.
  await expect
    .poll(async () => {
      await page.page.getByRole('button', { name: 'Copy for mcp.json' }).click();
      return JSON.parse((await page.page.evaluate(() => navigator.clipboard.readText())) || '{}') as unknown;
    })
    .toEqual({ mcpServers: { mine: { type: 'stdio', ...config.mcpServers.mine } } });
  page.expectNoErrors();
});

test('a whole configuration is kept, its open values are asked for, and the list is exported', async () => {
  const own = await startRelayProcess();
  onTestFinished(() => own.remove());
  const page = await openLifeline(own.url);
  const entry = { command: process.execPath, args: [STDIO_MISBEHAVE], env: { TOKEN: '${input:token}' } };
  const config = {
    inputs: [{ type: 'promptString', id: 'token', description: 'From the account page', password: true }],
    servers: { first: entry, second: { type: 'http', url: 'https://${HOST:-example.test}/mcp' }, odd: {} },
  };
  await page.page.getByRole('textbox', { name: 'Server configuration' }).fill(JSON.stringify(config));
  await page.page.getByText('Skipped (no command or url): odd').waitFor();
  await page.page.getByText('Enter a value first: token').waitFor();
  await expect.poll(() => page.page.getByRole('button', { name: 'Connect first' }).isDisabled()).toBe(true);
  await page.page.getByLabel('token').fill('s3cret');
  await page.page.getByRole('button', { name: 'Save all 2 servers' }).click();
  const servers = page.page.getByRole('complementary');
  await servers.getByRole('button', { name: /^second.*https:\/\/example\.test\/mcp/ }).waitFor();
  await servers.getByRole('button', { name: 'Connect first' }).click();
  await page.operating();
  // What is set in the session stays with its server.
  await page.tab(/^Server requests/);
  await page.dock.getByRole('combobox', { name: 'elicitation/create' }).selectOption('defaults');
  await page.lists();
  await servers.getByRole('button', { name: 'Export', exact: true }).click();
  await page.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = page.page.getByRole('dialog');
  await expect
    .poll(async () => {
      await dialog.getByRole('button', { name: 'Copy' }).click();
      return JSON.parse((await page.page.evaluate(() => navigator.clipboard.readText())) || '{}') as unknown;
    })
    .toEqual({
      mcpServers: {
        first: {
          type: 'stdio',
          command: process.execPath,
          args: [STDIO_MISBEHAVE],
          env: { TOKEN: '${TOKEN}' },
          lifeline: { policy: { elicitation: { mode: 'defaults' } } },
        },
        second: { type: 'http', url: 'https://example.test/mcp' },
      },
    });
  await page.page.keyboard.press('Escape');
  await page.close();
});

test('a duplicated tab looks at a direct session, and only one page hosts it', async () => {
  const page = await openLifeline(relay.url);
  await page.connectHttp(await started(startHttpSse()), 'direct');
  await page.operating();
  const opened = page.context.waitForEvent('page');
  // A window opened by a page starts with a copy of its session storage, as a duplicated tab does.
  await page.page.evaluate(() => void window.open(location.href));
  const copy = await opened;
  await copy.getByRole('region', { name: 'Status' }).getByText('opened from a file').waitFor();
  // Closing it there takes nothing from the page that hosts it.
  await copy.getByRole('button', { name: 'More', exact: true }).click();
  await copy.getByRole('button', { name: /^Close / }).click();
  await copy.close();
  await page.page.reload();
  await page.compose('{"jsonrpc":"2.0","id":80,"method":"ping"}');
  await page.send();
  await page.row(/result of ping #80/).waitFor();

  // What a page knows that only looks at it is older: the library counts what is stored.
  const again = page.context.waitForEvent('page');
  await page.page.evaluate(() => void window.open(location.href));
  const onlooker = await again;
  await onlooker.getByRole('region', { name: 'Status' }).getByText('opened from a file').waitFor();
  await page.compose('{"jsonrpc":"2.0","id":81,"method":"ping"}');
  await page.send();
  await page.row(/result of ping #81/).waitFor();
  await page.menu('Disconnect');
  await page.status.getByText('closed').waitFor();
  await page.page.goto('about:blank');
  await onlooker.getByRole('button', { name: 'Library', exact: true }).click();
  const counted = async (): Promise<readonly (number | undefined)[]> =>
    await onlooker.evaluate(async () => {
      const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
        new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
      const opened = await done(indexedDB.open('lifeline'));
      const [sessions, pieces] = (await Promise.all(
        ['sessions', 'lines'].map((name) => done(opened.transaction(name).objectStore(name).getAll())),
      )) as [{ read?: { facts: { events: number } } }[], { lines: string }[]];
      opened.close();
      return [sessions[0]?.read?.facts.events, pieces.flatMap(({ lines }) => lines.split('\n')).length];
    });
  await expect.poll(async () => (await counted())[0]).toBeDefined();
  const [facts, stored] = await counted();
  expect(facts).toBe(stored);
  await page.close(BLOCKED);
});

test('headers of one server are not sent to another whose URL is typed in their place, unless a person says so', async () => {
  const got: (string | undefined)[] = [];
  const elsewhere = createServer((request, response) => {
    got.push(request.headers.authorization);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void elsewhere.close());
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/mcp`;
  const form = page.page;
  const headers = form.getByRole('textbox', { name: /^Headers/ });
  const fill = async (at: string): Promise<void> => {
    await page.newConnection();
    await form.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
    await form.getByRole('textbox', { name: 'URL' }).fill(at);
    await headers.fill('Authorization: Bearer of-another');
  };
  await fill('http://127.0.0.1:9/mcp');
  await page.connectHttp(url, 'relay');
  await expect.poll(() => got.length).toBeGreaterThan(0);
  expect(got.filter((each) => each !== undefined)).toEqual([]);
  // HTTPS at the same host and port is another origin, too.
  await fill(url.replace('http:', 'https:'));
  await form.getByRole('textbox', { name: 'URL' }).fill(url);
  await form.getByText('are set aside: they are not sent to this server').waitFor();
  await page.expectAccessible();
  await form.getByRole('button', { name: 'Send them here too' }).click();
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => got.at(-1)).toBe('Bearer of-another');

  // “+” is empty whatever was edited before, and editing has a title until it ends.
  await page.problem.getByRole('button', { name: 'Edit server' }).first().click();
  const editing = form.getByRole('heading', { name: `Edit ${new URL(url).host}` });
  await editing.waitFor();
  await page.expectAccessible();
  expect(await headers.inputValue()).toBe('Authorization: Bearer of-another');
  const expectEmpty = async (): Promise<void> => {
    await form.getByRole('heading', { name: 'Connect to a server' }).waitFor();
    await form.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
    for (const name of [/^URL/, /^Headers/, /^Name/])
      expect(await form.getByRole('textbox', { name }).inputValue()).toBe('');
  };
  await page.newConnection();
  await expectEmpty();
  const tab = form
    .getByRole('navigation', { name: 'Sessions' })
    .getByRole('button', { name: new RegExp(`^${new URL(url).host}`) });
  await tab.last().click();
  await page.problem.getByRole('button', { name: 'Edit server' }).first().click();
  await editing.waitFor();
  await form.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectEmpty();
  // A server that connects ends the editing.
  await tab.last().click();
  await page.problem.getByRole('button', { name: 'Edit server' }).first().click();
  await editing.waitFor();
  const before = got.length;
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => got.length).toBeGreaterThan(before);
  await page.newConnection();
  await expectEmpty();
});
