/** Looking at a recording: stepping, scrubbing, playing, with the state as of each event; filter, keys, palette. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';
import { startStaticSite } from './static-site.ts';

useBrowser();

let site: { readonly url: string; close(): Promise<void> };
let relay: RelayProcess | undefined;
beforeAll(async () => {
  site = await startStaticSite();
});
afterAll(async () => {
  await site.close();
  await relay?.remove();
});

async function example(): Promise<Lifeline> {
  const page = await openLifeline(site.url);
  await page.page.getByRole('button', { name: 'Open the example' }).click();
  await page.status.getByText('opened from a file').waitFor();
  await expect.poll(() => page.events()).toBe(42);
  return page;
}

test('playback shows everything as of an event', async () => {
  const page = await example();
  const slider = page.page.getByRole('slider', { name: 'Position in the session' });
  const button = (name: string) => page.page.getByRole('button', { name, exact: true });

  await slider.fill('3');
  await button('Jump to start').click();
  await expect.poll(() => page.events()).toBe(0);
  for (let step = 0; step < 6; step++) await button('One event forward').click();
  await expect.poll(() => page.events()).toBe(6);
  // initialize is answered, the rest has not happened yet.
  await expect.poll(() => page.phase('Initialization')).toMatch(/current/);
  await expect.poll(() => page.phase('Discovery')).toMatch(/upcoming/);
  await (await page.panelTab({ name: 'Tools', exact: true })).waitFor();

  await slider.fill('12');
  await expect.poll(() => page.events()).toBe(12);
  await (await page.panelTab({ name: 'Tools 6' })).waitFor();
  await slider.fill('28');
  // The sampling request is open at this point of the recording.
  await (await page.panelTab({ name: /Server requests.*1 waiting/ })).waitFor();
  await button('One event forward').click();
  await (await page.panelTab({ name: 'Server requests', exact: true })).waitFor();
  await button('One event back').click();
  await expect.poll(() => page.events()).toBe(28);

  await slider.press('Home');
  await expect.poll(() => page.events()).toBe(0);
  await slider.press('ArrowRight');
  await expect.poll(() => page.events()).toBe(1);
  await slider.press('End');
  await expect.poll(() => page.events()).toBe(42);

  // The ruler takes the playhead along; a drag below it leaves that window of time.
  const strip = await page.page
    .getByRole('presentation')
    .filter({ has: page.page.locator('canvas') })
    .last()
    .boundingBox();
  const { x, y, width } = strip ?? { x: 0, y: 0, width: 0 };
  const drag = async (from: number, to: number, down: number): Promise<void> => {
    await page.page.mouse.move(x + width * from, y + down);
    await page.page.mouse.down();
    await page.page.mouse.move(x + width * to, y + down, { steps: 3 });
    await page.page.mouse.up();
  };
  await drag(0.9, 0.5, 6);
  await expect.poll(() => page.events()).toBeLessThan(40);
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/, \d+ of 42 events$/);
  await button('Jump to end').click();
  const filter = await page.filterField();
  const rows = await page.rows.count();
  await drag(0.4, 0.6, 30);
  await expect.poll(() => filter.inputValue()).toMatch(/^at:[\d.]+s\.\.[\d.]+s$/);
  await expect.poll(() => page.rows.count()).toBeLessThan(rows);
  await page.expectAccessible();
  await page.page.getByRole('button', { name: /^Clear range/ }).click();
  await expect.poll(() => filter.inputValue()).toBe('');
  await filter.fill('method:tools/* at:0s..1s');
  await page.select(page.row(/tools\/list/).first());
  await page.page.keyboard.press('Escape');
  await expect.poll(() => filter.inputValue()).toBe('method:tools/*');
  await filter.fill('');

  await slider.fill('3');
  await page.page.getByRole('combobox', { name: 'Speed' }).selectOption('100×');
  await button('Jump to start').click();
  await button('Play').click();
  await expect.poll(() => page.events()).toBe(42);
  await button('Play').waitFor();
  await page.close();
});

test('the filter, and what it hides', async () => {
  const page = await example();
  const filter = await page.filterField();
  await filter.fill('status:error');
  await expect.poll(() => page.rows.count()).toBeLessThan(14);
  await page
    .row(/tool error|clear_bed/)
    .first()
    .waitFor();
  await page.page
    .getByText(/\d+ hidden/)
    .first()
    .waitFor();
  await filter.fill('kind:stderr dur:soon');
  await page
    .row(/garden: 3 plants/)
    .first()
    .waitFor();
  await page.page
    .getByRole('button', { name: /Clear the filter/ })
    .first()
    .click();
  await expect.poll(() => filter.inputValue()).toBe('');
  await page.close();
});

test('the keyboard moves through rows, operations and errors', async () => {
  const page = await example();
  const press = (key: string) => page.page.keyboard.press(key);
  const search = await page.filterField();
  const heading = async (): Promise<string> => (await page.details.textContent()) ?? '';
  await page.select(page.row(/initialize/).first());
  await press('g');
  // A finding is walked to as what went wrong is, once the session is judged.
  await page
    .row(/^Finding: /)
    .first()
    .waitFor();
  await press('n');
  await expect.poll(heading).toContain('event 16');
  await press('n');
  await expect.poll(heading).toContain('event 24');
  await press('n');
  await expect.poll(heading).toContain('Trailing comma');
  await press('N');
  await expect.poll(heading).toContain('event 24');
  // On the time scale rows are further apart, and what is selected stays in view.
  const scale = page.page.getByRole('button', { name: /^Time scale/ });
  const list = page.page.getByRole('listbox', { name: 'Sequence diagram' });
  const height = (): Promise<number> => list.evaluate((box) => box.scrollHeight);
  const inOrder = await height();
  await press('s');
  await expect.poll(() => scale.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(height).toBeGreaterThan(inOrder);
  const timed = await height();
  await press('+');
  await expect.poll(height).toBeGreaterThan(timed);
  await press('-');
  await expect.poll(height).toBe(timed);
  await page.rows.and(page.page.getByRole('option', { selected: true })).waitFor();
  await press('s');
  await expect.poll(height).toBe(inOrder);
  await press('/');
  await page.holdsKeyboard(search);
  await page.page.keyboard.type('method:tools/call');
  await expect.poll(() => search.inputValue()).toBe('method:tools/call');
  await press('Escape');
  await press('Escape');
  await press('?');
  await page.page.getByRole('dialog', { name: 'Help' }).waitFor();
  await press('Escape');
  await page.page.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'detached' });
  await press('ControlOrMeta+k');
  await page.pick('Commands', 'dark', /dark/i);
  await expect.poll(() => page.page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await page.close();
});

test('a recording named on the command line is shown at once', async () => {
  relay = await startRelayProcess([new URL('../../web/public/example.mcprec', import.meta.url).pathname]);
  const page = await openLifeline(relay.url);
  await expect.poll(() => page.events()).toBe(42);
  // The key is gone from the address bar.
  await expect.poll(() => page.page.url()).toMatch(new RegExp(`^${relay.origin}/#session=[^&]+$`));
  await page.close();
});

test('files that are no recordings are refused in words, cut ones open', async () => {
  const page = await example();
  const open = async (name: string, text: string): Promise<void> => {
    const chooser = page.page.waitForEvent('filechooser');
    await page.menu('Open…');
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
  };
  await open('letter.txt', 'Dear server,\n');
  await page.page.getByText(/letter\.txt: unrecognized file, neither a recording/).waitFor();
  await open('future.mcprec', '{"mcprec":99}\n');
  await page.page.getByText(/made by a newer version/).waitFor();
  const text = await (await fetch(new URL('example.mcprec', site.url))).text();
  await open('cut.mcprec', text.slice(0, 6000));
  await page.page.getByText('This recording has no end').waitFor();
  await expect.poll(() => page.events()).toBeGreaterThan(10);
  // Several sessions side by side as tabs; closing one leaves the other.
  const tabs = page.page.getByRole('navigation', { name: 'Sessions' }).getByRole('listitem');
  await expect.poll(() => tabs.count()).toBe(2);
  await page.menu(/^Close /);
  await expect.poll(() => page.events()).toBe(42);
  // Opened files are still there after a reload.
  await page.page.reload();
  await expect.poll(() => page.events()).toBe(42);
  await page.close();
});
