/** A server behind OAuth, as a person meets it: asked, consenting on the authorization server's page, and back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { startOAuth, type RunningServer } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

/** What the fixture's codes, tokens and secrets look like. */
const SECRET = /\b(?:at|rt|code|secret)-[0-9a-f]{8}-/;
/** Browsers report the refusals that make a page ask for authorization, and metadata that are not there. */
const REFUSALS = /status of 40[134]/;

/** One page for all tests but the one that loads it again; each has a server and a session of its own. */
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

async function started(switches: { readonly [name: string]: string } = {}): Promise<RunningServer> {
  const server = await startOAuth(switches);
  running.push(server);
  return server;
}

const banner = (page: Lifeline) => page.page.getByRole('region', { name: 'Authorization', exact: true });

/** Open the authorization page from the banner; gives its tab. */
async function openConsent(page: Lifeline): Promise<Page> {
  const opened = page.context.waitForEvent('page');
  await banner(page).getByRole('button', { name: 'Open the authorization page' }).click();
  return opened;
}

/** The recording as the page hands it out. Exactly as it was: what is secret was never in it. */
async function download(page: Lifeline): Promise<string> {
  const stream = await (await page.save('with secrets')).createReadStream();
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

describe.each(['relay', 'direct'] as const)('%s', (route) => {
  test('consent is given on the authorization server’s page, and the session goes on', async () => {
    const server = await started();
    await page.connectHttp(server.url, route);
    await banner(page).getByText('mcp', { exact: true }).waitFor();
    await expect.poll(() => banner(page).textContent()).toContain(new URL(server.url).host);
    await page.expectAccessible();

    const consent = await openConsent(page);
    await consent.getByRole('heading', { name: /Lifeline asks for: mcp/ }).waitFor();
    await consent.getByRole('button', { name: 'Allow' }).click();
    await consent.getByText('You can close this tab').waitFor();
    await expect.poll(() => consent.url()).toBe(`${relay.origin}/authorized`);
    await consent.close();

    await page.operating();
    await banner(page).waitFor({ state: 'detached' });
    await page.row(/client to authorization server, request token: POST \/token/).waitFor();
    await page.select(page.row(/authorization server to client, token: 200 OK, POST \/token/));
    await page.detailTab('HTTP');
    await page.details.getByText('‹access_token:1›').first().waitFor();
    await page.tab(/^Tools/);
    await page.dock
      .getByRole('button', { name: /^whoami/ })
      .first()
      .click();
    await page.dock.getByRole('button', { name: 'Call tool' }).click();
    await page.row(/result of tools\/call/).waitFor();
    const recording = await download(page);
    expect(recording).toContain('‹access_token:1›');
    expect(recording).not.toMatch(SECRET);
    const stored = await page.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toMatch(SECRET);
    page.expectNoErrors(REFUSALS);
  });
});

test('giving up is told, and a client registered beforehand is taken from the form', async () => {
  const server = await started({ registration: 'no' });
  await page.connectHttp(server.url, 'relay');
  const failed = page.page.getByRole('region', { name: 'Authorization failed' });
  await failed.getByText('A registered client is needed').waitFor();
  await page.expectAccessible();
  await failed.getByRole('button', { name: 'Edit server' }).click();
  await page.page.locator('summary', { hasText: 'Authorization' }).click();
  await page.page.getByRole('textbox', { name: /^Client ID/ }).fill('pre-registered');
  await page.page.getByRole('textbox', { name: /^Client secret/ }).fill('pre-secret');
  await page.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await banner(page).getByRole('button', { name: 'Cancel' }).click();
  await failed.getByText('Cancelled by you').waitFor();
  expect(await page.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('pre-secret');
  page.expectNoErrors();
});

test('a browser that cannot be sent back: the address is pasted; a wider scope is asked for when a tool wants it', async () => {
  const server = await started();
  await page.connectHttp(server.url, 'direct');
  const allow = async (): Promise<string> => {
    const consent = await openConsent(page);
    let address = '';
    // As in a browser on another machine: it is sent on, and nothing is there.
    await consent.route('**/decide', async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      address = response.headers()['location'] ?? '';
      await route.fulfill({ status: 200, contentType: 'text/html', body: '<p>nothing here</p>' });
    });
    await consent.getByRole('button', { name: 'Allow' }).click();
    await consent.getByText('nothing here').waitFor();
    await consent.close();
    return address;
  };
  const paste = async (address: string): Promise<void> => {
    await banner(page).getByText('The browser did not return?').click();
    await banner(page).getByRole('textbox', { name: 'Final URL' }).fill(address);
    await banner(page).getByRole('button', { name: 'Use this URL' }).click();
  };
  await paste(await allow());
  await page.operating();
  await page.tab(/^Tools/);
  await page.dock
    .getByRole('button', { name: /^admin/ })
    .first()
    .click();
  await page.dock.getByRole('button', { name: 'Call tool' }).click();
  await banner(page).getByText('admin', { exact: true }).waitFor();
  await paste(await allow());
  await page.row(/result of tools\/call/).waitFor();
  page.expectNoErrors(REFUSALS);
});

test('an authorization server that lets no page in: the way through the relay is offered', async () => {
  const server = await started();
  // The browser withholds what comes without CORS headers; the request itself would pass.
  await page.page.route('**/.well-known/oauth-authorization-server', (route) => route.abort());
  await page.page.route('**/.well-known/openid-configuration', (route) => route.abort());
  await page.connectHttp(server.url, 'direct');
  const failed = page.page.getByRole('region', { name: 'Authorization failed' });
  await failed.getByText('Unreachable from the browser').waitFor();
  await failed.getByRole('button', { name: 'Connect through the relay' }).click();
  await banner(page).waitFor();
  await page.page.unrouteAll();
  page.expectNoErrors(/status of 40[134]|ERR_FAILED/);
});

test('a page that is loaded again keeps no token, so the person is asked anew, and the session goes on', async () => {
  const server = await started();
  const page = await openLifeline(relay.url);
  await page.connectHttp(server.url, 'direct');
  for (let loads = 0; loads < 2; loads++) {
    const consent = await openConsent(page);
    await consent.getByRole('button', { name: 'Allow' }).click();
    await consent.getByText('You can close this tab').waitFor();
    await consent.close();
    await page.operating();
    await banner(page).waitFor({ state: 'detached' });
    if (loads === 0) await page.page.reload();
  }
  await page.tab(/^Tools/);
  await page.dock
    .getByRole('button', { name: /^whoami/ })
    .first()
    .click();
  await page.dock.getByRole('button', { name: 'Call tool' }).click();
  await page.row(/result of tools\/call/).waitFor();
  const recording = await download(page);
  expect(recording.match(/"reason":"granted"/g)).toHaveLength(2);
  const began = [...recording.matchAll(/"k":"http","x":"(a\d+)","step":"[\w-]+","phase":"request"/g)].map(([, x]) => x);
  expect(began.length).toBeGreaterThanOrEqual(7);
  expect(new Set(began).size).toBe(began.length);
  await page.close(REFUSALS);
});

test('client credentials of the form need nobody; what is kept is listed and forgotten; a server without OAuth is quoted', async () => {
  const server = await started({ grants: 'service' });
  const form = page.page;
  const authorization = form.locator('summary', { hasText: 'Authorization' });
  await form.getByRole('button', { name: 'New connection' }).first().click();
  await form.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  await form.getByRole('textbox', { name: 'URL' }).fill(server.url);
  await form.getByRole('radio', { name: 'Through the relay' }).check();
  await authorization.click();
  await form.getByRole('combobox', { name: 'Grant type' }).selectOption('client-credentials');
  await form.getByRole('textbox', { name: 'Client ID' }).fill('pre-registered');
  await form.getByRole('textbox', { name: 'Client secret' }).fill('pre-secret');
  await form.getByRole('checkbox', { name: 'Keep the authorization' }).check();
  await page.expectAccessible();
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.operating();

  await form.getByRole('button', { name: 'New connection' }).first().click();
  await form.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  await authorization.click();
  const kept = form.getByRole('region', { name: 'Kept authorizations' });
  await kept.getByText(server.url).waitFor();
  await page.expectAccessible();
  await kept.getByRole('button', { name: 'Forget' }).click();
  await form.getByText('The authorization server revoked the tokens').waitFor();
  await kept.waitFor({ state: 'detached' });
  const steps = await (await fetch(new URL('/_steps', server.url))).text();
  expect(steps).toContain('"step":"revoke"');

  const plain = await started({ server: 'no' });
  await page.connectHttp(plain.url, 'relay');
  const failed = form.getByRole('region', { name: 'Authorization failed' });
  await failed.getByText('This server needs a token (401)').waitFor();
  await failed.getByText('Send your key in X-API-Key').waitFor();
  await failed.getByRole('button', { name: 'Edit server' }).waitFor();
  expect(await form.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('pre-secret');
  page.expectNoErrors(REFUSALS);
});
