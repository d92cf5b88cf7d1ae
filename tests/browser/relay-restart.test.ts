/** The relay dies and comes back under an open page. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { fetchedWhole } from './fetched-whole.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';
import { gotoSignedIn } from './signed-in.mjs';

useBrowser();

/** What the browser itself reports of a relay that is not there. */
const GONE = /ERR_CONNECTION_REFUSED|WebSocket connection|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

let relay: RelayProcess;
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(() => relay.remove());

test('everything stays, and the page of the new relay goes on with it', async () => {
  const page = await openLifeline(relay.url, { fetchAhead: true });
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  await page.compose('{"jsonrpc":"2.0","id":500,"method":"ping"}');
  await page.send();
  await page.row(/result of ping #500/).waitFor();
  await fetchedWhole(page);
  const before = await page.events();

  await relay.kill('SIGKILL');
  await page.page.getByText('Lost connection to the relay').waitFor();
  await page.row(/result of ping #500/).waitFor();
  expect(await page.events()).toBe(before);

  // A new launch is at an address of its own: the page of the old one keeps what it has, and says so.
  relay = await startRelayProcess([], relay);
  await page.page.getByText('The relay of this tab has ended').waitFor();
  expect(await page.events()).toBe(before);

  // The dead relay's recording is there for the new one's page, in the same tab if need be.
  await gotoSignedIn(page.page, relay.url);
  await page.status.getByText('relay connected').waitFor();
  await page.page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.page
    .getByRole('region', { name: 'Library' })
    .getByRole('row', { name: /stdio · disk/ })
    .dblclick();
  await page.row(/result of ping #500/).waitFor();
  await expect.poll(() => page.events()).toBe(before);

  // And a new session works.
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  await page.close(new RegExp(`${GONE.source}|status of 403`));
});

test('without the relay, what was not opened before opens: the page has fetched itself whole', async () => {
  const page = await openLifeline(relay.url, { fetchAhead: true });
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  await fetchedWhole(page);
  await relay.kill('SIGKILL');
  await page.page.getByText('Lost connection to the relay').waitFor();

  // The editor and its worker: the mistake in the text is underlined, which the worker finds.
  await page.compose('{"jsonrpc":"2.0",}');
  await page.dock.locator('.squiggly-error').first().waitFor();
  // A dialog with a worker of its own, which reads the session.
  const saved = await page.save('without secrets');
  expect(saved.suggestedFilename()).toMatch(/\.mcprec/);
  // The page that shows an exported recording comes from the relay as well.
  await page.status.getByRole('button', { name: 'Share…' }).click();
  const dialog = page.page.getByRole('dialog', { name: 'Share this session' });
  await dialog.getByRole('radio', { name: 'Web page' }).check();
  const download = page.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  const exported = await download;
  expect(exported.suggestedFilename()).toMatch(/\.html$/);
  // Base64 of what gzip begins a file with.
  expect(await text(await exported.createReadStream())).toContain('id="lifeline-recording">H4sI');
  await page.page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.page.getByRole('region', { name: 'Library' }).waitFor();
  await page.close(GONE);
});
