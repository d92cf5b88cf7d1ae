/** A session whose recording is not whole on the relay's disk: what a person saves and shares of it is, or says what is missing. */
import { readFileSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Download } from 'playwright-core';
import { expect, test } from 'vitest';
import { readRecorded } from '#shared/recording';
import { BY_HAND, Page, script } from '../relay/support/page.ts';
import { testRelay } from '../relay/support/relay.ts';
import { openLifeline, useBrowser } from './lifeline.ts';

useBrowser();

const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url));

async function textOf(download: Download): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of (await download.createReadStream()) as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('saving takes what the page has, large payloads included, and says so', async () => {
  let room = 3000;
  const relay = await testRelay({
    webFolder: WEB,
    write: (file, bytes, offset) => {
      if (room === 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      const wrote = writeSync(file, bytes, offset, Math.min(room, bytes.length - offset));
      room -= wrote;
      return wrote;
    },
  });
  const asked = await Page.connect(relay);
  const id = await asked.open(script('echo'), BY_HAND);
  asked.say(id, { id: 1, method: 'flood', params: { count: 3000, size: 200 } });
  await asked.answer(id, 1);
  asked.say(id, { id: 2, method: 'large', params: { size: 1_500_000 } });
  await asked.event(id, (event) => event.k === 'message' && event.large !== undefined);
  await asked.event(id, (event) => event.k === 'connection' && event.reason === 'recording-failed');
  const [file = ''] = readdirSync(relay.folder).filter((name) => name.endsWith('.mcprec'));
  const onDisk = readRecorded(readFileSync(join(relay.folder, file), 'utf8')).recorded?.events.length ?? 0;
  expect(onDisk).toBeLessThan(20);

  const page = await openLifeline(relay.url);
  await page.page
    .getByRole('button', { name: /^Open test.*\(running\)$/ })
    .first()
    .click();
  await expect.poll(() => page.events()).toBe(asked.of(id).length);
  await page.problem.filter({ hasText: 'Recording stopped' }).waitFor();

  const dialog = page.page.getByRole('dialog', { name: 'Share this session' });
  await page.page.keyboard.press('ControlOrMeta+s');
  await dialog.getByText('The recording on disk is incomplete or unavailable').waitFor();
  await dialog.getByText('Nothing is missing.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const saved = await textOf(await page.save('with secrets'));
  const { recorded, summary } = readRecorded(saved);
  expect(summary).toMatchObject({ problems: [], cutShort: true });
  const events = recorded?.events ?? [];
  expect(events).toHaveLength(asked.of(id).length);
  expect(events.filter(({ k }) => k === 'gap')).toEqual([]);
  const large = events.find((event) => event.k === 'message' && (event.raw ?? '').length > 1_000_000);
  expect(large).toHaveProperty('raw', `{"jsonrpc":"2.0","id":2,"result":{"text":"${'é'.repeat(1_500_000)}"}}`);

  // Without the relay the beginning of a large payload is not taken for all of it.
  await relay.close();
  await page.page.getByText('Lost connection to the relay').waitFor();
  await page.page.keyboard.press('ControlOrMeta+s');
  await dialog.getByText('Missing: 1 large payload.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const again = await textOf(await page.save('with secrets'));
  const { recorded: without } = readRecorded(again);
  const closed = (without?.events.length ?? 0) - events.length;
  expect(closed).toBeGreaterThanOrEqual(0);
  expect(without?.events[large?.s ?? -1]).toEqual({
    s: large?.s,
    t: large?.t,
    k: 'gap',
    bytes: 3_000_045,
    why: 'payload not available',
  });
  await page.close(/ERR_CONNECTION_REFUSED|WebSocket/);
});
