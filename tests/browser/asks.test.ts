/** What the server asks, answered by a person in the page: in rounds, by requests of its own, by pages to open, by a model. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SDK_V2, startSdkV1, type RunningServer } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

/** One page for all tests. What asks nothing of how its session stands goes on in the one before. */
let page: Lifeline;
let relay: RelayProcess;
let v1: RunningServer;
beforeAll(async () => {
  [relay, v1] = await Promise.all([startRelayProcess(), startSdkV1()]);
  page = await openLifeline(relay.url);
});
afterAll(async () => {
  await page.close();
  await Promise.all([relay.remove(), v1.close()]);
});

const MODERN = `"${process.execPath}" "${SDK_V2}" --mode modern`;

/** Call a tool with the arguments its form begins with. */
async function call(name: string): Promise<void> {
  await page.tab(/^Tools/);
  const list = page.dock.getByRole('tabpanel').getByRole('listitem');
  await list
    .getByRole('button', { name: new RegExp(`^${name}( |$)`) })
    .first()
    .click();
  await page.dock.getByRole('button', { name: 'Call tool' }).click();
}

/** The last result of tools/call, as its details show it. */
async function showResult(): Promise<void> {
  await page.select(page.row(/result of tools\/call/).last());
  await page.detailTab('Message');
}

/** Waits until the last result says this; the editor breaks lines where it likes. */
async function expectResult(text: string): Promise<void> {
  const wanted = text.replace(/\s/g, '');
  const shown = async (): Promise<string> => {
    await showResult();
    return ((await page.details.textContent()) ?? '').replace(/\s/g, '');
  };
  await expect.poll(shown).toContain(wanted);
}

test('a multi round-trip elicitation, round by round', async () => {
  await page.waitForDiscover();
  await page.connectStdio(MODERN);
  await page.operating();
  await call('order');
  await page.row(/result of tools\/call .*needs input: size/).waitFor();

  await page.tab(/^Server requests/);
  await page.dock.getByText('Which size of tea?').waitFor();
  await page.dock.getByText(/requestState .* is returned unchanged/).waitFor();
  await page.dock.getByRole('combobox', { name: /size/ }).selectOption({ label: 'large' });
  await page.expectAccessible();
  await page.dock.getByRole('button', { name: 'Send answer' }).click();

  await page.dock.getByText('A large tea?').waitFor();
  await page.dock.getByText('needs input, round 2').waitFor();
  await page.dock.getByRole('button', { name: 'Send answer' }).click();
  await page.dock.getByText('No pending server requests.').waitFor();

  await expectResult('ordered: large tea');
  await page.detailTab('Call');
  const steps = page.details.getByRole('list', { name: 'Operation events' }).getByRole('listitem');
  await expect.poll(() => steps.count()).toBe(6);
  expect(await steps.nth(3).textContent()).toMatch(/needs input: confirm/);
  expect(await steps.nth(4).textContent()).toMatch(/provides confirm/);
  page.expectNoErrors();
});

test('two questions of one result are answered together, and one can be declined', async () => {
  await call('ask-model');
  await page.tab(/^Server requests/);
  await page.dock.getByRole('region', { name: 'roots' }).getByRole('button', { name: 'Add root' }).click();
  await page.dock.getByRole('region', { name: 'reply' }).getByRole('textbox', { name: 'Text' }).fill('Hello there');
  await page.dock.getByRole('button', { name: 'Send all answers' }).click();
  await page.row(/request tools\/call .*provides reply, roots/).waitFor();
  await expectResult('Hello there');

  // Where the call waits, too.
  await call('form');
  // What is pending takes longer without an event that says so.
  await page.select(page.row(/request tools\/call/).last());
  const took = page.details.getByText(/ so far/).first();
  const first = await took.textContent();
  await expect.poll(() => took.textContent()).not.toBe(first);
  await page.dock.getByRole('radio', { name: 'Decline' }).check();
  await page.dock.getByRole('button', { name: 'Send answer' }).click();
  await page.dock.getByRole('button', { name: 'Send answer' }).waitFor({ state: 'detached' });
  await expectResult('decline');
  page.expectNoErrors();
});

test('the goodbye that no revision defines is sent only when switched on, and is marked', async () => {
  await page.tab(/^Server requests/);
  const goodbye = page.dock.getByRole('checkbox', { name: /Send notifications\/closed on close/ });
  expect(await goodbye.isChecked()).toBe(false);
  await goodbye.check();
  await page.menu('Disconnect');
  const row = page.row(/notification notifications\/closed not in the protocol/);
  await page.select(row);
  await page.details.getByText('Not in the protocol: notifications/closed').waitFor();
  const advice = page.details.getByRole('region', { name: 'Schema check' });
  await advice.getByText('No revision defines "notifications/closed".').waitFor();
  await page.details
    .getByText(/MCP has no goodbye message/)
    .first()
    .waitFor();
  page.expectNoErrors();
});

test('a page to open: shown whole, opened by a click, reported as done', async () => {
  await page.connectHttp(v1.url, 'relay');
  await page.operating();
  await call('elicit-url');
  await page.tab(/^Server requests/);
  await page.dock.getByText('Open the page and consent').waitFor();
  await page.dock.getByText(new URL(v1.url).host, { exact: true }).waitFor();
  await page.expectAccessible();
  expect(page.context.pages()).toHaveLength(1);
  const opened = page.context.waitForEvent('page');
  await page.dock.getByRole('button', { name: `Open http://${new URL(v1.url).host} and accept` }).click();
  const consent = await opened;
  await consent.waitForURL((url) => url.host === new URL(v1.url).host);
  expect(await consent.evaluate(() => window.opener === null)).toBe(true);
  await consent.close();
  await page
    .row(/result of tools\/call/)
    .last()
    .waitFor();
  await page
    .row(/notifications\/elicitation\/complete/)
    .first()
    .waitFor();

  // The other way to ask for a page: an error that lists it.
  await call('url-required');
  await page.row(/error −32042/).waitFor();
  await page.tab(/^Server requests/);
  await page.dock.getByRole('list', { name: 'Pages to open' }).getByRole('button').click();
  await page.dock.getByText('Open the page first').waitFor();
  await page.expectAccessible();
  const second = page.context.waitForEvent('page');
  await page.dock.getByRole('button', { name: `Open http://${new URL(v1.url).host}` }).click();
  // The server knows once it was asked for the page.
  await (await second).waitForURL((url) => url.host === new URL(v1.url).host);
  await (await second).close();
  await page.dock.getByText(/The server reported completion at/).waitFor();
  await page.dock.getByRole('button', { name: 'Retry the request' }).click();
  await page
    .row(/result of tools\/call #\d+, [^,]+, "/)
    .last()
    .waitFor();
  page.expectNoErrors();
});

test('sampling by hand, with a tool used by hand', async () => {
  await call('sample-tools');
  await page.dock.getByText('What is the weather in Oslo?').waitFor();
  await page.dock.getByText('small', { exact: true }).waitFor();
  await page.dock.getByRole('button', { name: 'Add', exact: true }).click();
  await page.dock.getByRole('region', { name: 'weather call_1' }).getByRole('textbox', { name: /city/ }).fill('Oslo');
  await page.expectAccessible();
  await page.dock.getByRole('button', { name: 'Send answer' }).click();
  // The server ran the tool and asks again, with the result.
  await page.dock
    .getByText(/tool_result/)
    .first()
    .waitFor();
  await page.dock.getByRole('textbox', { name: 'Text' }).fill('It rains in Oslo');
  await page.dock.getByRole('button', { name: 'Send answer' }).click();
  await page
    .row(/result of tools\/call/)
    .last()
    .waitFor();
  await expectResult('It rains in Oslo');
  page.expectNoErrors();
});

test('sampling by a model, whose key is in no recording', async () => {
  const asked: string[] = [];
  const model = createServer((req, res) => {
    asked.push(req.headers.authorization ?? '');
    const message = { role: 'assistant', content: 'Hello from the model' };
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ model: 'tiny-1', choices: [{ message, finish_reason: 'stop' }] }));
  }).listen(0, '127.0.0.1');
  await once(model, 'listening');
  const address = model.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  await page.connectHttp(v1.url, 'relay');
  await page.operating();
  await page.tab(/^Server requests/);
  await page.dock.getByRole('combobox', { name: 'sampling/createMessage' }).selectOption('ask a language model');
  // As fast as anyone may type: each change keeps the ones before, of which the relay has not told yet.
  await page.dock.getByLabel('Endpoint', { exact: true }).waitFor();
  await page.dock.evaluate(
    (dock, values) => {
      const fields = [...dock.querySelectorAll('label')].filter(({ textContent }) => textContent in values);
      for (const { control, textContent } of fields) {
        (control as HTMLInputElement).value = values[textContent] ?? '';
        control?.dispatchEvent(new Event('change', { bubbles: true }));
      }
    },
    {
      Endpoint: `http://127.0.0.1:${port}/v1`,
      Model: 'tiny',
      'API key': 'sk-not-to-be-seen',
    } as { readonly [label: string]: string },
  );
  await page.expectAccessible();
  await call('sample');
  await page.row(/result of sampling\/createMessage/).waitFor();
  await page
    .row(/result of tools\/call/)
    .last()
    .waitFor();
  await expectResult('Hello from the model');
  expect(asked).toEqual(['Bearer sk-not-to-be-seen']);
  const stored = await page.page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain('sk-not-to-be-seen');
  const saved = await page.save('with secrets');
  let recording = '';
  for await (const piece of await saved.createReadStream()) recording += String(piece);
  expect(recording).toContain('Hello from the model');
  expect(recording).not.toContain('sk-not-to-be-seen');

  // A model that is gone leaves the request to the person, and says so.
  model.closeAllConnections();
  model.close();
  await once(model, 'close');
  await call('sample');
  await page.problem.getByText('No response from the model').waitFor();
  await page.tab(/^Server requests/);
  await page.dock
    .getByRole('button', { name: /^sampling\/createMessage #/ })
    .first()
    .click();
  await page.dock.getByRole('textbox', { name: 'Text' }).fill('By hand');
  await page.dock.getByRole('button', { name: 'Send answer' }).click();
  await page.problem.filter({ hasText: 'No response from the model' }).waitFor({ state: 'detached' });
  page.expectNoErrors();
});

test('roots that are edited while the session runs are announced', async () => {
  await page.connectHttp(v1.url, 'relay');
  await page.operating();
  await page.tab(/^Server requests/);
  await page.dock.getByRole('button', { name: 'Add root' }).click();
  await page
    .row(/notifications\/roots\/list_changed/)
    .first()
    .waitFor();
  await call('roots');
  await page
    .row(/result of roots\/list/)
    .first()
    .waitFor();
  await page
    .row(/result of tools\/call/)
    .last()
    .waitFor();
  await expectResult('file:///');
  page.expectNoErrors();
});

test('a request of the server becomes a task of this client, answered later', async () => {
  await page.newConnection();
  await page.page.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  await page.page.getByRole('textbox', { name: 'URL' }).fill(v1.url);
  await page.page.getByText('Advanced: timeouts').click();
  await page.page
    .getByRole('textbox', { name: 'Capabilities' })
    .fill('{"sampling":{},"tasks":{"requests":{"sampling":{"createMessage":{}}}}}');
  await page.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.operating();
  await call('sample-task');
  await page.tab(/^Server requests/);
  await page.dock.getByText('Take a minute').waitFor();
  await page.dock.getByRole('radio', { name: 'Task' }).check({ force: true });
  await page.dock.getByRole('button', { name: 'Send as typed' }).click();
  await page.dock.getByText('The server asks about a task of this client.').waitFor();
  const result = page.dock.getByRole('textbox', { name: 'Result as JSON' });
  await result.fill((await result.inputValue()).replace('working', 'completed'));
  await page.dock.getByRole('button', { name: 'Send as typed' }).click();
  await page.row(/request tasks\/result/).waitFor();
  await result.fill('{"role":"assistant","content":{"type":"text","text":"Later"},"model":"by-hand"}');
  await page.dock.getByRole('button', { name: 'Send as typed' }).click();
  await page
    .row(/result of tools\/call/)
    .last()
    .waitFor();
  await expectResult('Later');
  page.expectNoErrors();
});
