/** An exported recording: one file that opens from disk with the network off, and shows everything. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLifeline, useBrowser, type Lifeline, type OpenOptions } from './lifeline.ts';
import { exampleRecording, htmlFile, requestsOf, viewerFile, type ViewerFile } from './viewer-file.ts';

useBrowser();

let file: ViewerFile;
let text: string;
beforeAll(async () => {
  const example = await exampleRecording();
  text = example.text;
  const place = { s: 3, path: ['raw'], rule: 'token' };
  const redacted = ['‹token:1›', '‹token:2›', '‹token:2›'].map((placeholder) => ({ ...place, placeholder }));
  file = await viewerFile({ ...example.recorded, header: { ...example.recorded.header, redacted } });
});
afterAll(() => file.remove());

/** Open a file with the network off; closing asserts that nothing but the file was asked for. */
async function openFile(url: string, options?: OpenOptions): Promise<Lifeline & { readonly requests: string[] }> {
  const page = await openLifeline('about:blank', options);
  await page.context.setOffline(true);
  const requests = requestsOf(page.page);
  await page.page.goto(url);
  return Object.assign(page, { requests });
}

const playback = (page: Lifeline): Promise<string | null> =>
  page.page.getByRole('group', { name: 'Playback' }).textContent();
const shown = async (page: Lifeline): Promise<string | undefined> =>
  /\d+ of \d+ events/.exec((await playback(page)) ?? '')?.[0];

test('a recording opens from disk without network: diagram, details, panels, head', async () => {
  expect(Buffer.byteLength(file.html)).toBeLessThan(2 * 1024 * 1024);
  const page = await openFile(file.url);
  await page
    .row(/tools\/list/)
    .first()
    .waitFor();
  expect(await page.page.title()).toBe('node garden-server.mjs · Lifeline');
  const head = page.page.getByRole('banner');
  for (const fact of ['Garden 1.4.0', '2025-11-25', 'node garden-server.mjs', 'mcp-lifeline', '2 redacted'])
    await head.getByText(fact).first().waitFor();

  await page.select(page.row(/initialize/).first());
  await expect.poll(() => new URL(page.page.url()).hash).toBe('#s=3');
  // What it means, what it changed, and where to read on.
  await page.details
    .getByText(/opens the session: it offers protocol version 2025-11-25 and says it can be asked for/)
    .waitFor();
  await page.details.getByText(/^Changed: .*Version offered: 2025-11-25/).waitFor();
  const section = page.details.getByRole('link', { name: 'Specification 2025-11-25: Initialization' });
  expect(await section.getAttribute('href')).toBe(
    'https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization',
  );
  await page.detailTab('Message');
  await page.details.getByText('Exact text').click();
  const message = page.details.getByRole('region', { name: 'Message' });
  const raw = (JSON.parse(text.split('\n')[4] ?? '') as { raw: string }).raw;
  await expect.poll(async () => (await message.textContent())?.trim()).toBe(raw);
  await page.details.getByText('JSON', { exact: true }).click();
  await page.details.getByRole('button', { name: 'Fold line 5' }).click();
  await expect.poll(() => message.textContent()).not.toContain('protocolVersion');
  await page.details.getByRole('button', { name: 'Unfold line 5' }).click();
  await expect.poll(() => message.textContent()).toContain('protocolVersion');
  await page.detailTab('Raw');
  await page.details.getByText('7b 22 6a 73').first().waitFor();
  await page.detailTab('Negotiated');
  const versions = page.details
    .getByRole('table', { name: 'Negotiated' })
    .getByRole('row', { name: /Protocol version/ });
  await expect.poll(() => versions.getByRole('cell').allTextContents()).toEqual(Array(3).fill('2025-11-25'));
  await page.details.getByRole('row', { name: /^tools its tools can be listed and called \d+×$/ }).waitFor();
  await page.detailTab('State');
  const state = page.details.getByRole('group', { name: 'State' });
  await state.getByRole('heading', { name: 'Changed by this event' }).waitFor();
  // Nothing can be sent from here, and nothing offers to.
  expect(await page.page.getByRole('button', { name: /send|call tool|refresh/i }).count()).toBe(0);

  // The panels are folded until one is asked for.
  await page.tab('Tools');
  await page.dock.getByRole('button', { name: /water_plant/ }).click();
  await page.dock.getByText('Water a plant').first().waitFor();
  await page.tab(/^Server *$/);
  await page.dock.getByText('Water plants below 0.3 moisture.').waitFor();
  await page.tab('Log');
  // What the server asked, and the answer as it was given.
  await page.tab('Server requests');
  await page.dock.getByText('sampling/createMessage').first().waitFor();
  await page.dock.getByText('Answer', { exact: true }).waitFor();
  await page.dock.getByText(/"role": "assistant"/).waitFor();
  await page.expectAccessible();
  expect(page.requests).toEqual([file.url]);
  await page.close();
});

test('time travel, filter, language and theme', async () => {
  const page = await openFile(file.url, { scheme: 'dark', width: 1024, height: 700 });
  await page
    .row(/tools\/list/)
    .first()
    .waitFor();
  expect(await page.page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  const slider = page.page.getByRole('slider', { name: 'Position in the session' });
  await slider.fill('6');
  await expect.poll(() => shown(page)).toBe('6 of 42 events');
  await expect.poll(() => page.phase('Discovery')).toMatch(/upcoming/);
  await page.page.getByRole('combobox', { name: 'Speed' }).selectOption('100×');
  await page.page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => shown(page)).toBe('42 of 42 events');

  const filter = await page.filterField();
  await filter.fill('status:error');
  await page.page
    .getByText(/\d+ hidden/)
    .first()
    .waitFor();
  await expect.poll(() => page.rows.count()).toBeLessThan(14);
  await filter.fill('');
  await page.expectAccessible();

  await page.openMenu();
  await page.page.getByRole('combobox', { name: 'Theme' }).selectOption('light');
  await expect.poll(() => page.page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  await page.page.getByRole('combobox', { name: 'Language' }).selectOption('zh-CN');
  await page.page.getByRole('button', { name: '保存录制' }).waitFor();
  await page.page.getByText('已脱敏 2 处').waitFor();
  expect(page.requests).toEqual([file.url]);
  await page.close();
});

test('a link leads to its event, and the recording comes out as it went in', async () => {
  const { recorded } = await exampleRecording();
  const call = recorded.events.find((event) => event.k === 'stderr');
  const events = Array.from({ length: 3000 }, (_, s) => ({
    ...(call ?? { k: 'stderr' as const }),
    s,
    t: s * 1000,
    text: `line ${s}\n`,
  }));
  const long = await viewerFile({ header: recorded.header, events });
  const page = await openFile(`${long.url}#s=2345`);
  await page.row(/line 2345/).waitFor();
  await page.details.getByText('line 2345').first().waitFor();
  await page.page.evaluate(() => (location.hash = '#s=12'));
  await page.row(/line 12\b/).waitFor();
  await page.details.getByText('line 12').first().waitFor();
  // What was linked to is in a run, which was unfolded for it; folded, the first stands for all.
  const list = page.page.getByRole('listbox', { name: 'Sequence diagram' });
  const run = page.row(/2,990 more lines of stderr, folded/);
  await list.press('ArrowLeft');
  await run.and(page.page.locator('[aria-selected=true]')).waitFor();
  await page.row(/line 2999/).waitFor();
  await list.press('k');
  await page.details.getByText('line 5').first().waitFor();
  await list.press('j');
  await page.details.getByText('line 6').first().waitFor();
  await page.expectAccessible();
  await list.press('Enter');
  await run.waitFor({ state: 'detached' });
  await list.press('j');
  await page
    .row(/line 7\b/)
    .and(page.page.locator('[aria-selected=true]'))
    .waitFor();
  await page.page.getByText('This recording has no end').waitFor();

  const download = page.page.waitForEvent('download');
  await page.page.getByRole('button', { name: 'Save recording' }).click();
  const pieces: Buffer[] = [];
  for await (const piece of await (await download).createReadStream()) pieces.push(piece as Buffer);
  const saved = Buffer.concat(pieces).toString('utf8');
  const lines = saved.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([recorded.header, ...events]);
  await page.close();
  await long.remove();
});

test('what the session breaks is marked, as of the playhead too', async () => {
  const page = await openFile(file.url);
  const mark = page.row(/Finding: Write nothing but messages to stdout/);
  await mark.click();
  await page.details.getByText('How to fix the server').waitFor();
  await page.tab('Findings');
  const rule = page.dock.getByRole('button', { name: /Write nothing but messages to stdout/ });
  await rule.waitFor();
  await page.page.getByRole('slider', { name: 'Position in the session' }).fill('6');
  await rule.waitFor({ state: 'detached' });
  await page.expectAccessible();
  expect(page.requests).toEqual([file.url]);
  await page.close();
});

test('a damaged file says so', async () => {
  const damaged = await htmlFile(file.html.replace(/(id="lifeline-recording">.{40}).{200}/, '$1'));
  const page = await openFile(damaged.url);
  await page.page.getByText('The recording in this file is damaged').waitFor();
  await page.close();
  await damaged.remove();
});
