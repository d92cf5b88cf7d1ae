/** The panels for what a server offers, in the handshake era: against the fixture on the v1 SDK over stdio. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FOLDERS, SDK_V1 } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

/** One page and, but for the last test, one session: the first test counts what was read to discover, the last but one disconnects. */
let relay: RelayProcess;
let page: Lifeline;
beforeAll(async () => {
  relay = await startRelayProcess();
  page = await openLifeline(relay.url);
});
afterAll(async () => {
  await page.close();
  await relay.remove();
});

async function connect(server: string): Promise<void> {
  await page.waitForDiscover();
  await page.connectStdio(`"${process.execPath}" "${server}"`);
  await page.operating();
}

/** Choose an entry of a list by its name. */
async function choose(tab: RegExp, name: RegExp): Promise<void> {
  await page.tab(tab);
  await page.dock.getByRole('button', { name }).first().click();
}
async function call(tool: RegExp): Promise<void> {
  await choose(/^Tools/, tool);
  await page.dock.getByRole('button', { name: 'Call tool' }).click();
}

test('a list is read page by page, or all at once', async () => {
  await connect(SDK_V1);
  const { dock } = page;
  await page.tab(/^Resources/);
  await dock.getByText('6 resources · 2 resource templates').waitFor();
  await dock.getByRole('button', { name: 'Refresh list' }).click();
  await dock.getByText('1 page fetched so far; there are more.').waitFor();
  await dock.getByText('4 resources · 2 resource templates').waitFor();
  await dock.getByRole('button', { name: 'Fetch next page' }).click();
  await dock.getByText('6 resources · 2 resource templates').waitFor();
  await dock.getByRole('button', { name: 'Refresh list' }).click();
  await dock.getByText('4 resources · 2 resource templates').waitFor();
  await dock.getByRole('button', { name: 'Fetch all pages' }).click();
  await dock.getByText('6 resources · 2 resource templates').waitFor();
  await dock.getByRole('button', { name: 'Fetch all pages' }).waitFor({ state: 'detached' });
  // One request a page: two to discover, two by single pages, two for all.
  const filter = await page.filterField();
  await filter.fill('method:resources/list dir:c2s');
  await expect.poll(() => page.row(/request resources\/list/).count()).toBe(6);
  await filter.fill('');
  // Read again and found the same: nothing changed.
  expect(await dock.getByText(/What changed/).count()).toBe(0);
});

test('a resource template whose variables the server completes, each in the context of the others', async () => {
  const { dock } = page;
  await choose(/^Resources/, /^Weather/);
  await dock.getByRole('combobox', { name: 'country' }).pressSequentially('por');
  await dock.getByRole('option', { name: 'portugal' }).click();
  await expect.poll(() => dock.getByRole('combobox', { name: 'country' }).inputValue()).toBe('portugal');
  // Only the cities of that country are proposed; the keyboard chooses.
  const city = dock.getByRole('combobox', { name: 'city' });
  await city.focus();
  await city.press('ArrowDown');
  await dock.getByRole('option', { name: 'Braga' }).waitFor();
  await expect
    .poll(() => dock.getByRole('listbox').getByRole('option').allTextContents())
    .toEqual(['Braga', 'Lisbon', 'Porto'].map((each) => expect.stringContaining(each)));
  await page.expectAccessible();
  await city.press('ArrowDown');
  await city.press('ArrowDown');
  await city.press('Enter');
  await dock.getByText('weather://portugal/Lisbon').first().waitFor();
  await dock.getByRole('button', { name: 'Read', exact: true }).click();
  await dock.getByText('Rain in Lisbon, portugal').first().waitFor();
  // The form and the JSON are one text.
  await dock.getByRole('radio', { name: 'JSON' }).check({ force: true });
  await expect.poll(() => dock.getByRole('textbox', { name: 'Variables' }).count()).toBe(1);
});

test('an argument of a prompt is completed too', async () => {
  await choose(/^Prompts/, /^travel/);
  await page.dock.getByRole('combobox', { name: 'country' }).fill('nor');
  await page.dock.getByRole('option', { name: 'norway' }).click();
  await page.dock.getByRole('button', { name: 'Get prompt' }).click();
  await page.dock.getByText('Plan a journey to a city in norway').first().waitFor();
  await page.dock.getByText('assistant').first().waitFor();
});

test('a task is followed to its result', async () => {
  const { dock } = page;
  await choose(/^Tools/, /^task$/);
  await dock.getByText('Request options').click();
  await dock.getByRole('checkbox', { name: 'As task' }).check();
  await dock.getByRole('textbox', { name: 'Keep the task (ms)' }).fill('60000');
  await dock.getByRole('button', { name: 'Call tool' }).click();
  await dock.getByText('Continues as a task').waitFor();
  await dock.getByText('the task is done').first().waitFor();
  await dock.getByRole('button', { name: 'Show task' }).click();
  await dock.getByText('completed').first().waitFor();
  await dock.getByText('1 min', { exact: true }).waitFor();
  await dock.getByText('the task is done').first().waitFor();
  await page.expectAccessible();
  await dock.getByRole('button', { name: 'List tasks' }).click();
  await page.row(/result of tasks\/list/).waitFor();
  // A task that runs only as a task needs no switch.
  await call(/^task-required/);
  await expect.poll(() => dock.getByRole('tab', { name: /^Tasks/ }).textContent()).toMatch(/2/);
});

test('a subscribed resource says that it was updated, and can be read again', async () => {
  const { dock } = page;
  await choose(/^Resources/, /^Notes/);
  await dock.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await dock.getByRole('button', { name: 'Unsubscribe' }).waitFor();
  await call(/^touch/);
  await page.row(/notifications\/resources\/updated/).waitFor();
  await page.tab(/^Resources/);
  await dock.getByText('Updated once').waitFor();
  await dock.getByRole('button', { name: 'Read again' }).click();
  await dock.getByText('read since').waitFor();
  await dock.getByText('water the').first().waitFor();
  await page.tab(/^Server$/);
  await dock.getByRole('list', { name: 'Subscribed resources' }).getByText('garden://notes').waitFor();
  await page.tab(/^Resources/);
  await dock.getByRole('button', { name: 'Unsubscribe' }).click();
  await dock.getByRole('button', { name: 'Subscribe', exact: true }).waitFor();
});

test('a list that changed shows the difference', async () => {
  const { dock } = page;
  await call(/^change-lists/);
  await dock.getByText('What changed: 1 added').click();
  await dock
    .getByRole('button', { name: /^added-\d+$/ })
    .first()
    .click();
  await dock.getByText('Added later').first().waitFor();
  await page.tab(/^Prompts/);
  await dock.getByText('What changed: 1 added').waitFor();
  // Resources come in pages; the difference is that of the whole list.
  await page.tab(/^Resources/);
  await dock.getByText('What changed: 1 added').waitFor();
});

test('progress, cancellation, and a deadline of one request', async () => {
  const { dock } = page;
  await choose(/^Tools/, /^progress/);
  await dock.getByRole('textbox', { name: 'steps' }).fill('100000');
  await dock.getByRole('textbox', { name: 'ms' }).fill('20');
  await dock.getByRole('button', { name: 'Call tool' }).click();
  await dock.getByText(/step \d+ of 100000/).waitFor();
  await dock.getByRole('progressbar', { name: 'Progress' }).waitFor();
  await dock.getByText(/^token \d+$/).waitFor();
  // The call is selected as it is sent; what is selected while it is pending stays selected when it ends.
  const selected = page.page.getByRole('listbox', { name: 'Sequence diagram' }).getByRole('option', { selected: true });
  await selected.filter({ hasText: 'progress' }).waitFor();
  await page.page.getByRole('listbox', { name: 'Sequence diagram' }).focus();
  await page.page.keyboard.press('g');
  await selected.filter({ hasText: 'connecting' }).waitFor();
  await dock.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dock.getByText('Cancelled by the client.').waitFor();
  await expect.poll(() => selected.textContent()).toContain('connecting');
  await choose(/^Tools/, /^never/);
  await dock.getByText('Request options').click();
  await dock.getByRole('textbox', { name: 'No-response timeout (s)' }).fill('0.2');
  await dock.getByRole('button', { name: 'Call tool' }).click();
  await dock.getByText('no response for 200 ms').waitFor();
  await page
    .row(/notifications\/cancelled/)
    .last()
    .waitFor();
});

test('errors are named, explained, and lead on', async () => {
  const { dock } = page;
  await call(/^url-required/);
  await dock.getByText('URL elicitation required', { exact: true }).waitFor();
  await dock.getByText(/requires a visit to the pages/).waitFor();
  expect(await dock.getByRole('link', { name: /consent\.example/ }).getAttribute('rel')).toContain('noopener');
  await dock.getByText('reported complete').waitFor();
  await page.expectAccessible();
  await dock.getByRole('button', { name: 'Send the request again' }).click();
  await dock.getByText('consented').first().waitFor();
  await call(/^refuse/);
  await dock.getByText('Server error').waitFor();
  await dock.getByText('Server-defined code.').waitFor();
  // What a tool says of its own failure is no error of the protocol.
  await call(/^fail/);
  await dock.getByText('The tool returned an error (isError).').waitFor();
});

test('the server presents itself, answers a ping, and logs from a level on', async () => {
  const { dock } = page;
  await page.tab(/^Server$/);
  await dock.getByText('v1-fixture').first().waitFor();
  await dock.getByText('A fixture server on the v1 SDK.').waitFor();
  await dock.getByText(/server\/discover got error/).waitFor();
  await dock.getByRole('list', { name: 'Capabilities' }).getByText('requests.tools.call').waitFor();
  await dock.getByRole('button', { name: 'Ping' }).click();
  await dock.getByText(/^response in/).waitFor();
  await page.expectAccessible();
  await page.tab(/^Log/);
  await dock.getByRole('combobox', { name: 'Server log level' }).selectOption('warning');
  await page.row(/result of logging\/setLevel/).waitFor();
  await call(/^log/);
  await page.tab(/^Log/);
  await dock.getByText('5 messages').waitFor();
  await dock.getByRole('combobox', { name: 'Show', exact: true }).selectOption('critical');
  await dock.getByText('3 messages').waitFor();
  await dock.getByRole('list', { name: 'Log messages' }).getByText('emergency').first().waitFor();
  await page.expectAccessible();

  // Looking back, what had not happened yet is not there.
  await page.menu('Disconnect');
  await page.page.getByRole('slider', { name: 'Position in the session' }).press('Home');
  await dock.getByText('No log messages yet.').waitFor();
  await page.tab(/^Server$/);
  await dock.getByText('No server information yet.').waitFor();
  await page.page.getByRole('button', { name: 'Jump to end' }).click();
  await dock.getByText('v1-fixture').first().waitFor();
  await expect.poll(() => dock.getByRole('button', { name: 'Ping' }).isDisabled()).toBe(true);
});

test('the exercise shows its plan, sends what is ticked, and leads from each step to its row', async () => {
  await page.page.getByRole('button', { name: 'New connection' }).first().click();
  await connect(FOLDERS);
  await page.tab('Call everything');
  const { dock } = page;
  const tick = (name: string) => dock.getByRole('checkbox', { name, exact: true });
  await expect.poll(() => tick('Send tools/call list_directory').isChecked()).toBe(true);
  expect(await tick('Send tools/call create_directory').isChecked()).toBe(false);
  await dock
    .getByText(/path: generated/)
    .first()
    .waitFor();
  await dock.getByText('may modify data: the tool is not marked readOnlyHint').waitFor();
  await page.expectAccessible();
  await tick('Send ping').uncheck();
  await dock.getByRole('button', { name: 'Run 2 items' }).click();
  const results = dock.getByRole('status', { name: 'Results' });
  await expect
    .poll(() => results.innerText())
    .toMatch(/1 responded\s+1 error response\s+0 refused\s+0 failed\s+2 skipped/);
  await dock.getByText('path: from an earlier response (tools/call list_allowed_directories)').waitFor();
  await dock.getByText('may modify data, and was not ticked').waitFor();
  await page.expectAccessible();
  const row = dock.getByRole('listitem').filter({ hasText: 'tools/call list_directory' });
  await row.getByRole('button', { name: /^Event/ }).click();
  await page.page.getByText('/srv/allowed').first().waitFor();
  await page.page
    .getByText(/\bexercise\b/)
    .first()
    .waitFor();
  await dock.getByRole('button', { name: 'Back to the plan' }).click();
  await tick('Send tools/call create_directory').check();
  await dock.getByRole('button', { name: 'Run 3 items' }).waitFor();
});
