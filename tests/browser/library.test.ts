/** The library and notes as a person uses them: find, describe, delete and have back, annotate; sessions that stay. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecorded } from '#shared/recording';
import type { Locator } from 'playwright-core';
import { app } from '../../web/base/i18n/en/app.ts';
import { library as own } from '../../web/base/i18n/en/library.ts';
import { EVERYTHING, STDIO_MISBEHAVE, startHttpSse, type RunningServer } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';
import { startStaticSite } from './static-site.ts';

useBrowser();

let relay: RelayProcess;
let server: RunningServer;
let site: { readonly url: string; close(): Promise<void> };
beforeAll(async () => {
  [relay, server, site] = await Promise.all([startRelayProcess(), startHttpSse(), startStaticSite()]);
});
afterAll(async () => {
  await Promise.all([relay.remove(), server.close(), site.close()]);
});

/** How many events this browser has stored of the only session that it has. */
const storedLines = (page: Lifeline): Promise<number> =>
  page.page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('not read'));
      });
    const opened = await done(indexedDB.open('lifeline'));
    const pieces: readonly { lines: string }[] = await done(opened.transaction('lines').objectStore('lines').getAll());
    opened.close();
    return pieces.flatMap(({ lines }) => lines.split('\n')).length;
  });

const library = (page: Lifeline): Locator => page.page.getByRole('region', { name: 'Library' });
const recording = (page: Lifeline): Locator => page.page.getByRole('region', { name: 'Recording', exact: true });
const row = (page: Lifeline, name: string | RegExp): Locator => library(page).getByRole('row', { name });
const openLibrary = (page: Lifeline): Promise<void> =>
  page.page.getByRole('button', { name: 'Library', exact: true }).click();

test('a session is found, described, deleted and had back; a note on an event is in its file', async () => {
  const page = await openLifeline(relay.url);
  await openLibrary(page);
  await library(page).getByText('No recordings yet.').waitFor();
  await library(page).getByRole('button', { name: 'Connect to a server' }).click();
  for (const [expected, mode] of [
    [1, ''],
    [2, 'garbage'],
  ] as const) {
    await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}" ${mode}`);
    await page.operating();
    await page.menu('Disconnect');
    await page.status.getByText('closed').waitFor();
    await expect.poll(() => relay.recordings()).toHaveLength(expected);
  }

  // A note on an event of a session that is over.
  await page.select(page.row(/request initialize/).first());
  await page.page.keyboard.press('m');
  await page.details.getByRole('textbox', { name: 'Note on this event' }).fill('Here it <b>begins</b>');
  await page.details.getByRole('button', { name: 'Save note' }).click();
  await page.details.getByRole('note').getByText('Here it <b>begins</b>').waitFor();
  await page
    .row(/initialize.*note: Here it <b>begins<\/b>/)
    .first()
    .waitFor();
  await page.select(page.row(/notifications\/initialized/).first());
  await page.tab(/^Notes/);
  await page.dock.getByRole('button', { name: /initialize.*Here it/ }).click();
  await page.details.getByRole('button', { name: 'Edit note' }).click();
  await page.details.getByRole('textbox', { name: 'Note on this event' }).fill('It begins');
  await page.page.keyboard.press('ControlOrMeta+Enter');
  await page.details.getByRole('note').getByText('It begins').waitFor();
  await page.expectAccessible();
  const notesIn = (): string[] =>
    relay
      .recordings()
      .flatMap((path) => readRecorded(readFileSync(path, 'utf8')).recorded?.events ?? [])
      .flatMap((event) => (event.k === 'note' ? [event.text] : []));
  await expect.poll(notesIn).toEqual(['Here it <b>begins</b>', 'It begins']);

  // The list.
  await openLibrary(page);
  const rows = library(page).getByRole('rowgroup').getByRole('row');
  await expect.poll(() => rows.count()).toBe(2);
  await rows.first().click();
  await recording(page).getByRole('textbox', { name: 'Title' }).fill('The odd one');
  await recording(page).getByRole('textbox', { name: 'Tags' }).fill('stdout, slow');
  await recording(page).getByRole('textbox', { name: 'Note' }).fill('prints on standard output');
  await recording(page).getByRole('checkbox', { name: /^Pin/ }).check();
  await row(page, /The odd one.*pinned.*stdout.*slow/).waitFor();
  await expect.poll(() => row(page, /The odd one/).textContent()).toMatch(/fixture 1\.0\.0.*stdio · disk/);
  await page.expectAccessible();
  const search = library(page).getByRole('searchbox', { name: 'Search recordings' });
  await search.fill('STANDARD odd');
  await expect.poll(() => rows.count()).toBe(1);
  await search.fill('nothing like it');
  await library(page).getByText('No matching recordings.').waitFor();
  await library(page).getByRole('button', { name: 'Clear search' }).click();
  await library(page).getByRole('combobox', { name: 'Tag' }).selectOption('slow');
  await expect.poll(() => rows.count()).toBe(1);
  await library(page).getByRole('combobox', { name: 'Tag' }).selectOption('');
  await library(page).getByRole('button', { name: 'Title' }).click();
  await library(page)
    .getByRole('columnheader', { name: 'Title' })
    .and(page.page.locator('[aria-sort=ascending]'))
    .waitFor();

  // What each breaks, without opening it.
  await library(page).getByRole('button', { name: 'Findings' }).click();
  await expect.poll(() => row(page, /The odd one/).textContent()).toMatch(/\d+ MUST/);
  await recording(page)
    .getByRole('list', { name: 'Broken rules' })
    .getByText('Write nothing but messages to stdout')
    .waitFor();

  // Delete, and undo.
  await row(page, /The odd one/)
    .getByRole('checkbox')
    .check();
  await library(page).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.page.getByRole('button', { name: 'Undo' }).click();
  await row(page, /The odd one/).waitFor();

  // By keyboard, after a reload of the page.
  await page.page.reload();
  await openLibrary(page);
  await rows.first().waitFor();
  await library(page).getByRole('grid', { name: 'Recordings' }).focus();
  await page.page.keyboard.press('Home');
  await page.page.keyboard.press('Space');
  await page.page.keyboard.press('ArrowDown');
  await page.page.keyboard.press('Space');
  await library(page).getByText('2 selected').waitFor();
  await expect.poll(() => library(page).getByRole('button', { name: 'Compare' }).isEnabled()).toBe(true);
  await page.page.keyboard.press('Enter');
  await page
    .row(/initialize/)
    .first()
    .waitFor();
  await page.close();
});

test('a direct session stays in the browser after its tab is closed', async () => {
  const page = await openLifeline(relay.url);
  await page.connectHttp(server.url, 'direct');
  await page.operating();
  const sessions = page.page.getByRole('navigation', { name: 'Sessions' }).getByRole('listitem');
  await page.menu(/^Close /);
  await expect.poll(() => sessions.count()).toBe(0);
  await page.page.reload();
  await openLibrary(page);
  const mine = row(page, /http · browser/);
  await mine.click();
  await expect.poll(() => recording(page).textContent()).toMatch(/Operations\s*\d/);
  await recording(page).getByRole('button', { name: 'Open' }).click();
  // The reload may have come before the session was ended, but not before it began.
  await page.select(page.row(/result of initialize/).first());
  await page.page.keyboard.press('m');
  await page.details.getByRole('textbox', { name: 'Note on this event' }).fill('the end');
  await page.page.keyboard.press('ControlOrMeta+Enter');
  await page.details.getByRole('note').getByText('the end').waitFor();
  // The note stays too, and the session does when the tab that looked at it is closed.
  await page.menu(/^Close /);
  await openLibrary(page);
  await mine.dblclick();
  await page.tab(/^Notes/);
  await page.dock.getByRole('button', { name: /the end$/ }).waitFor();
  await openLibrary(page);
  await mine.click();
  await library(page).getByRole('button', { name: 'Delete' }).click();
  await mine.waitFor({ state: 'detached' });
  await page.page.getByRole('button', { name: 'Undo' }).click();
  // It comes back from the relay's trash, with its note.
  await row(page, /http · disk/).dblclick();
  await page.tab(/^Notes/);
  await page.dock.getByRole('button', { name: /the end$/ }).waitFor();
  await page.close(/CORS policy|ERR_FAILED|status of 40[05]/);
});

test('what a file says of itself is shown and found; what a person changes of it is in what they save', async () => {
  const page = await openLifeline(relay.url);
  const sample = new URL('../samples/v1/asked.mcprec', import.meta.url);
  const { header } = readRecorded(readFileSync(sample, 'utf8')).recorded ?? {};
  const labels = { tags: ['nightly', 'api'], note: 'from CI', commit: '9b2f1c4e8a7d', test: 'greets everybody' };
  const made = { ...header, id: '1'.repeat(20), title: 'made by CI', ...labels };
  await openLibrary(page);
  const folder = `${relay.home}/recordings`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/2026-01-01T000000Z-ci-${made.id}.mcprec`, `${JSON.stringify(made)}\n`);
  await library(page).getByRole('searchbox', { name: 'Search recordings' }).fill('9b2f1c4e greets');
  await row(page, /made by CI.*nightly.*api/).click();
  await expect.poll(() => recording(page).textContent()).toMatch(/Commit\s*9b2f1c4e8a7d\s*Test\s*greets everybody/);
  expect(await recording(page).getByRole('textbox', { name: 'Note' }).inputValue()).toBe('from CI');
  await recording(page).getByRole('textbox', { name: 'Tags' }).fill('api, looked at');
  await page.page.keyboard.press('Enter');
  await row(page, /made by CI.*looked at/).waitFor();
  await recording(page).getByRole('button', { name: 'Open' }).click();
  const saved = join(relay.home, 'saved.mcprec');
  await (await page.save('with secrets')).saveAs(saved);
  const { tags, note, commit, test: name } = readRecorded(readFileSync(saved, 'utf8')).recorded?.header ?? {};
  expect({ tags, note, commit, test: name }).toEqual({ ...labels, tags: ['api', 'looked at'] });
  await page.close();
});

test('an opened file that is kept says as much of its end as when it was opened, in the library and after a reload', async () => {
  const page = await openLifeline(relay.url);
  const seeReadingBack = (): void => {
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (...given) {
      if (this.name === 'lines') document.body.dataset['events'] = 'read back';
      return get.apply(this, given);
    };
  };
  await page.page.evaluate(seeReadingBack);
  const sample = readFileSync(new URL('../samples/v1/asked.mcprec', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const [header = '', ...lines] = sample;
  const footer = lines.pop() ?? '';
  const titled = (title: string): string => JSON.stringify({ ...JSON.parse(header), title });
  const tab = (name: string): Locator =>
    page.page.getByRole('navigation', { name: 'Sessions' }).getByRole('button', { name: new RegExp(`^${name}`) });
  const part = lines.slice(0, 4);
  const open = async (name: string, texts: readonly string[]): Promise<void> => {
    const buffer = Buffer.from(`${texts.join('\n')}\n`);
    const chooser = page.page.waitForEvent('filechooser');
    await page.menu('Open…');
    await (await chooser).setFiles({ name: `${name}.mcprec`, mimeType: 'application/octet-stream', buffer });
    await tab(name).waitFor();
  };
  await open('a part', [titled('a part'), ...part, footer.replace(/"events":\d+/, '"events":4')]);
  // Long enough for the library to look while it is still read.
  const more = Array.from({ length: 40_000 }, (_, at) =>
    JSON.stringify({ s: 4 + at, t: 4e9 + at, k: 'stderr', text: '\n' }),
  );
  await open('cut off', [titled('cut off'), ...part, ...more]);
  await openLibrary(page);
  await row(page, new RegExp(`cut off.*${own.cutShort}`)).waitFor();
  await row(page, /a part/).waitFor();
  expect(await row(page, new RegExp(`a part.*${own.cutShort}`)).count()).toBe(0);
  // What is in it was counted as it was read, and is as long as the file.
  const [bytes, events] = await page.page.evaluate(async () => {
    const opened = indexedDB.open('lifeline');
    await new Promise((resolve) => (opened.onsuccess = resolve));
    const sessions = opened.result.transaction('sessions').objectStore('sessions').getAll();
    await new Promise((resolve) => (sessions.onsuccess = resolve));
    opened.result.close();
    const stored = sessions.result as { header: { title: string }; read: { bytes: number } }[];
    return [stored.find(({ header: { title } }) => title === 'cut off')?.read.bytes, document.body.dataset['events']];
  });
  expect(bytes).toBe(Buffer.byteLength(`${[titled('cut off'), ...part, ...more].join('\n')}\n`));
  expect(events).toBeUndefined();
  // After a reload it is read back, which is seen.
  await page.page.addInitScript(seeReadingBack);
  await page.page.reload();
  await tab('cut off').click();
  await expect.poll(() => page.page.evaluate(() => document.body.dataset['events'])).toBe('read back');
  await page.page.getByText(app.cutShort).waitFor();
  await tab('a part').click();
  await page.page.getByText(app.cutShort).waitFor({ state: 'detached' });
  await page.close();
});

test('how long recordings are kept is settled in the page', async () => {
  const page = await openLifeline(relay.url);
  await openLibrary(page);
  await library(page).getByText('Kept forever').waitFor();
  await library(page).getByRole('button', { name: 'Retention' }).click();
  const dialog = page.page.getByRole('dialog', { name: 'How long recordings are kept' });
  await dialog.getByRole('textbox', { name: 'Days' }).fill('0');
  await dialog.getByText('Enter a whole number').waitFor();
  await dialog.getByRole('textbox', { name: 'Days' }).fill('30');
  await page.expectAccessible();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await library(page).getByText('Kept for 30 days').waitFor();
  // What is beyond it goes to the trash, and that is said.
  const path = `${relay.home}/recordings/2020-01-01T000000Z-old-${'0'.repeat(20)}.mcprec`;
  const { header } = readRecorded(readFileSync(relay.recordings()[0] ?? '', 'utf8')).recorded ?? {};
  const old = { ...header, id: '0'.repeat(20), title: 'very old', startedAt: '2020-01-01T00:00:00.000Z' };
  writeFileSync(path, `${JSON.stringify(old)}\n`);
  await row(page, /very old/).waitFor();
  await library(page).getByRole('button', { name: 'Retention' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.page
    .getByText(/^Retention moved 1 recording/)
    .first()
    .waitFor();
  await row(page, /very old/).waitFor({ state: 'detached' });
  await library(page)
    .getByText(/^Trash: 1 recording/)
    .waitFor();
  await page.close();
});

test('a browser that stores nothing says so', async () => {
  const page = await openLifeline('about:blank', { scheme: 'dark' });
  await page.page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('the quota is used up', 'QuotaExceededError');
    };
  });
  await page.page.goto(site.url);
  await page.page.getByRole('button', { name: 'Open the example' }).click();
  await page.page.getByText(/This browser can’t store the session: the quota is used up/).waitFor();
  await expect.poll(() => page.events()).toBe(42);
  await page.close();
});

test('a direct session goes on where nothing can be stored, says so, and is stored whole once there is room', async () => {
  const page = await openLifeline('about:blank');
  await page.page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...args) {
      // Some browsers have a name for it, and no words.
      if (document.documentElement.dataset['full']) throw new DOMException('', 'QuotaExceededError');
      return put.apply(this, args);
    };
  });
  await page.page.goto(site.url);
  await page.page.evaluate(() => (document.documentElement.dataset['full'] = 'yes'));
  await page.connectHttp(server.url, 'direct');
  await page.operating();
  await page.page.getByText(/can’t store the session from event 0 on: QuotaExceededError/).waitFor();
  await page.page.evaluate(() => delete document.documentElement.dataset['full']);
  await page.menu('Disconnect');
  await page.status.getByText('closed').waitFor();
  await expect.poll(async () => (await storedLines(page)) - (await page.events())).toBe(0);
  await page.page.reload();
  await page
    .row(/result of initialize/)
    .first()
    .waitFor();
  await page.close(/CORS policy|ERR_FAILED|status of 40[05]/);
});

test('at 1440 pixels a recording that goes on shows its whole name and that of its server', async () => {
  const page = await openLifeline(relay.url);
  await page.connectStdio(`"${process.execPath}" "${EVERYTHING}" stdio`);
  await page.operating();
  await page.page.getByRole('button', { name: 'Library', exact: true }).click();
  const row = page.page
    .getByRole('grid', { name: 'Recordings' })
    .getByRole('row', { name: /server-everything/ })
    .first();
  await row.getByText('still recording').waitFor();
  const cut = await row.evaluate((line) =>
    [...line.querySelectorAll<HTMLElement>('[role=gridcell], .title .medium')]
      .filter((each) => each.scrollWidth > each.clientWidth)
      .map((each) => each.textContent ?? ''),
  );
  expect(cut).toEqual([]);
  await page.close();
});
