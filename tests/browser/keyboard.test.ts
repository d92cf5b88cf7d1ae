/** The page by keyboard: the first field, the palette, regions and tabs, a call from its form, the help. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { EVERYTHING } from '../fixtures/start.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(() => relay.remove());

test('a session is begun, found through and used without a pointer', async () => {
  let answerStatus = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answerStatus = resolve));
  const lifeline = await openLifeline(relay.url, {
    prepare: (page) => page.route('**/api/status', (route) => asked.then(() => route.continue())),
  });
  const { page, dock, details } = lifeline;
  const command = page.getByRole('textbox', { name: 'Command' });
  await lifeline.holdsKeyboard(command);
  // Letters that are keys elsewhere, and a question mark, are text here.
  const line = `"${process.execPath}" "${EVERYTHING}" stdio`;
  await page.keyboard.type('n?');
  await expect.poll(() => command.inputValue()).toBe('n?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await command.fill(line);
  await page.keyboard.press('Enter');
  // However slow the machine: what is pressed before the relay has answered is not lost.
  answerStatus();
  await lifeline.operating();

  const palette = page.getByRole('combobox', { name: 'Commands' });
  const find = async (text: string, entry: string | RegExp): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await palette.fill(text);
    await page.getByRole('option', { name: entry, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
  };
  await find('call echo', /^Call echo/);
  const message = dock.getByRole('textbox', { name: /^message/ });
  await message.fill('from the keyboard');
  await message.press('ControlOrMeta+Enter');
  await dock.getByText('Echo: from the keyboard').first().waitFor();
  await find('#3', 'Go to event 3');
  await details.getByText('event 3', { exact: true }).waitFor();
  await find('phase init', 'Go to phase Initialization');
  await expect.poll(() => details.textContent()).toContain('server/discover');
  await find('prompts', /^Prompts/);
  await expect.poll(() => dock.getByRole('tab', { selected: true }).textContent()).toMatch(/^Prompts/);

  // From the diagram to the dock and to the details, and to their tabs; Alt where digits are text.
  const regionOf = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.closest('[aria-label]:is(section, [role=listbox])')?.ariaLabel ?? '');
  await page.getByRole('listbox', { name: 'Sequence diagram' }).focus();
  await page.keyboard.press('F6');
  await expect.poll(regionOf).toBe('Send');
  await page.keyboard.press('F6');
  await expect.poll(regionOf).toBe('Details');
  await page.keyboard.press('F6');
  await expect.poll(regionOf).toBe('Panel');
  await page.keyboard.press('1');
  await expect.poll(() => dock.getByRole('tab', { selected: true }).textContent()).toMatch(/^Tools/);
  await message.focus();
  await page.keyboard.press('Alt+2');
  await expect.poll(() => dock.getByRole('tab', { selected: true }).textContent()).toMatch(/^Resources/);
  await page.keyboard.press('Shift+F6');
  await expect.poll(regionOf).toBe('Details');

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect.poll(() => help.getByRole('heading', { level: 3 }).nth(0).textContent()).toBe('Keyboard shortcuts');
  await help.getByRole('button', { name: 'Open: Compose' }).click();
  await dock.getByRole('textbox', { name: 'Message to send' }).waitFor();
  await lifeline.close();
});

test('where there is one column, details and servers lie over the session and give the keyboard back', async () => {
  const lifeline = await openLifeline(relay.url, { width: 390, height: 844 });
  const { page, rows, details } = lifeline;
  await page.getByRole('button', { name: 'Open the example' }).click();
  await rows.nth(3).waitFor();
  const list = page.getByRole('listbox', { name: 'Sequence diagram' });
  expect(await details.count()).toBe(0);
  await list.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await details.waitFor();
  await lifeline.expectAccessible();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  await lifeline.holdsKeyboard(list);
  await rows.nth(3).click();
  await details.waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await details.waitFor({ state: 'detached' });

  await lifeline.openPanel();
  const more = page.getByRole('combobox', { name: 'More' });
  await more.selectOption({ label: 'Server' });
  await expect.poll(() => lifeline.dock.getByRole('tab', { selected: true }).textContent()).toMatch(/^Server *$/);

  await page.keyboard.press('Escape');
  const button = page.getByRole('button', { name: 'Sessions' });
  await button.click();
  const servers = page.getByRole('navigation', { name: 'Sessions' });
  await servers.waitFor();
  await lifeline.expectAccessible();
  await page.keyboard.press('Escape');
  await servers.waitFor({ state: 'detached' });
  await lifeline.holdsKeyboard(button);
  await lifeline.close();
});

test('after a reload the diagram has the keyboard, and its ring with the first key, over the phase that sticks', async () => {
  const lifeline = await openLifeline(relay.url);
  const { page, rows } = lifeline;
  await page.getByRole('button', { name: 'Open the example' }).click();
  await rows.nth(3).waitFor();
  await page.reload();
  await rows.nth(3).waitFor();
  const list = page.getByRole('listbox', { name: 'Sequence diagram' });
  await lifeline.holdsKeyboard(list);
  const ring = (): Promise<string> =>
    list.evaluate((box) => {
      const { content, zIndex } = getComputedStyle(box.parentElement ?? box, '::after');
      return content === 'none' ? content : zIndex;
    });
  expect(await ring()).toBe('none');
  await page.keyboard.press('ArrowDown');
  await expect.poll(ring).toBe('2');
  await lifeline.close();
});

test('the palette offers what becomes possible while it is open', async () => {
  const own = await startRelayProcess();
  onTestFinished(() => own.remove());
  const [lifeline, other] = [await openLifeline(own.url), await openLifeline(own.url)];
  await lifeline.connectStdio(`"${process.execPath}" "${EVERYTHING}" stdio`);
  await lifeline.operating();
  const rerun = lifeline.page.getByRole('option', { name: /^Rerun/, selected: true });
  await lifeline.page.keyboard.press('ControlOrMeta+k');
  await lifeline.page.getByRole('combobox', { name: 'Commands' }).fill('Rerun');
  await lifeline.page.getByRole('option', { selected: true }).or(lifeline.page.getByText('No command')).waitFor();
  expect(await rerun.count()).toBe(0);

  await other.page.getByRole('button', { name: / \(running\)$/ }).click();
  await other.menu('Disconnect');
  await rerun.waitFor();
  await lifeline.close();
  await other.close();
});
