/** Every broken variant by its name, and exact bytes, against a server that keeps what it received. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf } from '#shared/recording';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grow } from '../../web/compose/grow.ts';
import { requiredFields } from '../../web/compose/schema-tools.ts';
import { variants, type Variant } from '../../web/compose/variants.ts';
import { compose as words } from '../../web/compose/words/en.ts';
import { BYTE_LOG, startByteLog } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
const folder = mkdtempSync(join(tmpdir(), 'lifeline-broken-'));
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(async () => {
  await relay.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Its id is text, so that the ids the session counts stay as they are. */
const BASE =
  '{"jsonrpc":"2.0","id":"by-hand","method":"tools/call","params":{"name":"echo","arguments":{"text":"é","n":1.0}}}';
const ECHO = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

/** The variants of BASE in a session whose discovery ended with this id. */
function expected(usedId: string): Variant[] {
  return variants(BASE, { usedId, fields: requiredFields('2025-11-25', 'tools/call', ECHO) });
}

function titleOf({ what, path = '', json = '' }: Variant): string {
  if (what === 'wrong-type') return `${words.wrongType(path, json)} ${words.wrongTypeHint}`;
  return what === 'missing-field' ? words.missingField(path) : words.variants[what];
}

function bytesFor({ made }: Variant): Buffer {
  if ('bytes' in made) return Buffer.from(made.bytes);
  return Buffer.from(bytesOf({ raw: made.growth ? (grow(made.text, made.growth) ?? '') : made.text }));
}

/** Keep BASE under a name, so that every variant begins with it, in whatever form the one before was. */
async function keepBase(page: Lifeline): Promise<void> {
  await page.compose(BASE);
  await page.dock.getByRole('button', { name: words.kept }).click();
  await page.page.getByRole('textbox', { name: words.saveMessage }).fill('base');
  await page.page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.page.getByText('Saved as “base”.').first().waitFor();
  await page.page.keyboard.press('Escape');
}

/** Have the composer hold BASE, whatever it held before, and break it. */
async function putVariant(page: Lifeline, variant: Variant): Promise<void> {
  // What is no text came as bytes, and only what was kept leads back from there.
  if (await page.dock.getByRole('radio', { name: 'Text' }).isChecked())
    await page.retype(page.dock.getByRole('textbox', { name: words.message }), BASE);
  else {
    await page.dock.getByRole('button', { name: words.kept }).click();
    await page.page.getByRole('option', { name: /^base/ }).click();
  }
  await page.dock.getByRole('button', { name: words.breakIt }).click();
  const option = page.page.getByRole('option', { name: titleOf(variant), exact: true });
  await option.click();
  await option.waitFor({ state: 'hidden' });
}

const same = (received: Buffer, sent: Buffer): boolean => received.equals(sent);

/** The ways out of the program, which begin with the same way out of the composer. */
const ROUTES = ['stdio', 'relay', 'direct'];
/** What each way may take in its own manner: bytes that are no text, more than one line, and far more than others. */
const EACH_WAY = new Set(['invalid-utf8', 'newline', 'big-string']);
/** What goes this way: these go each way, the rest one of them in turn. */
const ofRoute = (all: readonly Variant[], route: string): Variant[] =>
  all.filter(({ key }, at) => EACH_WAY.has(key) || at % ROUTES.length === ROUTES.indexOf(route));

test('over stdio, to the byte', async () => {
  const log = join(folder, 'stdio.log');
  const page = await openLifeline(relay.url);
  await page.page.getByRole('textbox', { name: 'Environment' }).fill(`LOG=${log}`);
  await page.connectStdio(`"${process.execPath}" "${BYTE_LOG}"`);
  await page.operating();
  await keepBase(page);
  const all = expected(lastId(readFileSync(log, 'utf8')));
  expect(all.length).toBeGreaterThan(35);
  for (const variant of ofRoute(all, 'stdio')) {
    const before = statSync(log).size;
    const sent = Buffer.concat([bytesFor(variant), Buffer.from('\n')]);
    await putVariant(page, variant);
    await page.send();
    await expect.poll(() => statSync(log).size - before, { message: variant.key }).toBe(sent.length);
    expect(same(readFileSync(log).subarray(before), sent), variant.key).toBe(true);
  }
  await page.close();
}, 480_000);

describe.each(['relay', 'direct'] as const)('over HTTP, %s', (route) => {
  test('to the byte', async () => {
    const server = await startByteLog();
    const page = await openLifeline(relay.url);
    await page.connectHttp(server.url, route);
    await page.operating();
    await keepBase(page);
    let seen = 0;
    /** The bodies that were posted since this was asked the last time. */
    const posts = async (): Promise<Buffer[]> => {
      const response = await fetch(new URL(`/log?from=${seen}`, server.url));
      const log = (await response.json()) as { method: string; b64: string }[];
      seen += log.length;
      return log.filter(({ method }) => method === 'POST').map(({ b64 }) => Buffer.from(b64, 'base64'));
    };
    const all = expected(lastId((await posts()).map(String).join('\n')));
    for (const variant of ofRoute(all, route)) {
      await putVariant(page, variant);
      await page.send();
      const got: Buffer[] = [];
      await expect.poll(async () => got.push(...(await posts())), { message: variant.key }).toBe(1);
      expect(same(got[0] ?? Buffer.of(), bytesFor(variant)), variant.key).toBe(true);
    }
    // Nothing was posted twice.
    expect(await posts()).toEqual([]);
    await page.close(/status of 405/);
    await server.close();
  }, 480_000);
});

test('bytes typed as hexadecimal digits, and the way there and back', async () => {
  const log = join(folder, 'hex.log');
  const page = await openLifeline(relay.url);
  await page.page.getByRole('textbox', { name: 'Environment' }).fill(`LOG=${log}`);
  await page.connectStdio(`"${process.execPath}" "${BYTE_LOG}"`);
  await page.operating();
  await page.compose('{"a":"é"}');
  await page.dock.getByRole('radio', { name: 'Hex' }).check({ force: true });
  await page.dock.getByText('7b 22 61 22 3a 22 c3 a9 22 7d').waitFor();
  await page.dock.getByRole('radio', { name: 'Text' }).check({ force: true });
  await page.dock.getByText('{"a":"é"}').waitFor();
  await page.dock.getByRole('radio', { name: 'Hex' }).check({ force: true });
  await page.compose('7b 2');
  await page.dock.getByText('Not a pair of hexadecimal digits at character 4').waitFor();
  await expect.poll(() => page.dock.getByRole('button', { name: /^Send as typed/ }).isDisabled()).toBe(true);
  // What is pasted over bytes is text: as such it stays, and can be sent.
  await page.compose('{"pasted":"é"}');
  await page.dock.getByText('character 1; can’t send. Choose Text to send this as text.').waitFor();
  const text = page.dock.getByRole('radio', { name: 'Text' });
  expect(await text.isEnabled()).toBe(true);
  await text.check({ force: true });
  await page.dock.getByText('{"pasted":"é"}').waitFor();
  await expect.poll(() => page.dock.getByRole('button', { name: /^Send as typed/ }).isEnabled()).toBe(true);
  await page.dock.getByRole('radio', { name: 'Hex' }).check({ force: true });
  await page.compose('00 ff C3 28 0D');
  await page.expectAccessible();
  const before = readFileSync(log).length;
  await page.send();
  await expect.poll(() => readFileSync(log).length - before).toBe(6);
  expect([...readFileSync(log).subarray(before)]).toEqual([0x00, 0xff, 0xc3, 0x28, 0x0d, 0x0a]);
  // Bytes without a text can be sent again, and edited as bytes.
  await page.dock.getByRole('button', { name: /^event \d+/ }).click();
  await page.details.getByRole('button', { name: /again/i }).last().click();
  await expect.poll(() => readFileSync(log).length - before).toBe(12);
  await page.close();
});

/** The id of the last message of discovery as JSON text. */
function lastId(text: string): string {
  return [...text.matchAll(/"id":(\d+)/g)].at(-1)?.[1] ?? '';
}
