/**
 * Pictures of every screen, in every size, theme and language, with real servers and recordings. After a build:
 *
 *     node tests/docs/tour.mjs FOLDER [--sizes 1440x900,390x844] [--themes light,dark] [--languages en,zh-CN]
 *                                     [--only WALK,…] [--styles]
 *     node tests/docs/tour.mjs --compare A B     the screens on which two folders made with --styles differ, and how
 *
 * FOLDER gets `SIZE.SCREEN.THEME.LANGUAGE.png`, a contact sheet `sheet-SIZE.THEME.LANGUAGE.png` of each look, and `faults.txt`: what is
 * cut or lies over something else (tests/browser/layout-faults.mjs).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { layoutFaults, speak } from '../browser/layout-faults.mjs';
import { findBrowser } from '../find-browser.mjs';
import { startRelay } from '../start-relay.mjs';
import * as screens from './tour-screens.mjs';
import { compareTours, stylesOf } from './tour-styles.mjs';
import { tapped } from './tour-tap.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const here = join(top, 'tests/docs');
const EXAMPLE = join(top, 'web/public/example.mcprec');
const V1 = join(top, 'tests/samples/v1');

/** Make the pictures that the options ask for. */
async function tour(folder, { sizes, themes, languages, only, styles }) {
  mkdirSync(folder, { recursive: true });
  const relay = await startRelay({ port: Number(process.env['PORT'] ?? 6397), cwd: here });
  const browser = await chromium.launch({
    executablePath: findBrowser().path,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const viewer = join(folder, 'viewer.html');
  writeFileSync(
    viewer,
    execFileSync('node', [join(top, 'dist/relay/cli.js'), 'export', EXAMPLE, '--to', 'html'], { maxBuffer: 2 ** 26 }),
  );
  const changed = join(folder, 'changed.mcprec');
  writeFileSync(changed, changedSample());
  const sample = (name) => (on) => screens.fileSession(on, relay.url, join(V1, `${name}.mcprec`), name);
  const walks = {
    connect: (on) => screens.connecting(on, relay.url),
    example: (on) => screens.fileSession(on, relay.url, EXAMPLE, 'example'),
    ...Object.fromEntries(
      ['asked', 'broken', 'everything-stdio', 'modern-http', 'tasks-2026'].map((name) => [name, sample(name)]),
    ),
    live: (on) => screens.liveSession(on, relay.url),
    tap: (on) => tapped(on, relay),
    compare: (on) => screens.comparing(on, relay.url, join(V1, 'everything-stdio.mcprec'), changed),
    aside: (on) => screens.aside(on, relay.url),
    viewer: (on) => screens.exported(on, pathToFileURL(viewer).href),
  };
  const faults = [];
  for (const size of sizes)
    for (const [name, walk] of Object.entries(walks))
      if (only.length === 0 || only.includes(name))
        await inContext(browser, { size, themes, languages, styles, folder, faults }, walk);
  writeFileSync(join(folder, 'faults.txt'), faults.map((each) => `${each}\n`).join(''));
  console.log(`${faults.length} faults of layout`);
  await contactSheets(browser, folder, { sizes, themes, languages });
  await browser.close();
  await relay.close();
}

/** A recording with other answers and with another tool in the place of one, to compare with the original. */
function changedSample() {
  return readFileSync(join(V1, 'everything-stdio.mcprec'), 'utf8')
    .replaceAll('Echo: ', 'Said: ')
    .replaceAll('\\"type\\":\\"number\\"', '\\"type\\":\\"string\\"')
    .replaceAll('get-tiny-image', 'get-small-picture');
}

/** Walk through one page of its own, and picture each screen in every look. What a step does not find is named and passed over. */
async function inContext(browser, { size, themes, languages, styles, folder, faults }, walk) {
  const [width, height] = size.split('x').map(Number);
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-US', reducedMotion: 'reduce' });
  context.setDefaultTimeout(6000);
  // A busy machine takes its time for a page; what a step does not find is to be told soon.
  context.setDefaultNavigationTimeout(60_000);
  const page = await context.newPage();
  const seen = new Set();
  const shot = async (name) => {
    await page.mouse.move(0, 0);
    for (const language of languages) {
      if (language !== 'en') await speak(page, language);
      await page.evaluate(() => document.fonts.ready);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await page.waitForTimeout(120);
        const base = join(folder, `${size}.${name}.${theme}.${language}`);
        if (styles) writeFileSync(`${base}.json`, JSON.stringify(await page.evaluate(stylesOf)));
        await page.screenshot({ path: `${base}.png` });
      }
      for (const fault of await page.evaluate(layoutFaults)) {
        if (!seen.has(fault)) faults.push(`${size}.${name}.${language}: ${fault}`);
        seen.add(fault);
      }
      if (language !== 'en') await speak(page, 'en');
    }
  };
  const step = async (name, act) => {
    try {
      await act();
      await shot(name);
    } catch (error) {
      console.log(`${size}.${name}: ${String(error).split('\n')[0]}`);
    }
  };
  try {
    await walk({ page, step, narrow: width < 900 });
  } catch (error) {
    console.log(`${size}: ${String(error).split('\n')[0]}`);
  }
  await context.close();
}

/** One picture of all screens of a look, small, each with its name. */
async function contactSheets(browser, folder, { sizes, themes, languages }) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.png') && !name.startsWith('sheet-'));
  for (const size of sizes)
    for (const look of themes.flatMap((theme) => languages.map((language) => `${theme}.${language}`))) {
      const chosen = files.filter((name) => name.startsWith(`${size}.`) && name.endsWith(`.${look}.png`));
      const narrow = Number(size.split('x')[0]) < 600;
      const page = await browser.newPage({ viewport: { width: 2400, height: 1000 } });
      const list = join(folder, 'sheet.html');
      writeFileSync(
        list,
        `<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:12px sans-serif}figure{margin:0;width:${narrow ? 258 : 590}px}img{width:100%;border:1px solid #888}</style>` +
          chosen
            .map(
              (name) =>
                `<figure><img src="${name}"><figcaption>${name.split('.').slice(1, -3).join('.')}</figcaption></figure>`,
            )
            .join(''),
      );
      await page.goto(pathToFileURL(resolve(list)).href);
      await page.screenshot({ path: join(folder, `sheet-${size}.${look}.png`), fullPage: true });
      await page.close();
    }
}

const all = (text) => text.split(',').filter(Boolean);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '1440x900,1024x700,768x1024,390x844' },
    themes: { type: 'string', default: 'light,dark' },
    languages: { type: 'string', default: 'en,zh-CN' },
    only: { type: 'string', default: '' },
    styles: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
});
const [first, second] = positionals;
if (first === undefined) throw new Error('a folder for the pictures');
if (values.compare) compareTours(first, second);
else
  await tour(first, {
    ...values,
    sizes: all(values.sizes),
    themes: all(values.themes),
    languages: all(values.languages),
    only: all(values.only),
  });
