/** A server that has far too much of everything: the page stays small, and what is asked for can still be found. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

const MANY = 20_000;
/** Each is an event and a request that is answered by a person. */
const QUESTIONS = 5_000;

/** Lists many tools, some with schemas that ask for too much; a call of `ask` asks many questions at once. */
const SERVER = `
import { createInterface } from 'node:readline';
const range = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });
const named = (count, make) => Object.fromEntries(range(count, (at) => ['p' + at, make(at)]));
const LEVELS = '{"type":"object","required":["a"],"properties":{"a":'.repeat(4000) + '{}' + '}}'.repeat(4000);
const tools = [
  { name: 'ask', inputSchema: { type: 'object' } },
  { name: 'parents', inputSchema: object(named(3, () => ({ $ref: '#' }))) },
  { name: 'wide', inputSchema: object(named(20000, () => ({ type: 'string' }))) },
  { name: 'nested', inputSchema: object(named(30, () => object(named(30, () => object(named(30, () => ({ default: 1 }))))))) },
  { name: 'levels', inputSchema: 'LEVELS' },
  { name: 'values', inputSchema: object({ one: { enum: range(20000, (at) => 'value ' + at) }, some: { type: 'array', items: { enum: range(5000, (at) => 'choice ' + at) } }, shape: { oneOf: range(3000, (at) => ({ title: 'shape ' + at, type: 'object', properties: { kind: { const: at } }, required: ['kind'] })) } }) },
  { name: 'costly', inputSchema: { ...object(named(100, () => ({ allOf: range(60, () => ({ $ref: '#/$defs/w' })) }))), $defs: { w: { type: 'object', properties: named(5000, () => ({ type: 'string' })) } } } },
];
for (let at = tools.length; at < ${MANY}; at++) tools.push({ name: 'tool-' + at, inputSchema: { type: 'object' } });
// The large ones on pages of their own: a page that is too large to be read would be no list.
const special = tools.splice(2, 5);
const pages = [...range(10, (at) => tools.slice(at * ${MANY / 10}, (at + 1) * ${MANY / 10})), ...special.map((tool) => [tool])];
const methods = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'large', version: '1' } }),
  'tools/list': ({ cursor = '0' }) => ({ tools: pages[Number(cursor)], ...(Number(cursor) + 1 < pages.length ? { nextCursor: String(Number(cursor) + 1) } : {}) }),
  'tools/call': ({ name, arguments: given }) => {
    if (name === 'ask')
      process.stdout.write(range(${QUESTIONS}, (at) => JSON.stringify({ jsonrpc: '2.0', id: 'q' + at, method: 'elicitation/create', params: { message: 'Question ' + at, requestedSchema: { type: 'object', properties: {} } } }) + '\\n').join(''));
    return { content: [{ type: 'text', text: 'got ' + JSON.stringify(given) }] };
  },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const handle = methods[method];
  const rest = handle ? { result: handle(params) } : { error: { code: -32601, message: 'Method not found' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...rest }).replace('"LEVELS"', LEVELS) + '\\n');
});
`;

const folder = mkdtempSync(join(tmpdir(), 'lifeline-large-'));
const script = join(folder, 'large.mjs');
writeFileSync(script, SERVER);
let relay: RelayProcess;
let page: Lifeline;
beforeAll(async () => {
  relay = await startRelayProcess();
  page = await openLifeline(relay.url);
  await page.connectStdio(`"${process.execPath}" "${script}"`);
  await (await page.panelTab({ name: `Tools ${MANY}` })).waitFor();
  await page.tab(/^Tools/);
});
afterAll(async () => {
  await page.close();
  await relay.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The page holds few elements, whatever the server gave. */
async function expectFew(): Promise<void> {
  expect(await page.page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(5000);
}
async function show(tool: string): Promise<void> {
  await page.dock.getByRole('searchbox', { name: 'Search tools' }).fill(tool);
  await page.dock.getByRole('button', { name: tool, exact: true }).click();
}
const arguments_ = (): ReturnType<Lifeline['page']['locator']> => page.dock.getByRole('group', { name: 'Arguments' });

test('of many tools few are drawn; keys reach the last, and a search finds one', async () => {
  const { dock } = page;
  const list = dock.getByRole('list', { name: 'Tools' });
  await expectFew();
  await list.getByRole('button', { name: 'ask' }).click();
  await page.page.keyboard.press('ArrowDown');
  await page.holdsKeyboard(list.getByRole('button', { name: 'parents' }));
  await page.page.keyboard.press('End');
  const last = list.getByRole('button', { name: 'costly' });
  await page.holdsKeyboard(last);
  expect(await last.getAttribute('aria-current')).toBe('true');
  const item = last.locator('xpath=..');
  expect(await item.getAttribute('aria-posinset')).toBe(String(MANY));
  expect(await item.getAttribute('aria-setsize')).toBe(String(MANY));
  await page.page.keyboard.press('PageUp');
  await page.page.keyboard.press('Home');
  await page.holdsKeyboard(list.getByRole('button', { name: 'ask' }));
  await expectFew();
  await dock.getByRole('searchbox', { name: 'Search tools' }).fill('tool-12345');
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await page.expectAccessible();
});

test('objects that are required inside of themselves are left to the person, who adds one', async () => {
  await show('parents');
  expect(await arguments_().getByText('not set').count()).toBe(3);
  await page.dock.getByRole('button', { name: 'Add p0' }).click();
  await expect.poll(() => arguments_().getByText('not set').count()).toBe(5);
  await page.dock.getByRole('button', { name: 'Call tool' }).click();
  await page.dock.getByText('got {"p0":{}}').waitFor();
});

test('a form of 20,000 fields is drawn in pages, and a field is found by its name', async () => {
  await show('wide');
  await arguments_().getByText('50 of 20,000 shown.').waitFor();
  await expectFew();
  await arguments_().getByRole('button', { name: 'Show 50 more' }).click();
  await arguments_().getByText('100 of 20,000 shown.').waitFor();
  await arguments_().getByRole('searchbox', { name: 'Find a field' }).fill('p19999');
  await arguments_().getByRole('textbox', { name: 'p19999' }).fill('the last');
  await page.dock.getByRole('button', { name: 'Call tool' }).click();
  await page.dock.getByText('got {"p19999":"the last"}').waitFor();
  await page.expectAccessible();
});

test('objects within objects are drawn when asked for, once the form is full', async () => {
  await show('nested');
  const last = arguments_().getByRole('group', { name: 'p29', exact: true }).last();
  await last.getByRole('button', { name: 'Show 30 fields of p29' }).waitFor();
  await expectFew();
  const closed = arguments_().getByRole('button', { name: 'Show 30 fields of p0', exact: true });
  const before = await closed.count();
  await last.getByRole('button', { name: 'Show 30 fields of p29' }).click();
  await expect.poll(() => closed.count()).toBe(before + 1);
  await expectFew();
});

test('a schema of 4,000 levels has a form of its first ones', async () => {
  await show('levels');
  await arguments_().getByRole('group', { name: 'a', exact: true }).first().waitFor();
  await expectFew();
  expect(page.errors).toEqual([]);
});

test('a schema that costs too much says so, and leads to the JSON', async () => {
  await show('costly');
  await arguments_().getByText('The schema is too large for a form.').first().waitFor();
  await expectFew();
});

test('one of 20,000 values, some of 5,000 and one of 3,000 shapes are searched', async () => {
  await show('values');
  await expectFew();
  await arguments_().getByRole('combobox', { name: 'one' }).fill('value 19999');
  await expectFew();
  await page.page.getByRole('option', { name: 'value 19999', selected: true }).waitFor();
  await page.page.keyboard.press('Enter');
  await arguments_().getByRole('combobox', { name: 'one' }).click();
  await page.page.keyboard.press('Control+End');
  await page.page.getByRole('option', { name: 'value 19999', selected: true }).waitFor();
  expect(await page.page.getByRole('option', { name: 'value 19999' }).getAttribute('aria-setsize')).toBe('20000');
  await page.expectAccessible();
  await page.page.keyboard.press('Escape');
  const some = arguments_().getByRole('group', { name: 'some' });
  await some.getByRole('searchbox', { name: 'Find a value' }).fill('choice 4999');
  await some.getByRole('checkbox', { name: 'choice 4999' }).check();
  await arguments_().getByRole('combobox', { name: 'shape' }).fill('shape 2999');
  await page.page.keyboard.press('Enter');
  await page.dock.getByRole('button', { name: 'Call tool' }).click();
  await page.dock.getByText('got {"one":"value 19999","some":["choice 4999"],"shape":{"kind":2999}}').waitFor();
  await expectFew();
});

test('of many open questions few are drawn, and keys reach the last', async () => {
  await show('ask');
  await page.dock.getByRole('button', { name: 'Call tool' }).click();
  await page.tab(/^Server requests/);
  // All of them have to come.
  await page.dock.getByText(`${QUESTIONS} pending requests`).waitFor({ timeout: 180_000 });
  await expectFew();
  const list = page.dock.getByRole('list', { name: /pending requests/ });
  await list.getByRole('button').first().click();
  await page.dock.getByText('Question 0', { exact: true }).waitFor();
  await page.page.keyboard.press('End');
  await page.dock.getByText(`Question ${QUESTIONS - 1}`, { exact: true }).waitFor();
  await page.holdsKeyboard(list.getByRole('button', { name: `#"q${QUESTIONS - 1}"` }));
  await expectFew();
  await page.dock.getByRole('button', { name: 'Decline' }).click();
  await page.dock.getByText(`${QUESTIONS - 1} pending requests`).waitFor();
  await page.expectAccessible();
});
