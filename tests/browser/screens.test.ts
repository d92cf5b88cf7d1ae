/** Every screen: nothing that axe objects to at WCAG AA, in both themes and both languages. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVERYTHING } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
/** One page for what is in English. */
let page: Lifeline;
beforeAll(async () => {
  relay = await startRelayProcess();
  page = await openLifeline(relay.url);
});
afterAll(async () => {
  await page.close();
  await relay.remove();
});

/** Look at the screen in the other theme too, which has the same elements in other colours. */
async function expectAccessible(): Promise<void> {
  await page.expectAccessible();
  await show('dark');
  await page.expectAccessible(['color-contrast']);
  await show('light');
}

/** As when the person's system changes its theme. */
async function show(colorScheme: 'light' | 'dark'): Promise<void> {
  await page.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.page.waitForFunction((scheme) => document.documentElement.dataset['theme'] === scheme, colorScheme);
}

async function openExample(page: Lifeline, name = 'Open the example'): Promise<void> {
  await page.page.getByRole('button', { name }).click();
  await page.page.waitForFunction(() => document.querySelectorAll('[role=listbox] [role=option]').length > 5);
}

test('the connect screen', async () => {
  await page.page.getByRole('heading', { name: 'Connect to a server' }).waitFor();
  await expectAccessible();
  await page.page.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  await page.page
    .getByRole('textbox', { name: 'Server configuration' })
    .fill('{"mcpServers":{"a":{"command":"x"},"b":{}}}');
  await page.page.getByText('Skipped (no command or url): b').waitFor();
  await expectAccessible();
  page.expectNoErrors();
});

test('a live session: details and docks', async () => {
  await page.connectStdio(`"${process.execPath}" "${EVERYTHING}" stdio`);
  await page.operating();
  await page.select(page.row(/result of tools\/list/).first());
  for (const tab of ['Call', 'Message', 'Raw', 'State']) {
    await page.detailTab(tab);
    await expectAccessible();
  }
  for (const dock of ['Tools', 'Resources', 'Prompts', 'Server requests', 'Compose']) {
    await page.tab(new RegExp(`^${dock}`));
    const first = page.dock.getByRole('tabpanel').getByRole('listitem').getByRole('button').first();
    if (dock === 'Tools' || dock === 'Resources' || dock === 'Prompts') await first.click();
    await expectAccessible();
  }
  await page.page.keyboard.press('ControlOrMeta+k');
  await page.page.getByRole('dialog', { name: 'Commands' }).waitFor();
  await expectAccessible();
  await page.page.keyboard.press('Escape');
  await page.menu('Help');
  await page.page.getByRole('dialog', { name: 'Help' }).waitFor();
  await expectAccessible();
  await page.page.keyboard.press('Escape');
  page.expectNoErrors();
});

test('a failed session', async () => {
  await page.connectStdio('no-such-program --flag');
  await page.problem.getByText('Command not found').waitFor();
  await page.problem.getByRole('button', { name: 'Edit server' }).waitFor();
  // It never answered, so it is not remembered.
  expect(await page.page.getByRole('button', { name: 'Connect no-such-program' }).count()).toBe(0);
  await expectAccessible();
  page.expectNoErrors();
});

test('an opened recording, narrow', async () => {
  await page.page.setViewportSize({ width: 1024, height: 700 });
  await page.newConnection();
  await openExample(page);
  await (await page.filterField()).fill('kind:malformed');
  await page.select(page.row(/malformed/).first());
  await expectAccessible();
  page.expectNoErrors();
  await page.page.setViewportSize({ width: 1440, height: 900 });
});

test('headings side by side are on one line, and the coloured filter lies on the text that is typed', async () => {
  await page.newConnection();
  const placeOf = (element: Locator): Promise<{ left: number; top: number; bottom: number }> =>
    element.evaluate((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      const { left, top, bottom } = range.getBoundingClientRect();
      return { left, top, bottom };
    });
  const title = await placeOf(page.page.getByRole('heading', { name: 'Connect to a server' }));
  const beside = await placeOf(page.page.getByRole('heading', { name: 'Servers' }));
  expect(beside.top).toBeGreaterThanOrEqual(title.top);
  expect(beside.bottom).toBeLessThanOrEqual(title.bottom);

  await openExample(page);
  const field = await page.filterField();
  await field.fill('kind:message');
  const typed = await field.evaluate((each) => {
    const { borderLeftWidth, paddingLeft } = getComputedStyle(each);
    return each.getBoundingClientRect().left + parseFloat(borderLeftWidth) + parseFloat(paddingLeft);
  });
  const drawn = page.page.locator('[aria-hidden=true]').getByText('kind:', { exact: true });
  expect((await placeOf(drawn)).left).toBeCloseTo(typed, 1);
  page.expectNoErrors();
});

test('简体中文: all but names and the wire is in the person’s language, which is kept over a reload', async () => {
  const page = await openLifeline(relay.url, { locale: 'zh-CN' });
  await page.page.getByRole('heading', { name: '连接到服务器' }).waitFor();
  await openExample(page, '打开示例');
  await page.page
    .getByRole('listbox')
    .getByRole('option', { name: /initialize/ })
    .first()
    .click();
  // Everything but names, protocol terms and the wire itself is in the person's language.
  expect(await page.page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  await page.expectAccessible();
  // The language is a setting, kept over a reload.
  await page.page.getByRole('button', { name: '更多', exact: true }).click();
  await page.page.getByRole('combobox', { name: '语言' }).selectOption('en');
  await page.page.reload();
  await page.status.getByText('opened from a file').waitFor();
  await page.close();
});
