/** What is named on the command line is connected before the page is there, and shown at once. */
import { expect, onTestFinished, test } from 'vitest';
import { startHttpService, STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startRelayProcess } from './relay-process.ts';

useBrowser();

test('a command is connected and shown', async () => {
  const relay = await startRelayProcess(['--', process.execPath, STDIO_MISBEHAVE]);
  onTestFinished(() => relay.remove());
  const page = await openLifeline(relay.url);
  await page.operating();
  await (await page.panelTab({ name: /^Tools \d/ })).waitFor();
  await page.close();
});

test('an address is connected with its query', async () => {
  const server = await startHttpService();
  onTestFinished(() => server.close());
  const relay = await startRelayProcess([server.url]);
  onTestFinished(() => relay.remove());
  const page = await openLifeline(relay.url);
  await page.operating();
  expect(server.url).toContain('api_key=');
  await page.close();
});
