/** A session as one line for each operation: order, groups, filter, what is inside a line, and playback. */
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVERYTHING, STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
const folder = mkdtempSync(join(tmpdir(), 'lifeline-operations-'));
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(async () => {
  await relay.remove();
  rmSync(folder, { recursive: true, force: true });
});

const call = (name: string, given: object, _meta?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 'auto', method: 'tools/call', params: { name, arguments: given, _meta } });

/** Twelve calls at once, one that takes long and reports progress, and one in which the server asks. */
const SCRIPT = [
  ...Array.from({ length: 12 }, (_, at) => call('echo', { message: `number ${String(at + 1)}` })),
  '@wait answers',
  call('trigger-long-running-operation', { duration: 1, steps: 4 }, { progressToken: 'p' }),
  '@wait answers',
  call('no-such-tool', {}),
  call('trigger-sampling-request', { prompt: 'A river?', maxTokens: 20 }),
].join('\n');

test('an operation has the mark of what its events break, and when it is open they have it', async () => {
  const open = await openLifeline(relay.url);
  const { page } = open;
  await open.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}" result-and-error`);
  await open.tab('Compose');
  await open.compose('{"jsonrpc":"2.0","id":70,"method":"tools/call","params":{"name":"x"}}');
  await open.send();
  await page.getByRole('button', { name: 'Operations' }).click();
  const grid = page.getByRole('treegrid', { name: 'Operations' });
  const call = grid.getByRole('row', { name: /tools\/call.*Finding: .*error/ }).first();
  await call.click();
  await open.expectAccessible();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => grid.getByRole('row', { level: 2, name: /Finding: / }).count()).toBe(1);
  await open.close();
});

test('at 1024 pixels a time stays in its column while it goes on, and an outcome is not cut for the mark of the slowest', async () => {
  const open = await openLifeline(relay.url, { width: 1024, height: 700 });
  const { page } = open;
  await open.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}" never`);
  await open.operating();
  await open.compose('{"jsonrpc":"2.0","id":71,"method":"tools/call","params":{"name":"x"}}');
  await open.send();
  await page.getByRole('button', { name: 'Operations' }).click();
  const row = page
    .getByRole('treegrid', { name: 'Operations' })
    .getByRole('row', { name: /tools\/call/ })
    .first();
  await row.waitFor();
  // Nothing of it is out of the cell that holds it.
  const cut = (): Promise<string[]> =>
    row.evaluate((line) =>
      [...line.querySelectorAll<HTMLElement>('[role=gridcell]:not(.axis, .what), .pending')]
        .filter((each) => each.scrollWidth > each.clientWidth + 1)
        .map((each) => each.textContent ?? ''),
    );
  await row.getByText('pending').waitFor();
  await expect.poll(cut).toEqual([]);
  await open.close();
});

test('operations of a session, live and from a file', async () => {
  const lifeline = await openLifeline(relay.url);
  const { page, dock } = lifeline;
  await lifeline.connectStdio(`"${process.execPath}" "${EVERYTHING}" stdio`);
  await lifeline.operating();
  await lifeline.tab('Compose');
  await dock.getByRole('radio', { name: 'Script' }).check({ force: true });
  await lifeline.retype(dock.getByRole('textbox', { name: 'Script' }), SCRIPT);
  await page.keyboard.press('ControlOrMeta+Enter');

  const grid = page.getByRole('treegrid', { name: 'Operations' });
  const line = (name: string | RegExp) => grid.getByRole('row', { name });
  const first = () => grid.getByRole('row').nth(1).getAttribute('aria-label');
  const head = (name: string | RegExp) => grid.getByRole('columnheader', { name }).getByRole('button').first();
  const filter = await lifeline.filterField();
  await page.getByRole('button', { name: 'Operations' }).click();

  // While the server's question waits, the call that caused it is pending and the question stands inside it.
  const asking = line(/tools\/call trigger-sampling-request/);
  await asking.filter({ hasText: 'pending' }).waitFor();
  await line(/server request during a call.* sampling\/createMessage/).waitFor();
  await expect.poll(() => asking.locator('.nested').count()).toBe(1);
  await lifeline.expectAccessible();
  await lifeline.tab(/^Server requests/);
  await dock.getByRole('textbox', { name: 'Text' }).fill('The Danube');
  await dock.getByRole('button', { name: 'Send answer' }).first().click();
  await asking.filter({ hasText: 'The Danube' }).waitFor();
  // The question stands below its call, with its own words and those of the answer.
  await expect.poll(() => grid.getByText(/asked: .*A river\?.*answered: .*The Danube/).count()).toBe(1);

  // Twelve calls are told apart by what they asked and what came.
  await filter.fill('echo');
  for (const number of [3, 12])
    await line(new RegExp(`echo .*number ${String(number)}".*Echo: number ${String(number)}`)).waitFor();
  await expect.poll(() => line(/tools\/call echo/).count()).toBe(12);
  await expect.poll(() => line(/initialize/).count()).toBe(0);
  await filter.fill('nothing of this kind');
  await page.getByText('The filter hides all operations.').waitFor();
  await page.getByRole('button', { name: 'Clear filter', exact: true }).click();

  // Progress is on the bar of its call.
  await expect
    .poll(() =>
      line(/tools\/call trigger-long-running-operation/)
        .locator('.tick')
        .count(),
    )
    .toBe(4);

  // Slowest first, by keyboard.
  expect(await head('Time').evaluate((button: HTMLElement) => button.tabIndex)).toBe(0);
  await head('Time').press('Enter');
  await expect
    .poll(() => grid.getByRole('columnheader', { name: 'Time' }).getAttribute('aria-sort'))
    .toBe('descending');
  // A server that is slow to start can make the version probe the slowest, or the handshake.
  const slowest = /server\/discover|initialize|trigger-long-running-operation|trigger-sampling-request/;
  await expect.poll(first).toMatch(slowest);
  await head('Time').click();
  await expect.poll(() => grid.getByRole('columnheader', { name: 'Time' }).getAttribute('aria-sort')).toBe('ascending');
  // The handshake can be the fastest, too; the calls that wait, by a timer or for a person, cannot.
  await expect.poll(first).not.toMatch(/trigger-long-running-operation|trigger-sampling-request/);

  // The slowest is named above the list, with the reason, and leads to its line.
  const named = page.getByRole('button', { name: /^Slowest after initialization:/ });
  await expect.poll(() => named.textContent()).toMatch(slowest);
  await named.click();
  await expect.poll(() => grid.getByRole('row', { selected: true }).textContent()).toMatch(/slowest/);
  // Keys show a shorter window of time around it, and the whole again.
  await page.keyboard.press('+');
  await expect.poll(() => filter.inputValue()).toMatch(/^at:/);
  await page.keyboard.press('-');
  await expect.poll(() => filter.inputValue()).toBe('');

  // What is inside: the events of the call, one of which is selected.
  const long = line(/tools\/call trigger-long-running-operation/);
  await long.click();
  await expect.poll(() => long.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => long.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => grid.getByRole('row', { level: 2 }).count()).toBe(6);
  await page.keyboard.press('.');
  await expect
    .poll(() =>
      line(/notifications\/progress/)
        .first()
        .getAttribute('aria-selected'),
    )
    .toBe('true');
  await page.keyboard.press(',');
  await expect.poll(() => long.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => grid.getByRole('row', { level: 2 }).count()).toBe(0);

  // By tool, with the figures of each.
  await head(/Operation/).press('Tab');
  await grid.getByRole('button', { name: 'By tool' }).click();
  const echo = grid.getByRole('row', { name: /^echo tools\/call 12 calls/ });
  await echo.getByText('p95').waitFor();
  await grid
    .getByRole('row', { name: /no-such-tool/ })
    .getByText('1 failed')
    .waitFor();
  await echo.click();
  await expect.poll(() => line(/tools\/call echo message/).count()).toBe(12);
  await lifeline.expectAccessible();
  await grid.getByRole('button', { name: 'By tool' }).click();
  await grid.getByRole('columnheader', { name: 'Start and duration' }).getByRole('button').click();

  // Rows by key, and back to the messages.
  await page.keyboard.press('g');
  await expect
    .poll(() => grid.getByRole('row', { selected: true }).getAttribute('aria-label'))
    .toMatch(/server\/discover/);
  const before = await grid.getByRole('row', { selected: true }).getAttribute('aria-rowindex');
  await page.keyboard.press('j');
  await expect.poll(() => grid.getByRole('row', { selected: true }).getAttribute('aria-rowindex')).not.toBe(before);
  await page.keyboard.press('k');
  await page.keyboard.press('o');
  await lifeline.row(/result of initialize/).waitFor();

  // The same from the file, as of the playhead, in the dark.
  await lifeline.menu('Disconnect');
  await lifeline.status.getByText('closed').waitFor();
  const path = join(folder, 'operations.mcprec');
  await (await lifeline.save('with secrets')).saveAs(path);
  const chooser = page.waitForEvent('filechooser');
  await lifeline.menu('Open…');
  await (await chooser).setFiles(path);
  await lifeline.status.getByText('opened from a file').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  // Nothing stands beside the diagram until it is asked for.
  expect(await dock.count()).toBe(0);
  await lifeline.tab(/^Tools/);
  await dock.getByRole('searchbox').waitFor();
  await dock.getByRole('button', { name: 'Close panel' }).click();
  await expect.poll(() => dock.count()).toBe(0);
  await page.keyboard.press('o');
  await page.keyboard.press('/');
  await filter.fill('method:initialize');
  await line(/initialize/).waitFor();
  const slider = page.getByRole('slider', { name: 'Position in the session' });
  await expect.poll(() => line(/initialize/).textContent()).not.toContain('pending');
  const asked = readFileSync(path, 'utf8')
    .split('\n')
    .findIndex((each) => each.includes('"method\\":\\"initialize'));
  // The header is a line too, so that the line's number is how many events there are up to it.
  await slider.fill(String(asked));
  await expect.poll(() => line(/initialize/).textContent()).toContain('pending');
  await page.getByRole('button', { name: 'Jump to end' }).click();
  await expect.poll(() => line(/initialize/).textContent()).not.toContain('pending');
  await lifeline.expectAccessible();
  await lifeline.close();
});
