/** Two recordings compared: verdicts, what differs, diagrams joined, masks and calibration. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMasks, writeMasks } from '#shared/compare';
import {
  readRecorded,
  recordingLines,
  type EventBody,
  type HeldRecording as Recorded,
  type WireEvent,
} from '#shared/recording';
import { STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';
import { startStaticSite } from './static-site.ts';

useBrowser();

const SAMPLE = new URL('../samples/v1/everything-stdio.mcprec', import.meta.url).pathname;

let folder: string;
let site: Awaited<ReturnType<typeof startStaticSite>>;
let relay: RelayProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lifeline-compare-'));
  [site, relay] = await Promise.all([startStaticSite(), startRelayProcess()]);
});
afterAll(async () => {
  await Promise.all([site.close(), relay.remove()]);
  rmSync(folder, { recursive: true, force: true });
});

function sample(): Recorded {
  const { recorded } = readRecorded(readFileSync(SAMPLE, 'utf8'));
  if (!recorded) throw new Error('the sample is not there');
  return recorded;
}

/** Write a recording of other events, numbered anew. */
function write(name: string, recorded: Recorded, events: readonly WireEvent[]): string {
  const path = join(folder, `${name}.mcprec`);
  const numbered = events.map((event, s) => ({ ...event, s }));
  writeFileSync(path, [...recordingLines({ ...recorded, events: numbered }), ''].join('\n'));
  return path;
}

/** The events with some texts replaced in the messages in which the marker occurs. */
function edited(events: readonly WireEvent[], edits: readonly (readonly [from: string, to: string])[]): WireEvent[] {
  const unused = new Set(edits);
  const done = events.map((event): WireEvent => {
    if (event.k !== 'message' || event.raw === undefined) return event;
    let { raw } = event;
    for (const edit of edits) {
      if (!raw.includes(edit[0])) continue;
      raw = raw.replaceAll(edit[0], edit[1]);
      unused.delete(edit);
    }
    return { ...event, raw };
  });
  if (unused.size > 0) throw new Error(`the sample lacks ${JSON.stringify([...unused])}`);
  return done;
}

const isOf = (event: WireEvent, id: number): boolean =>
  event.k === 'message' && new RegExp(`"id":${id}[,}]`).test(event.raw ?? '');

/** The sample as another version of the server would have answered: three changed, of which one breaks a rule, one missing, one moved. */
function changed(): string {
  const recorded = sample();
  const events = edited(recorded.events, [
    ['"Echo: text"', '"ECHO: text"'],
    ['"temperature":33', '"temperature":36'],
    ['\\"temperature\\":33', '\\"temperature\\":36'],
    ['{"content":[{"type":"text","text":"The sum of 1 and 1 is 2."}]}', '{"content":"none","isError":true}'],
    ['"required":["a","b"]', '"required":["a"]'],
  ]);
  const moved = events.filter((event) => isOf(event, 18));
  const rest = events.filter((event) => !isOf(event, 16) && !isOf(event, 18));
  const place = rest.findIndex((event) => isOf(event, 38));
  const noise: EventBody = { k: 'message', dir: 's2c', raw: '[info] ready' };
  return write('changed', recorded, [
    ...rest.slice(0, place),
    { ...noise, s: 0, t: rest[place]?.t ?? 0 },
    ...moved,
    ...rest.slice(place),
  ]);
}

const screen = (page: Lifeline): Locator => page.page.getByRole('region', { name: 'Compare', exact: true });
const rows = (page: Lifeline): Locator => screen(page).getByRole('listbox', { name: 'Operations' }).getByRole('option');
const row = (page: Lifeline, name: RegExp): Locator =>
  screen(page).getByRole('listbox', { name: 'Operations' }).getByRole('option', { name });
const chip = (page: Lifeline, name: string): Locator =>
  screen(page).getByRole('group', { name: 'Show only' }).getByRole('button', { name });
const details = (page: Lifeline): Locator => screen(page).getByRole('region', { name: 'Compared operation' });
const panel = (page: Lifeline, name: RegExp): Promise<void> => screen(page).getByRole('tab', { name }).click();

/** Choose a file in the dialog that is open. */
async function chooseFile(page: Lifeline, file: string): Promise<void> {
  const dialog = page.page.getByRole('dialog');
  const chooser = page.page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file…' }).click();
  await (await chooser).setFiles(file);
  await dialog.waitFor({ state: 'detached' });
}

async function openCompare(page: Lifeline, before: string, after: string): Promise<void> {
  await page.menu('Compare recordings…');
  for (const [name, file] of [
    ['Choose A (baseline)', before],
    ['Choose B (new)', after],
  ] as const) {
    await screen(page).getByRole('button', { name }).first().click();
    await chooseFile(page, file);
  }
}

test('what differs is found, filtered, shown in both diagrams, and counts as equal when a person says so', async () => {
  const page = await openLifeline(site.url, { scheme: 'dark' });
  await openCompare(page, SAMPLE, changed());
  await chip(page, '3 changed').waitFor();
  await chip(page, '1 missing').waitFor();
  await chip(page, '1 moved').waitFor();
  await screen(page).getByText('≠ Breaking').waitFor();
  await screen(page)
    .getByRole('button', { name: /^tools\/call get-sum fails: / })
    .click();
  // The differences by place are those by weight, and what the tabs count.
  const sum =
    (await screen(page)
      .getByText(/\d+ differences:/)
      .textContent()) ?? '';
  const [all = 0, ...places] = (/^(.*in the session)/.exec(sum)?.[1]?.match(/\d+/g) ?? []).map(Number);
  const weights = (/in the session(.*)/.exec(sum)?.[1]?.match(/\d+/g) ?? []).map(Number);
  expect(places.slice(0, 2)).toEqual([5, 1]);
  for (const parts of [places, weights]) expect(parts.reduce((one, other) => one + other, 0)).toBe(all);
  // A list in which definitions changed is not called equal, and leads to them.
  await row(page, /^with other definitions, tools\/list, 1 definition change, /).click();
  await details(page).getByRole('button', { name: 'Show 1 definition change' }).click();
  await screen(page).getByRole('region', { name: 'Behavioural' }).getByText('is now optional').waitFor();
  await panel(page, /^Operations 5/);
  await row(page, /^changed, tools\/call get-sum/).click();
  await row(page, /^changed, tools\/call get-sum/)
    .and(page.page.locator('[aria-selected=true]'))
    .waitFor();
  await expect.poll(() => rows(page).first().textContent()).toMatch(/^changed, tools\/call echo, 1 difference/);
  // As in the view of operations: what was asked, what came on each side, and both times.
  await row(page, /^changed, tools\/call echo.*different response/).waitFor();
  await expect
    .poll(() => rows(page).first().textContent())
    .toMatch(/echo\s*message="text".*"Echo: text".*"ECHO: text"/);
  expect(await row(page, /^changed, tools\/call get-sum.*different outcome/).count()).toBe(1);
  await chip(page, '1 missing').click();
  await expect.poll(() => rows(page).count()).toBe(1);
  await row(page, /^missing, tools\/call get-tiny-image/).waitFor();
  await screen(page).getByRole('button', { name: 'Show all' }).click();

  // The keyboard goes through the list; what differs stands beside it.
  await row(page, /^changed, tools\/call echo/).click();
  await page.page.keyboard.press('ArrowDown');
  await details(page).getByText('/result/structuredContent/temperature').first().waitFor();
  await details(page)
    .getByRole('region', { name: 'Messages side by side' })
    .getByText('changed')
    .first()
    .waitFor({ state: 'attached' });
  await page.expectAccessible();
  for (const path of ['/result/content/0/text#/temperature', '/result/structuredContent/temperature'])
    await details(page)
      .getByRole('button', { name: `Treat as equal ${path}` })
      .click();
  await row(page, /^equal \(ignoring masked values\), tools\/call get-structured-content, 2 masked values/).waitFor();
  await chip(page, '2 changed').waitFor();
  await details(page).getByRole('button', { name: 'Show 2 masked values' }).click();
  const masked = details(page).getByRole('list', { name: 'Masked values' });
  await masked.getByText('Your mask, whole value').first().waitFor();
  await expect
    .poll(() => masked.getByRole('listitem').allTextContents())
    .toEqual([expect.stringMatching(/33.*36/), expect.stringMatching(/33.*36/)]);

  // Both diagrams: the same operation is lit on either side, also one that moved.
  await panel(page, /^Diagrams/);
  await page.expectAccessible();
  const joined = screen(page).getByRole('region', { name: 'Diagrams of A and B, operations aligned' });
  const on = (side: string, name: string): Locator => joined.getByRole('button', { name: `${side}: ${name}` });
  await on('B', 'tools/call get-sum, tool error, changed').click();
  await expect.poll(() => on('A', 'tools/call get-sum, result, changed').getAttribute('aria-pressed')).toBe('true');
  const apart = async (): Promise<number> => {
    const [one, other] = await Promise.all([
      on('A', 'tools/call get-sum, result, changed').boundingBox(),
      on('B', 'tools/call get-sum, tool error, changed').boundingBox(),
    ]);
    return (one?.y ?? NaN) - (other?.y ?? NaN);
  };
  await expect.poll(apart).toBe(0);
  await chip(page, '1 moved').click();
  await chip(page, '1 missing').click();
  await expect.poll(() => joined.getByRole('button').count()).toBe(3);
  await screen(page).getByRole('button', { name: 'Show all' }).click();

  await panel(page, /^Definitions 1/);
  const breaking = screen(page).getByRole('region', { name: 'Behavioural' });
  await breaking.getByText('get-sum').waitFor();
  await page.expectAccessible();
  await panel(page, /^Session/);
  const broken = screen(page).getByRole('region', { name: 'Malformed server output' });
  await broken.getByRole('row', { name: /^Not JSON.*\[info\] ready.*counted$/ }).waitFor();
  // Rules that only one of them breaks: by findings of the new one, by those of the old one once they change places.
  const findings = screen(page).getByRole('region', { name: 'New and resolved findings' });
  await findings.getByRole('row', { name: /^New: tool-result-content-array.*get-sum.*counted$/ }).waitFor();
  // What is named by its wire name is shown with its letters.
  const letter = (row: Locator): Promise<string> =>
    row.evaluate((each) => getComputedStyle(each, '::first-letter').textTransform);
  expect(await letter(broken.getByRole('rowheader').first())).toBe('none');
  const lists = screen(page).getByRole('region', { name: 'List order and page size' });
  await lists.getByRole('checkbox', { name: 'Check order and page size of lists' }).check();
  await lists.getByText('Lists have the same order and page size.').waitFor();
  await screen(page).getByRole('checkbox', { name: 'Strict' }).check();
  await page.expectAccessible();

  // The masks are a file that can be reviewed, and can be taken back.
  await panel(page, /^Masks 2/);
  await page.expectAccessible();
  const masks = screen(page).getByRole('region', { name: 'Masks', exact: true });
  const download = page.page.waitForEvent('download');
  await masks.getByRole('button', { name: 'Save masks' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('everything-stdio.mcprec.masks.json');
  const saved = join(folder, 'masks.json');
  await file.saveAs(saved);
  const read = readMasks(readFileSync(saved, 'utf8'));
  expect(read.ok && read.masks.pointers).toEqual([
    { pointer: '/result/content/0/text#/temperature', method: 'tools/call', about: 'get-structured-content' },
    { pointer: '/result/structuredContent/temperature', method: 'tools/call', about: 'get-structured-content' },
  ]);
  await masks.getByRole('button', { name: 'Remove /result/structuredContent/temperature' }).click();
  await screen(page).getByRole('tab', { name: 'Operations 5' }).waitFor();

  await screen(page).getByRole('button', { name: 'Swap A and B' }).click();
  await panel(page, /^Session/);
  await findings.getByRole('row', { name: /^Resolved: tool-result-content-array/ }).waitFor();
  await panel(page, /^Operations/);
  await row(page, /^changed, tools\/call echo/).click();
  await details(page).getByRole('button', { name: 'Open in B' }).click();
  await expect
    .poll(() => page.rows.and(page.page.locator('[aria-selected=true]')).textContent())
    .toMatch(/tools\/call/);
  await page.close();
});

test('two runs of one plan calibrate; equal ones, and those that can’t be read, say so', async () => {
  const recorded = sample();
  const run = (name: string, words: string): string =>
    write(name, recorded, edited(recorded.events, [['"Echo: text"', `"${words}"`]]));
  const page = await openLifeline(site.url);
  await openCompare(page, SAMPLE, run('second', 'Echo of the second run'));
  await chip(page, '1 changed').waitFor();
  await panel(page, /^Masks/);
  await screen(page).getByRole('button', { name: 'Choose a second run…' }).click();
  await chooseFile(page, run('third', 'Echo of the third run'));
  const calibrate = screen(page).getByRole('region', { name: 'Calibrate' });
  await calibrate.getByRole('checkbox', { name: '/result/content/0/text' }).waitFor();
  await expect.poll(() => calibrate.getByRole('listitem').textContent()).toMatch(/Echo: text.*Echo of the third run/);
  await screen(page).getByRole('tab', { name: 'Operations 1' }).waitFor();
  await calibrate.getByRole('button', { name: 'Add 1 mask' }).click();
  await screen(page).getByText('= Same').waitFor();
  await panel(page, /^Operations/);
  await chip(page, '1 equal (ignoring masked values)').waitFor();

  // The same file on both sides.
  await screen(page).getByRole('button', { name: 'Change B' }).click();
  await chooseFile(page, SAMPLE);
  await screen(page).getByText('All operations are equal without masks.').waitFor();
  const unreadable = join(folder, 'notes.txt');
  writeFileSync(unreadable, 'no recording at all\n');
  await screen(page).getByRole('button', { name: 'Change B' }).click();
  await chooseFile(page, unreadable);
  await page.problem.getByText('B can’t be read').waitFor();
  await page.expectAccessible();

  await page.close();
});

test('compared with one that is newer, a session is the baseline', async () => {
  const page = await openLifeline(site.url);
  const recorded = sample();
  const startedAt = new Date(Date.parse(recorded.header.startedAt) + 60_000).toISOString();
  const later = write(
    'later',
    { ...recorded, header: { ...recorded.header, startedAt } },
    recorded.events.slice(0, -9),
  );
  const chooser = page.page.waitForEvent('filechooser');
  await page.page.getByRole('button', { name: 'Open…', exact: true }).first().click();
  await (await chooser).setFiles(SAMPLE);
  await page.status.getByText('opened from a file').waitFor();
  await page.menu('Compare with…');
  await chooseFile(page, later);
  await screen(page)
    .getByText(/≠ (Changed|Breaking)/)
    .waitFor();
  await screen(page)
    .getByRole('button', { name: /^Change B/ })
    .getByText(String(recorded.events.length - 9))
    .waitFor();
  // What a person puts elsewhere stays there.
  await screen(page).getByRole('button', { name: 'Swap A and B' }).click();
  await screen(page)
    .getByRole('button', { name: /^Change A/ })
    .getByText(String(recorded.events.length - 9))
    .waitFor();
  await page.close();
});

test('a session that goes on is compared as it is, and again when it went on', async () => {
  const page = await openLifeline(relay.url);
  await page.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}"`);
  await page.operating();
  const live = page.page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'live' });
  await page.menu('Compare recordings…');
  await screen(page)
    .getByRole('button', { name: /^Choose.*baseline/ })
    .last()
    .click();
  await expect.poll(() => live.allTextContents()).toEqual([expect.stringContaining('stdio-misbehave')]);
  await page.page.keyboard.press('Escape');
  await screen(page).getByRole('button', { name: 'Close', exact: true }).click();
  // It is not compared with itself.
  await page.menu('Compare with…');
  await page.page.getByRole('dialog', { name: /^Compare with… .*older/ }).waitFor();
  await page.expectAccessible();
  expect(await live.count()).toBe(0);
  await chooseFile(page, SAMPLE);
  await screen(page)
    .getByText(/≠ (Changed|Breaking)/)
    .waitFor();
  const other = screen(page).getByRole('button', { name: /^Change B/ });
  await other.getByText('live').waitFor();
  const events = async (): Promise<number> => Number(/([\d,]+) events/.exec((await other.textContent()) ?? '')?.[1]);
  const before = await events();
  expect(before).toBeGreaterThan(5);

  await screen(page).getByRole('button', { name: 'Close', exact: true }).click();
  await page.menu('Disconnect');
  await page.status.getByText('closed').waitFor();
  await page.menu('Compare recordings…');
  await expect.poll(events).toBe(before);
  await screen(page).getByRole('button', { name: 'Recompute' }).click();
  await expect.poll(events).toBeGreaterThan(before);
  await other.getByText('live').waitFor({ state: 'detached' });
  await details(page).waitFor({ state: 'detached' });
  await rows(page).first().click();
  await details(page)
    .getByRole('button', { name: /^Open in/ })
    .last()
    .click();
  await expect.poll(() => page.rows.and(page.page.locator('[aria-selected=true]')).count()).toBe(1);
  await page.close();
});

test('masks stay beside a recording of the relay, and apply when it is compared again', async () => {
  const name = '2026-06-01T000000Z-sample-0123456789abcdef0123.mcprec';
  const path = join(relay.home, 'recordings', name);
  const file = `${path}.masks.json`;
  copyFileSync(SAMPLE, path);
  const page = await openLifeline(relay.url);
  const open = async (): Promise<void> => {
    await page.menu('Compare recordings…');
    await screen(page).getByRole('button', { name: 'Choose A (baseline)' }).first().click();
    const dialog = page.page.getByRole('dialog');
    await dialog.getByRole('button', { name: sample().header.title }).first().click();
    await dialog.waitFor({ state: 'detached' });
    await screen(page).getByRole('button', { name: 'Choose B (new)' }).first().click();
    await chooseFile(page, changed());
  };
  const masks = screen(page).getByRole('region', { name: 'Masks', exact: true });
  await open();
  await chip(page, '3 changed').waitFor();
  await row(page, /^changed, tools\/call echo/).click();
  // The narrow mask comes first: what the two texts have in common still counts.
  await details(page).getByText('{word}: text', { exact: true }).waitFor();
  await details(page)
    .getByRole('button', { name: /result.content.0.text/ })
    .first()
    .click();
  await chip(page, '2 changed').waitFor();
  await panel(page, /^Masks 1/);
  const limit = masks.getByRole('textbox', { name: 'Allowed difference: /result/content/0/text' });
  expect(await limit.inputValue()).toBe('{word}: text');
  await limit.fill('{nothing}: text');
  await limit.blur();
  await masks.getByText('Can’t parse; not used.').waitFor();
  await limit.fill('{word}: texts');
  await limit.blur();
  await screen(page).getByRole('tab', { name: 'Operations 5' }).waitFor();
  await limit.fill('{word}: {word}');
  await limit.blur();
  await screen(page).getByRole('tab', { name: 'Operations 4' }).waitFor();
  await masks.getByText('No masks saved next to this recording.').waitFor();
  await masks.getByRole('button', { name: 'Save next to the recording' }).click();
  await masks.getByText('Masks of this recording: 1.').waitFor();
  await page.expectAccessible();
  const saved = readMasks(readFileSync(file, 'utf8'));
  expect(saved.ok && saved.masks.pointers).toEqual([
    { pointer: '/result/content/0/text', pattern: '{word}: {word}', method: 'tools/call', about: 'echo' },
  ]);

  await page.page.reload();
  await open();
  await page.page.getByRole('status').getByText('Masks of this recording: 1.').waitFor();
  await chip(page, '2 changed').waitFor();

  // What another has written there meanwhile is not lost unless the person says so.
  const theirs = writeMasks({ off: ['uuid'], pointers: [] });
  writeFileSync(file, theirs);
  await panel(page, /^Masks 1/);
  await masks.getByRole('button', { name: 'Save next to the recording' }).click();
  await page.page.getByRole('button', { name: 'Replace them' }).waitFor();
  expect(readFileSync(file, 'utf8')).toBe(theirs);
  await page.page.getByRole('button', { name: 'Replace them' }).click();
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('/result/content/0/text');
  await page.close();
});
