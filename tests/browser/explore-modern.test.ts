/** The panels for what a server offers, in the per-request era: the v2 SDK and the tasks extension, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSdkV2, startTasks2026, type RunningServer } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

/** One page; each test has a session of its own in it. */
let page: Lifeline;
let relay: RelayProcess;
let sdk: RunningServer;
let tasks: RunningServer;
beforeAll(async () => {
  [relay, sdk, tasks] = await Promise.all([startRelayProcess(), startSdkV2('modern'), startTasks2026()]);
  page = await openLifeline(relay.url);
});
afterAll(async () => {
  await page.close();
  await Promise.all([relay.remove(), sdk.close(), tasks.close()]);
});

async function connect(server: RunningServer, route: 'direct' | 'relay'): Promise<void> {
  await page.connectHttp(server.url, route);
  await page.operating();
  await (await page.panelTab({ name: /^Tools \d/ })).waitFor();
}
async function choose(tab: RegExp, name: RegExp): Promise<void> {
  await page.tab(tab);
  await page.dock.getByRole('button', { name }).first().click();
}
async function call(tool: RegExp): Promise<void> {
  await choose(/^Tools/, tool);
  await page.dock.getByRole('button', { name: 'Call tool' }).click();
}

test.each(['direct', 'relay'] as const)('a subscription to a resource brings its updates (%s)', async (route) => {
  await connect(sdk, route);
  const { dock } = page;
  await choose(/^Resources/, /^Notes/);
  await dock.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await dock.getByRole('button', { name: 'Unsubscribe' }).waitFor();
  await page
    .row(/notifications\/subscriptions\/acknowledged/)
    .last()
    .waitFor();
  await call(/^touch/);
  await page.tab(/^Resources/);
  await dock.getByText('Updated once').waitFor();
  await page.tab(/^Server$/);
  const open = dock.getByRole('list', { name: 'Subscriptions' });
  await open.getByText(/resourceSubscriptions/).waitFor();
  await open.getByText('accepted', { exact: true }).last().waitFor();
  await page.expectAccessible();
  await page.tab(/^Resources/);
  await dock.getByRole('button', { name: 'Unsubscribe' }).click();
  await dock.getByRole('button', { name: 'Subscribe', exact: true }).waitFor();
  page.expectNoErrors();
});

test('why the era was taken, caching hints, and tools that must be left out', async () => {
  await connect(sdk, 'relay');
  const { dock } = page;
  await page.tab(/^Server$/);
  await dock.getByText(/Stateless protocol: the server supports server\/discover/).waitFor();
  await dock.getByText('fresh for 1 min, public').waitFor();
  await dock.getByRole('button', { name: 'Repeat server/discover' }).click();
  await dock.getByText(/^response in/).waitFor();
  await choose(/^Tools/, /^broken-header\b/);
  await dock.getByText('Excluded.').waitFor();
  await dock.getByText('Not A Token').waitFor();
  expect(await dock.getByRole('button', { name: 'Call tool' }).count()).toBe(0);
  await dock.getByRole('button', { name: 'Call anyway' }).waitFor();
  await page.expectAccessible();
  await choose(/^Tools/, /^region/);
  await dock.getByText('also sent as header Mcp-Param-Region').waitFor();
  await choose(/^Resources/, /^untyped/);
  await dock.getByRole('button', { name: 'Read', exact: true }).click();
  await dock.getByText('no MIME type').waitFor();
  await dock.getByText(/00 01 02 03 ff/).waitFor();
  await dock.getByText('fresh for 500 ms, private').waitFor();
  page.expectNoErrors();
});

test('a result that asks for input leads to where it is given; a list that changed says how', async () => {
  await connect(sdk, 'relay');
  const { dock } = page;
  await call(/^order/);
  await dock.getByText('Which size of tea?').first().waitFor();
  await call(/^add/);
  await dock.getByRole('textbox', { name: 'a', exact: true }).fill('1');
  await dock.getByRole('textbox', { name: 'b', exact: true }).fill('2');
  await dock.getByRole('button', { name: 'Call tool' }).click();
  await dock.getByText('structuredContent matches the output schema.').waitFor();
  await call(/^change-lists/);
  await dock.getByText('What changed: 1 added').waitFor();
  page.expectNoErrors();
});

test('a task of the extension is followed to its result, its error, and its questions', async () => {
  await connect(tasks, 'relay');
  const { dock } = page;
  await call(/^slow$/);
  await dock.getByText('Continues as a task').waitFor();
  await dock.getByText('the work is done').first().waitFor();
  await dock.getByRole('combobox', { name: 'fail' }).selectOption('protocol');
  await dock.getByRole('button', { name: 'Call tool' }).click();
  await dock.getByText('Internal error').first().waitFor();
  await dock.getByRole('combobox', { name: 'ask' }).selectOption('true');
  await dock.getByRole('combobox', { name: 'fail' }).selectOption({ index: 0 });
  await dock.getByRole('button', { name: 'Call tool' }).click();
  await dock.getByText('The task needs input to continue.').waitFor();
  await dock.getByRole('button', { name: 'Show task' }).click();
  await dock
    .getByText(/input required/)
    .first()
    .waitFor();
  await dock.getByRole('button', { name: 'Subscribe to updates' }).click();
  await page
    .row(/notifications\/tasks/)
    .last()
    .waitFor();
  await dock.getByRole('button', { name: 'Unsubscribe' }).waitFor();
  await dock.getByRole('button', { name: 'Cancel task' }).click();
  await dock.getByText(/cancelled: cancelled by the client/).waitFor();
  await expect.poll(() => dock.getByRole('list', { name: 'Tasks' }).getByRole('listitem').count()).toBe(3);
  page.expectNoErrors();
});
