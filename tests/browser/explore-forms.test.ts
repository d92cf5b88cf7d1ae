/** Forms made from schemas of both drafts, and what hostile definitions do to them: nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

const HOSTILE = '<img src=x onerror="document.title=1">';
const string = { type: 'string' };
const TOOLS = [
  {
    name: 'draft-07',
    inputSchema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      required: ['who', 'shape'],
      definitions: {
        tree: {
          type: 'object',
          properties: { label: string, children: { type: 'array', items: { $ref: '#/definitions/tree' } } },
        },
      },
      properties: {
        who: { type: 'object', properties: { name: string }, required: ['name'] },
        shape: {
          oneOf: [
            {
              properties: { kind: { const: 'circle' }, radius: { type: 'number', exclusiveMinimum: 0 } },
              required: ['kind', 'radius'],
            },
            { properties: { kind: { const: 'box' }, side: { type: 'integer' } }, required: ['kind', 'side'] },
          ],
          type: 'object',
        },
        pair: { type: 'array', items: [string, { type: 'integer', default: 2 }], additionalItems: false },
        tree: { $ref: '#/definitions/tree' },
      },
    },
  },
  {
    name: '2020-12',
    inputSchema: {
      type: 'object',
      properties: {
        amount: { type: ['integer', 'string'] },
        maybe: { anyOf: [string, { type: 'null' }] },
        color: { enum: ['red', 'green'], default: 'green' },
        env: { type: 'object', additionalProperties: string },
        both: {
          allOf: [{ properties: { one: string } }, { properties: { two: { type: 'boolean' } } }],
          type: 'object',
        },
      },
    },
  },
  {
    name: HOSTILE,
    title: HOSTILE,
    description: HOSTILE,
    inputSchema: { type: 'object', properties: { [HOSTILE]: { ...string, description: HOSTILE } } },
  },
  {
    name: 'itself',
    inputSchema: {
      $defs: { n: { anyOf: [{ $ref: '#/$defs/n' }, { $ref: '#/$defs/n' }] } },
      type: 'object',
      properties: { v: { $ref: '#/$defs/n' } },
    },
  },
  {
    name: 'unlike',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
  },
  { name: 'linked', inputSchema: { type: 'object' } },
];

/** Answers lists with `TOOLS`, page by page with a cursor that it repeats, and calls with what they were called with. */
const SERVER = `
import { createInterface } from 'node:readline';
const tools = ${JSON.stringify(TOOLS)};
const results = {
  unlike: { content: [], structuredContent: { n: 'x' } },
  linked: { content: [{ type: 'resource_link', uri: 'a:hidden', name: 'hidden' }] },
};
const methods = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {}, resources: {} }, serverInfo: { name: 'forms', version: '1' } }),
  'tools/list': ({ cursor }) => ({ tools: cursor ? [] : tools, nextCursor: 'again' }),
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: 'read ' + uri }] }),
  'tools/call': ({ name, arguments: given }) => results[name] ?? { content: [{ type: 'text', text: 'got ' + JSON.stringify(given) }] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const handle = methods[method];
  const rest = handle ? { result: handle(params) } : { error: { code: -32601, message: 'Method not found' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...rest }) + '\\n');
});
`;

const folder = mkdtempSync(join(tmpdir(), 'lifeline-forms-'));
const script = join(folder, 'forms.mjs');
writeFileSync(script, SERVER);
let relay: RelayProcess;
let page: Lifeline;
beforeAll(async () => {
  relay = await startRelayProcess();
  page = await openLifeline(relay.url);
  await page.connectStdio(`"${process.execPath}" "${script}"`);
  await (await page.panelTab({ name: /^Tools \d/ })).waitFor();
  await page.tab(/^Tools/);
});
afterAll(async () => {
  await page.close();
  await relay.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function called(): Promise<unknown> {
  await page.dock.getByRole('button', { name: 'Call tool' }).click();
  const text = await page.dock.getByText(/^got /).first().textContent();
  return JSON.parse((text ?? '').replace(/^got /, ''));
}

test('draft-07: nested objects, alternatives, tuples, references to itself', async () => {
  const { dock } = page;
  await dock.getByRole('button', { name: 'draft-07' }).click();
  await dock.getByRole('textbox', { name: 'name' }).fill('Ada');
  await dock.getByRole('combobox', { name: 'shape' }).selectOption({ label: 'box' });
  await dock.getByRole('textbox', { name: 'side' }).fill('3');
  await dock.getByRole('button', { name: 'Add pair' }).click();
  await dock.getByRole('textbox', { name: '1', exact: true }).fill('first');
  // A tuple that is full takes no more.
  expect(await dock.getByRole('button', { name: 'Add item to pair' }).count()).toBe(0);
  await dock.getByRole('button', { name: 'Add tree' }).click();
  await dock.getByRole('button', { name: 'Add item to children' }).click();
  await dock.getByRole('textbox', { name: 'label' }).last().fill('leaf');
  expect(await called()).toEqual({
    who: { name: 'Ada' },
    shape: { kind: 'box', side: 3 },
    pair: ['first', 2],
    tree: { children: [{ label: 'leaf' }] },
  });
  // Another alternative begins anew, and the schema says what it lacks.
  await dock.getByRole('combobox', { name: 'shape' }).selectOption({ label: 'circle' });
  await dock.getByRole('textbox', { name: 'radius' }).fill('0');
  await dock.getByText('Must be greater than the exclusive minimum.').waitFor();
  expect(await dock.getByText('Only one value is allowed here').count()).toBe(0);
  await page.expectAccessible();
});

test('2020-12: lists of types, null, defaults, maps, allOf', async () => {
  const { dock } = page;
  await dock.getByRole('button', { name: '2020-12' }).click();
  await dock.getByRole('combobox', { name: 'amount', exact: true }).selectOption({ label: 'string' });
  await dock.getByRole('textbox', { name: 'amount: string' }).fill('many');
  await dock.getByRole('button', { name: 'Set maybe to null' }).click();
  await dock.getByRole('button', { name: 'Add env' }).click();
  await dock.getByRole('textbox', { name: 'New property' }).fill('PATH');
  await page.page.keyboard.press('Enter');
  await dock.getByRole('textbox', { name: 'PATH' }).fill('/bin');
  await dock.getByRole('button', { name: 'Add both' }).click();
  await dock.getByRole('combobox', { name: 'two' }).selectOption('true');
  expect(await called()).toEqual({
    color: 'green',
    amount: 'many',
    maybe: null,
    env: { PATH: '/bin' },
    both: { two: true },
  });
  await page.expectAccessible();
});

test('hostile names are text, and a schema that means itself ends', async () => {
  const { dock } = page;
  await dock.getByText('The server returned a cursor it had returned before').waitFor();
  await dock.getByRole('button', { name: /^<img/ }).click();
  await dock.getByRole('textbox', { name: HOSTILE }).fill('x');
  expect(await called()).toEqual({ [HOSTILE]: 'x' });
  expect(await page.page.title()).not.toBe('1');
  await dock.getByRole('button', { name: 'itself' }).click();
  await dock.getByRole('combobox', { name: 'v', exact: true }).selectOption({ index: 1 });
  expect(await called()).toEqual({ v: null });
});

test('structured content is checked, and a link in a result leads to its resource', async () => {
  const { dock } = page;
  await dock.getByRole('button', { name: 'unlike' }).click();
  await dock.getByRole('button', { name: 'Call tool' }).click();
  await dock.getByText('structuredContent does not match the output schema:').waitFor();
  await dock.getByRole('button', { name: 'linked' }).click();
  await dock.getByRole('button', { name: 'Call tool' }).click();
  await dock.getByRole('button', { name: 'Read', exact: true }).click();
  await dock.getByText('not listed').waitFor();
  await dock.getByRole('button', { name: 'Read', exact: true }).click();
  await dock.getByText('read a:hidden').waitFor();
});
