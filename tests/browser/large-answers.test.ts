/** Answers of millions of characters and a hundred thousand values: the page has what is in them, and shows what comes after. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STDIO_LARGE } from '../fixtures/start.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(() => relay.remove());

test('100,000 tools of one answer are listed, and what follows an answer of 150,000 numbers is shown', async () => {
  const page = await openLifeline(relay.url);
  await page.connectStdio(`"${process.execPath}" "${STDIO_LARGE}"`);
  await page.operating();
  await page.tab(/^Tools/);
  await page.dock.getByText('100,000', { exact: false }).first().waitFor();
  await page.dock.getByRole('searchbox').fill('tool-99999');
  await page.dock.getByRole('button', { name: 'tool-99999' }).waitFor();

  await page.compose('{"jsonrpc":"2.0","id":500,"method":"tools/call","params":{"name":"tool-1"}}');
  await page.send();
  await page.row(/result of tools\/call.*#500/).waitFor();
  await page.compose('{"jsonrpc":"2.0","id":501,"method":"ping"}');
  await page.send();
  await page.row(/result of ping #501/).waitFor();
  const before = await page.events();

  await page.page.reload();
  await page.row(/result of ping #501/).waitFor();
  await expect.poll(() => page.events()).toBe(before);
  await page.close();
});
