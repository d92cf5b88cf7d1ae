/** The relay is stopped under an open page, goes on, and dies: nothing that a person pressed is lost without a word. */
import { renameSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { fetchedWhole } from './fetched-whole.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

/** What the browser itself reports of a relay that is not there. */
const GONE = /ERR_CONNECTION_REFUSED|WebSocket connection|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

let relay: RelayProcess;
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(() => relay.remove());

async function ping(page: Lifeline, id: number): Promise<void> {
  await page.compose(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
  await page.send();
}

test('a relay that stands still is noticed, and what was sent arrives when it goes on', async () => {
  const page = await openLifeline(relay.url, { fetchAhead: true });
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  // What it fetches while its relay dies would be an error of its own.
  await fetchedWhole(page);
  await ping(page, 500);
  await page.row(/result of ping #500/).waitFor();
  await page.status.getByText('connected', { exact: true }).waitFor();

  relay.child.kill('SIGSTOP');
  await ping(page, 501);
  await page.status.getByText('relay not responding').waitFor();
  await page.page.getByText('The relay is not responding').waitFor();
  await page.status.getByText('1 message is waiting for the relay.').waitFor();
  await page.status.getByText('last known: connected').waitFor();
  expect(await page.status.getByText('recording to disk').count()).toBe(0);
  // What is pressed now waits too.
  await ping(page, 502);
  await page.status.getByText('2 messages are waiting for the relay.').waitFor();
  expect(await page.row(/ping #50[12]/).count()).toBe(0);
  await page.expectAccessible();

  relay.child.kill('SIGCONT');
  await page.row(/result of ping #501/).waitFor();
  await page.row(/result of ping #502/).waitFor();
  await page.status.getByText('relay connected').waitFor();
  await page.status.getByText('connected', { exact: true }).waitFor();
  await expect.poll(() => page.page.getByText(/waits? for the relay/).count()).toBe(0);

  // It dies while something waits: that is said, with what it was.
  relay.child.kill('SIGSTOP');
  await ping(page, 503);
  await page.status.getByText('1 message is waiting for the relay.').waitFor();
  await relay.kill('SIGKILL');
  await page.page.getByText('This may not have arrived: ping').waitFor();
  await page.status.getByText('relay lost').waitFor();
  await page.status.getByText('last known: connected').waitFor();
  await page.close(GONE);
});

test('where a session is recorded says what is true: from where on it is not, and that it is again', async () => {
  const own = await startRelayProcess();
  onTestFinished(() => own.remove());
  const page = await openLifeline(own.url);
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  await page.status.getByText('recording to disk').waitFor();
  const [path = ''] = own.recordings();
  renameSync(path, `${path}.away`);
  await page.status.getByText('not recorded since event 0').waitFor();
  expect(await page.status.getByText('recording to disk').count()).toBe(0);
  await page.problem.getByText('The recording file is gone').waitFor();
  renameSync(`${path}.away`, path);
  await page.status.getByText('recording to disk').waitFor();
  await expect.poll(() => page.problem.count()).toBe(0);
  await page.close();
});
