/** The relay dies and comes back under an open page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(() => relay.remove());

test('everything stays, and the page goes on with the new relay', async () => {
  const page = await openLifeline(relay.url);
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  await page.compose('{"jsonrpc":"2.0","id":500,"method":"ping"}');
  await page.send();
  await page.row(/result of ping #500/).waitFor();
  const before = await page.events();

  await relay.kill('SIGKILL');
  await page.page.getByText('The relay does not answer.').waitFor();
  await page.row(/result of ping #500/).waitFor();
  expect(await page.events()).toBe(before);

  // A new launch has a new key, which this browser does not have yet.
  relay = await startRelayProcess([], relay);
  await page.page.getByText('this browser does not have its key').waitFor();

  // Opening the printed address anywhere in this browser is enough; the old page goes on by itself.
  const other = await page.context.newPage();
  await other.goto(relay.url);
  await other.close();
  await page.status.getByText('relay connected').waitFor();
  await expect.poll(() => page.events()).toBe(before);

  // The dead relay's recording is still there: a reload finds the session again.
  await page.page.reload();
  await page.row(/result of ping #500/).waitFor();
  await expect.poll(() => page.events()).toBe(before);

  // And a new session works.
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  await page.close(/ERR_CONNECTION_REFUSED|WebSocket connection|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
});
