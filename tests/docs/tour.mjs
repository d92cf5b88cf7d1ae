/**
 * Looks of every screen, to compare the page before and after a change of its styles. After a build:
 *
 *     node tests/docs/tour.mjs FOLDER            a picture and the computed styles of every screen, into FOLDER
 *     node tests/docs/tour.mjs --compare A B     the screens on which two such folders differ, and how
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { gotoSignedIn } from '../browser/signed-in.mjs';
import { findBrowser } from '../find-browser.mjs';
import { startRelay } from '../start-relay.mjs';
import { compareTours, stylesOf } from './tour-styles.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const here = join(top, 'tests/docs');
const EXAMPLE = join(top, 'web/public/example.mcprec');
const V1 = join(top, 'tests/samples/v1');
const GARDEN = 'node garden-server.mjs';
/** The whole tour in the first two looks, only its beginning in the others: colours are the same names in every theme. */
const LOOKS = [
  { name: 'light-wide', colorScheme: 'light', viewport: { width: 1440, height: 900 }, whole: true },
  { name: 'dark-narrow', colorScheme: 'dark', viewport: { width: 1024, height: 700 }, whole: true },
  { name: 'dark-wide', colorScheme: 'dark', viewport: { width: 1440, height: 900 }, whole: false },
  { name: 'light-narrow', colorScheme: 'light', viewport: { width: 1024, height: 700 }, whole: false },
];

/** Write `NAME.png` and `NAME.json` of every screen in every look into this folder. */
async function tour(folder) {
  mkdirSync(folder, { recursive: true });
  const relay = await startRelay({ port: Number(process.env['PORT'] ?? 6397), cwd: here });
  const browser = await chromium.launch({
    executablePath: findBrowser().path,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const viewer = join(folder, 'viewer.html');
  writeFileSync(viewer, execFileSync('node', [join(top, 'dist/relay/cli.js'), 'export', EXAMPLE, '--to', 'html']));
  const changed = join(folder, 'changed.mcprec');
  writeFileSync(changed, changedSample());
  for (const look of LOOKS) {
    const visit = (walk) => inContext(browser, look, folder, walk);
    await visit((on) => connecting(on, relay.url));
    await visit((on) => fileSession(on, relay.url, EXAMPLE, 'example'));
    if (look.whole) {
      for (const sample of ['asked', 'broken', 'everything-stdio', 'modern-http', 'tasks-2026'])
        await visit((on) => fileSession(on, relay.url, join(V1, `${sample}.mcprec`), sample));
      await visit((on) => liveSession(on, relay.url));
      await visit((on) => comparing(on, relay.url, join(V1, 'everything-stdio.mcprec'), changed));
    }
    await visit((on) => aside(on, relay.url));
    await visit((on) => exported(on, pathToFileURL(viewer).href));
  }
  await browser.close();
  await relay.close();
}

/** A recording with other answers and an operation less, to compare with the original. */
function changedSample() {
  const lines = readFileSync(join(V1, 'everything-stdio.mcprec'), 'utf8').split('\n');
  return lines
    .map((line) => line.replaceAll('Echo: ', 'Said: ').replaceAll('"type":"number"', '"type":"string"'))
    .filter((_line, at) => at % 17 !== 16)
    .join('\n');
}

/** Walk through one page of its own. What a step does not find is named and passed over. */
async function inContext(browser, { name: look, colorScheme, viewport }, folder, walk) {
  const context = await browser.newContext({ colorScheme, viewport, locale: 'en-US', reducedMotion: 'reduce' });
  context.setDefaultTimeout(4000);
  const page = await context.newPage();
  let nth = 0;
  const shot = async (name) => {
    await page.evaluate(() => document.fonts.ready);
    await page.mouse.move(0, 0);
    await page.waitForTimeout(120);
    const base = join(folder, `${look}.${name}`);
    writeFileSync(`${base}.json`, JSON.stringify(await page.evaluate(stylesOf)));
    await page.screenshot({ path: `${base}.png` });
  };
  const step = async (name, act) => {
    nth += 1;
    try {
      await act();
      await shot(name);
    } catch (error) {
      console.log(`${look}.${name} (${nth}): ${String(error).split('\n')[0]}`);
    }
  };
  try {
    await walk({ page, step });
  } catch (error) {
    console.log(`${look}: ${String(error).split('\n')[0]}`);
  }
  await context.close();
}

const button = (page, name) => page.getByRole('button', { name }).first();

async function connecting({ page, step }, url) {
  await gotoSignedIn(page, url);
  await step('connect', () => page.getByRole('heading', { name: 'Connect to a server' }).waitFor());
  await step('connect-open', () =>
    page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true))),
  );
  await step('connect-import', () =>
    page
      .getByRole('textbox', { name: 'Server configuration' })
      .fill(
        '{"mcpServers":{"a":{"command":"x","env":{"KEY":"${input:k}"}},"c":{"url":"http://127.0.0.1:1/mcp"},"b":{}}}',
      ),
  );
  await step('connect-http', () => page.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true }));
  await step('connect-http-relay', () => page.getByRole('radio', { name: 'Through the relay' }).check());
  await step('connect-http-open', () =>
    page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true))),
  );
  await step('connect-proxy', () => page.getByRole('combobox', { name: /proxy/i }).selectOption({ index: 2 }));
}

/** Drop a recording onto the page. */
async function open(page, url, file) {
  await gotoSignedIn(page, url);
  await page.getByText('relay connected').first().waitFor();
  await page.evaluate(
    (text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'tour.mcprec'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true, bubbles: true }));
    },
    readFileSync(file, 'utf8'),
  );
  await page.getByText('opened from a file').first().waitFor();
}

async function fileSession({ page, step }, url, file, name) {
  await open(page, url, file);
  await step(`${name}.opened`, async () => {});
  const details = page.getByRole('region', { name: 'Details' });
  const rows = page.getByRole('listbox', { name: 'Sequence diagram' }).getByRole('option', { disabled: false });
  for (const at of [0, 9]) {
    if ((await rows.count()) <= at) continue;
    await step(`${name}.row-${at}`, () => rows.nth(at).click());
    const tabs = details.getByRole('tab');
    for (let tab = 1; tab < (await tabs.count()); tab += 1)
      await step(`${name}.row-${at}.tab-${tab}`, () => tabs.nth(tab).click());
    await tabs
      .first()
      .click()
      .catch(() => {});
  }
  const dock = page.getByRole('region', { name: 'Tools', exact: true });
  const tabs = dock.getByRole('tab');
  for (let tab = 0; tab < (await tabs.count()); tab += 1) {
    await step(`${name}.dock-${tab}`, () => tabs.nth(tab).click());
    const entry = dock.getByRole('tabpanel').getByRole('listitem').getByRole('button');
    if ((await entry.count()) > 0) await step(`${name}.dock-${tab}.entry`, () => entry.first().click());
    if ((await entry.count()) > 2) await step(`${name}.dock-${tab}.third`, () => entry.nth(2).click());
  }
  if (name !== 'example' && name !== 'everything-stdio') return;
  await step(`${name}.filter`, () =>
    page.getByRole('searchbox', { name: 'Filter events' }).fill('kind:message dir:s2c zz:1'),
  );
  await page.getByRole('searchbox', { name: 'Filter events' }).fill('');
  await step(`${name}.share`, () => button(page, 'Share…').click());
  const dialog = page.getByRole('dialog');
  await step(`${name}.secrets`, () => dialog.getByRole('button', { name: 'Show' }).first().click());
  await page.keyboard.press('Escape');
  await step(`${name}.rerun`, () => button(page, 'Run again…').click());
  const plan = page.getByRole('region', { name: 'Plan', exact: true });
  await step(`${name}.rerun-step`, () =>
    plan
      .getByRole('button', { name: /initialize|tools/ })
      .first()
      .click(),
  );
  await step(`${name}.rerun-agree`, () => page.getByRole('button', { name: 'Run', exact: true }).first().click());
}

async function liveSession({ page, step }, url) {
  await gotoSignedIn(page, url);
  await page.getByRole('textbox', { name: 'Command' }).fill(GARDEN);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const rows = page
    .getByRole('listbox', { name: 'Sequence diagram' })
    .getByRole('option', { name: /result of prompts\/list/ });
  await step('live', () => rows.first().waitFor());
  const dock = page.getByRole('region', { name: 'Tools', exact: true });
  await step('live.tool', async () => {
    await page.getByRole('tab', { name: /^Tools/ }).click();
    await dock.getByRole('button', { name: /water_plant/ }).click();
  });
  await step('live.result', async () => {
    await page.getByRole('combobox', { name: /plant/ }).selectOption('olive tree');
    await page.getByRole('button', { name: 'Call tool' }).click();
    await page.waitForTimeout(400);
  });
  await step('live.ask', async () => {
    await dock.getByRole('button', { name: /name_seedling/ }).click();
    await page.getByRole('textbox', { name: /look/ }).fill('tall');
    await page.getByRole('button', { name: 'Call tool' }).click();
    await page.waitForTimeout(500);
  });
  const tabs = dock.getByRole('tab');
  for (let tab = 0; tab < (await tabs.count()); tab += 1) await step(`live.dock-${tab}`, () => tabs.nth(tab).click());
  await step('live.asks', () => page.getByRole('tab', { name: /^Server requests/ }).click());
  await step('live.compose', async () => {
    await page.getByRole('tab', { name: /^Compose/ }).click();
    await page.locator('.monaco-editor').first().waitFor();
  });
  await step('live.compose-open', () =>
    page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true))),
  );
  await step('live.templates', () => button(page, /Template/).click());
  await page.keyboard.press('Escape');
  await step('live.script', () => page.getByRole('radio', { name: /script/i }).check({ force: true }));
  await step('live.hex', () =>
    page
      .getByRole('radio', { name: /bytes|hex/i })
      .first()
      .check({ force: true }),
  );
  await step('live.exercise', () => page.getByRole('tab', { name: /^Exercise/ }).click());
  await step('live.exercised', async () => {
    await dock
      .getByRole('button', { name: /^(Start|Run|Exercise)/ })
      .first()
      .click();
    await page.waitForTimeout(800);
  });
  await step('live.palette', () => page.keyboard.press('ControlOrMeta+k'));
  await page.keyboard.press('Escape');
  await button(page, 'Disconnect').click();
  await step('live.ended', () => page.getByText('closed').first().waitFor());
}

async function comparing({ page, step }, url, before, after) {
  await gotoSignedIn(page, url);
  await step('compare.empty', () => button(page, 'Compare recordings…').click());
  for (const [name, file] of [
    [/^Choose A/, before],
    [/^Choose B/, after],
  ]) {
    await step(`compare.choose-${name.source.at(-1)}`, () => button(page, name).click());
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('dialog').getByRole('button', { name: 'Choose a file…' }).click();
    await (await chooser).setFiles(file);
  }
  const screen = page.getByRole('region', { name: 'Compare', exact: true });
  const options = screen.getByRole('listbox', { name: 'Operations' }).getByRole('option');
  await step('compare', () => options.first().waitFor());
  const chips = screen.getByRole('group', { name: 'Show only' }).getByRole('button');
  await step('compare.changed', () => chips.filter({ hasText: 'changed' }).first().click());
  await step('compare.pair', () => options.first().click());
  const tabs = screen.getByRole('tab');
  for (let tab = 0; tab < (await tabs.count()); tab += 1) await step(`compare.tab-${tab}`, () => tabs.nth(tab).click());
}

/** What is beside the sessions: library, help, palette, a failed connection, another language. */
async function aside({ page, step }, url) {
  await gotoSignedIn(page, url);
  await step('library', () => page.getByRole('button', { name: 'Library', exact: true }).click());
  await step('library.one', () => page.getByRole('row').nth(1).click());
  await step('help', () => button(page, 'Help').click());
  await page.keyboard.press('Escape');
  await step('palette', () => page.keyboard.press('ControlOrMeta+k'));
  await page.keyboard.press('Escape');
  await step('failed', async () => {
    await button(page, 'New connection').click();
    await page.getByRole('textbox', { name: 'Command' }).fill('no-such-program --flag');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Command not found').first().waitFor();
  });
  await step('chinese', () => page.getByRole('combobox', { name: 'Language' }).selectOption('zh-CN'));
}

async function exported({ page, step }, url) {
  await page.goto(url);
  const rows = page.getByRole('listbox', { name: 'Sequence diagram' }).getByRole('option', { disabled: false });
  await step('viewer', () => rows.nth(4).click());
  const details = page.getByRole('region', { name: 'Details' }).getByRole('tab');
  for (let tab = 0; tab < (await details.count()); tab += 1)
    await step(`viewer.details-${tab}`, () => details.nth(tab).click());
  const dock = page.getByRole('region', { name: 'Tools', exact: true }).getByRole('tab');
  for (let tab = 0; tab < (await dock.count()); tab += 1) await step(`viewer.dock-${tab}`, () => dock.nth(tab).click());
}

const [first, ...rest] = process.argv.slice(2);
if (first === '--compare') compareTours(rest[0], rest[1]);
else await tour(first);
