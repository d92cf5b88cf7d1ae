/** HTTP servers that misbehave after they behaved: what a session says of the cause, directly from the page and through the relay. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startHttpMisbehave, type RunningServer } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
let server: RunningServer;
/** One page for all: each test makes a session of its own. */
let page: Lifeline;
beforeAll(async () => {
  [relay, server] = await Promise.all([startRelayProcess(), startHttpMisbehave('html')]);
  page = await openLifeline(relay.url);
});
afterAll(async () => {
  await page.context.close();
  await Promise.all([relay.remove(), server.close()]);
});

let sessions = 0;
/** A session whose tool list meets the fault. The address is new: the server counts by it. */
async function listing(mode: string, route: 'direct' | 'relay'): Promise<void> {
  // A browser asks no server/discover that this server allows, so the list is one POST earlier.
  const after = route === 'direct' ? 2 : 3;
  await page.connectHttp(`${server.url}?mode=${mode}&after=${after - 1}&n=${sessions++}`, route);
  onTestFinished(() => void page.errors.splice(0));
}
const row = (name: RegExp): Promise<void> => page.row(name).last().waitFor();

const UNREACHED = /The server cannot be reached/;

test.each(['error-without-cors', 'stream-without-cors', 'redirect-loop', 'reset', 'two-lengths'])(
  'directly, %s is told as a response that the browser keeps back, after good answers of the same server',
  async (mode) => {
    await listing(mode, 'direct');
    await row(/The browser blocked or lost the response/);
    await row(/tools\/list.*no response/);
    await page.problem.getByText('The browser does not say why this response is missing.').waitFor();
    expect(await page.row(UNREACHED).count()).toBe(0);
  },
);

test('directly, a redirect that the browser follows with GET is told with what it may have sent', async () => {
  await listing('301', 'direct');
  await row(/→ http:.*\/elsewhere \(the browser hides the hops before it; after 301, 302 or 303 it sends GET\)/);
  await row(/POST → 405/);
});

test('directly, a body that does not decompress is told as one whose cause the browser hides', async () => {
  await listing('not-gzip', 'direct');
  await row(/connection lost .*network error \(the browser does not say why\)/);
});

test('directly, a server that is gone is one that cannot be reached', async () => {
  const gone = await startHttpMisbehave('html');
  await gone.close();
  await page.connectHttp(gone.url, 'direct');
  await page.problem.getByText('Connection refused').waitFor();
  page.errors.splice(0);
});

describe.each(['direct', 'relay'] as const)('%s', (route) => {
  test('202 to a request is no response once the stream is refused', async () => {
    await listing('202-request', route);
    await row(/tools\/list.*no response/);
    await page.status.getByRole('button', { name: /finding/ }).waitFor();
  });

  test.each(['wrong-type', 'text-type', 'html-type'])('%s is a finding', async (mode) => {
    await listing(mode, route);
    await row(/result of tools\/list.*/);
    await page.status.getByRole('button', { name: /finding/ }).waitFor();
  });

  test('the reason phrase of the server is shown', async () => {
    await listing('own-phrase', route);
    await row(/→ 400 Tenant is asleep/);
  });
});

test.each([
  ['429', 'Too many requests (429)', '30 s', 'Only 3 requests a minute.'],
  ['503', 'The server is unavailable (503)', 'Fri, 31 Dec 2027 23:59:59 GMT', 'Back soon.'],
])('%s says how long to wait, directly too where the header is exposed', async (mode, title, wait, said) => {
  for (const route of ['direct', 'relay'] as const) {
    await page.connectHttp(`${server.url}?mode=${mode}&after=0&n=${sessions++}`, route);
    await page.problem.getByText(title).waitFor();
    await page.problem.getByText(wait).waitFor();
    await page.problem.getByText(said).waitFor();
  }
  page.errors.splice(0);
});
