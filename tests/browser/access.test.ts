/** How a page is signed in to its relay, and what stays out. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { fetchedWhole } from './fetched-whole.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';
import { startSquatter, visit } from './squatter.ts';

useBrowser();

let relay: RelayProcess;
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(() => relay.remove());

const KEY = 'lifeline-page-key';
const connected = (page: Lifeline): Promise<void> => page.status.getByText('relay connected').waitFor();
/** What the browser itself says of calls that the relay refuses. */
const REFUSED = /status of 40[13]/;
/** And of a relay that is not there. */
const GONE = /ERR_CONNECTION_REFUSED|WebSocket connection|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

test('an address signs in once; a reload and a second tab go on, another browser asks for a fresh one', async () => {
  const { hash } = new URL(relay.url);
  const page = await openLifeline(`${relay.origin}/?recording=/example.mcprec${hash}`);
  // A file that is open has no relay to tell of.
  await page
    .row(/list_plants/)
    .first()
    .waitFor();
  await expect.poll(() => page.page.url()).toMatch(new RegExp(`^${relay.origin}/#session=[^&]+$`));
  const key = await page.page.evaluate((name) => sessionStorage.getItem(name), KEY);
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(await page.page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie)).not.toContain(key);
  await page.page.reload();
  // The file comes back, and would take the place of a form that was opened before.
  await page
    .row(/list_plants/)
    .first()
    .waitFor();
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();

  // It has the cookie, and the key from the first tab.
  const second = await page.context.newPage();
  await second.goto(`${relay.origin}/`);
  await second.getByText('relay connected').waitFor();
  expect(await second.evaluate((name) => sessionStorage.getItem(name), KEY)).toBe(key);
  await second.close();

  // Nobody there has the key: the relay prints an address, which also works when it is pasted.
  const other = await openLifeline(`${relay.origin}/${hash}`.replace('#', '#s=1&'));
  const address = other.page.getByRole('textbox', { name: 'Printed URL' });
  await address.waitFor();
  await other.page.getByText('This URL was used before or has expired.').waitFor();
  expect(other.page.url()).toBe(`${relay.origin}/#s=1`);
  await address.fill('https://example.com/');
  await other.page.getByRole('button', { name: 'Sign in' }).click();
  await other.page.getByText('This is not a URL that this relay printed.').waitFor();
  await other.expectAccessible();
  await expect.poll(() => relay.addresses.length).toBe(2);
  await address.fill(relay.addresses[1] ?? '');
  await other.page.getByRole('button', { name: 'Sign in' }).click();
  await connected(other);
  await other.close(REFUSED);
  await page.close(REFUSED);
});

test('service workers that another program left at localhost and 127.0.0.1 see neither the page nor its key', async () => {
  for (const own of [false, true]) {
    const squatter = await startSquatter({ own });
    onTestFinished(() => squatter.close());
    const page = await openLifeline('about:blank');
    for (const name of ['localhost', '127.0.0.1']) await visit(page.context, squatter, name);
    await squatter.leave();
    const late = await startRelayProcess([], { port: squatter.port });
    onTestFinished(() => late.remove());
    expect(late.port).toBe(squatter.port);
    const before = squatter.told.length;

    // The first visit.
    await page.page.goto(late.url);
    await connected(page);
    const key = await page.page.evaluate((name) => sessionStorage.getItem(name), KEY);
    expect(key).toMatch(/^[\w-]{43}$/);
    await page.page.reload();
    await connected(page);
    expect(squatter.told).toHaveLength(before);
    // What they see, and can make of it, holds nothing.
    for (const name of ['localhost', '127.0.0.1']) {
      const other = await page.context.newPage();
      await other.goto(`http://${name}:${late.port}/`);
      const seen = await other.evaluate(() =>
        JSON.stringify([
          document.documentElement.outerHTML,
          document.cookie,
          { ...sessionStorage },
          { ...localStorage },
        ]),
      );
      expect(seen).not.toContain(key);
      expect(seen).not.toContain('/assets/');
      await other.close();
    }
    const all = squatter.told.join('\n');
    expect(all).not.toContain(key);
    expect(all).not.toContain(new URL(late.url).hash);
    expect(all).not.toContain('#token');
    await page.close(/./);
  }
});

test('a link to localhost leads into the page of this launch, with what it says', async () => {
  const page = await openLifeline(relay.url);
  await connected(page);
  const other = await page.context.newPage();
  await other.goto(`http://127.0.0.1:${relay.port}/?recording=/example.mcprec#s=3`);
  await other
    .getByRole('option', { name: /list_plants/ })
    .first()
    .waitFor();
  expect(other.url().startsWith(`${relay.origin}/#`)).toBe(true);
  // Without one it says what to do.
  const bare = await page.context.newPage();
  await bare.goto(`http://localhost:${relay.port}/`);
  await bare.getByText('open the URL that its terminal shows').waitFor();
  await bare.getByRole('link', { name: 'go on there' }).click();
  await bare.getByText('relay connected').waitFor();
  // So does a file with the address, or any other page, in a tab; a frame and a request of theirs get nothing.
  const address = `${relay.origin}/?recording=/example.mcprec`;
  await bare.goto(`data:text/html,<a href="${address}">there</a><iframe src="${relay.origin}/"></iframe>`);
  await expect.poll(() => bare.frames()[1]?.url()).not.toBe('about:blank');
  expect(await bare.frames()[1]?.locator('#app').count()).toBe(0);
  expect(
    await bare.evaluate((url) => fetch(url, { mode: 'no-cors' }).then(({ type }) => type, String), address),
  ).toMatch(/TypeError/);
  await bare.getByRole('link', { name: 'there' }).click();
  await bare
    .getByRole('option', { name: /list_plants/ })
    .first()
    .waitFor();
  await page.close(/status of 403|frame|refused|ERR_BLOCKED/i);
});

test('a tab whose relay is gone gives its key to nobody who has the port next, and does not reload', async () => {
  const own = await startRelayProcess();
  onTestFinished(() => own.remove());
  const page = await openLifeline(own.url, { fetchAhead: true });
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  await fetchedWhole(page);
  const key = (await page.page.evaluate((name) => sessionStorage.getItem(name), KEY)) ?? '';
  await page.page.evaluate(() => Object.assign(window, { same: true }));
  await own.kill('SIGKILL');
  await page.page.getByText('Lost connection to the relay').waitFor();
  await expect.poll(() => page.page.evaluate((name) => sessionStorage.getItem(name), KEY)).toBeNull();

  const heard: string[] = [];
  const next = createServer((request, response) => {
    heard.push(JSON.stringify([request.url, request.rawHeaders]));
    response.end('{"authorised":true,"proof":"0"}');
  });
  next.on('upgrade', (request, socket) => {
    heard.push(JSON.stringify([request.url, request.rawHeaders]));
    socket.destroy();
  });
  await new Promise<void>((resolve) => next.listen(own.port, 'localhost', resolve));
  onTestFinished(() => {
    next.closeAllConnections();
    next.close();
  });
  await page.page.getByText('The relay of this tab has ended').waitFor();
  await page.status.getByText('relay ended').waitFor();
  expect(heard.join('\n')).toContain('/api/proof');
  expect(heard.join('\n')).not.toContain(key);
  expect(await page.page.evaluate(() => [JSON.stringify({ ...sessionStorage }), 'same' in window])).toEqual([
    expect.not.stringContaining(key),
    true,
  ]);
  await page.expectAccessible();
  await page.close(GONE);
});

test('at localhost, a service worker that another program left does not get the session, and is gone', async () => {
  const squatter = await startSquatter();
  onTestFinished(() => squatter.close());
  const page = await openLifeline('about:blank');
  await visit(page.context, squatter);
  await squatter.leave();
  const late = await startRelayProcess(['--localhost'], { port: squatter.port });
  onTestFinished(() => late.remove());
  expect(late.port).toBe(squatter.port);

  await page.page.goto(late.url);
  await page.page.getByText('A service worker was registered for this port').waitFor();
  await page.page.getByRole('textbox', { name: 'Printed URL' }).waitFor();
  expect(page.page.url()).toBe(`${late.origin}/`);
  const state = (): Promise<unknown> =>
    page.page.evaluate(async () => ({
      registered: (await navigator.serviceWorker.getRegistrations()).length,
      controlled: navigator.serviceWorker.controller !== null,
    }));
  await expect.poll(state).toEqual({ registered: 0, controlled: false });

  // The token it saw is worth nothing, and the fresh one is out of its sight.
  await expect.poll(() => late.addresses.length).toBe(2);
  await page.page.goto(late.addresses[1] ?? '');
  await connected(page);
  const key = await page.page.evaluate((name) => sessionStorage.getItem(name), KEY);
  expect(key).toMatch(/^[\w-]{43}$/);
  // The page may have got rid of the worker before it gave the token up.
  expect(squatter.told.filter((each) => each.startsWith('/api/enter') && each !== '/api/enter 204 ')).toEqual([]);
  expect(squatter.told.join('\n')).not.toContain(key);
  await page.close(REFUSED);
});

test('at localhost, pages and scripts that another program left in the browser’s cache do not run', async () => {
  const index = readFileSync(new URL('../../dist/web/index.html', import.meta.url), 'utf8');
  const cached = /src="\.(\/assets\/first-[^"]+\.js)"/.exec(index)?.[1] ?? '';
  const squatter = await startSquatter({ cached });
  onTestFinished(() => squatter.close());
  const page = await openLifeline(`http://localhost:${squatter.port}/`);
  await expect.poll(() => squatter.told).toHaveLength(2);
  await squatter.leave();
  const late = await startRelayProcess(['--localhost'], { port: squatter.port });
  onTestFinished(() => late.remove());
  expect(late.port).toBe(squatter.port);

  await page.page.goto(late.url);
  await connected(page);
  expect(page.page.url()).toBe(`${late.origin}/`);
  await page.page.reload();
  await connected(page);
  expect(squatter.told).toHaveLength(2);
  // The icon of a page that is not ours, which may be asked for once its server is gone.
  await page.close(/status of 404|favicon|ERR_CONNECTION_REFUSED/);
});

test('at localhost, the browser’s own search for a newer worker ends one that keeps our page away', async () => {
  const squatter = await startSquatter({ own: true });
  onTestFinished(() => squatter.close());
  const page = await openLifeline('about:blank');
  await visit(page.context, squatter);
  await squatter.leave();
  const late = await startRelayProcess(['--localhost'], { port: squatter.port });
  onTestFinished(() => late.remove());

  await page.page.goto(`${late.origin}/`);
  // Its own page at first; the worker of the relay loads the page anew and leaves.
  await page.page.getByRole('textbox', { name: 'Printed URL' }).waitFor();
  await page.page.goto(late.url);
  await connected(page);
  // The icon of a page that is not ours.
  await page.close(/status of 40[134]/);
});

test('text becomes neither markup nor the address of a script, but by the policies of the page', async () => {
  const page = await openLifeline(relay.url);
  await connected(page);
  const refused = await page.page.evaluate(() =>
    [
      () => void (document.createElement('div').innerHTML = '<b>x</b>'),
      () => void new Worker('data:text/javascript,0'),
      () => void new Worker('http://127.0.0.1:1/x.js'),
    ].map((make) => {
      try {
        make();
        return 'made';
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    }),
  );
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError']);
  await page.close(/TrustedHTML|TrustedScript|Trusted Type/i);
});
