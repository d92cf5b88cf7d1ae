/**
 * Makes the pictures of docs/six-questions.md: six questions, each answered by one screen, in sessions that real servers take part in
 * while this runs. English in the light theme, Chinese in the dark one. After a build: `node tests/docs/six-questions.mjs [QUESTION …]`,
 * such as `3-died`. Needs pngquant; PORT and the one after it must be free (6398).
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { speak } from '../browser/layout-faults.mjs';
import { gotoSignedIn } from '../browser/signed-in.mjs';
import { findBrowser } from '../find-browser.mjs';
import { ensureServersInstalled } from '../servers/install.mjs';
import { startRelay } from '../start-relay.mjs';
import { EVERYTHING, QUESTIONS } from './six-walks.mjs';

const PICTURES = fileURLToPath(new URL('../../docs/six-questions', import.meta.url));
const LOOKS = [
  { language: 'en', colorScheme: 'light', ending: '' },
  { language: 'zh-CN', colorScheme: 'dark', ending: '.zh-CN' },
];
const port = Number(process.env['PORT'] ?? 6398);

/** server-everything over HTTP, as a process of its own: its URL once it listens, and `close`. */
async function startEverything(listen) {
  const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { ...process.env, PORT: String(listen) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => /listening on port/.test(data) && resolve());
    child.once('exit', (code) => reject(new Error(`server-everything ended with ${code}`)));
  });
  return { url: `http://localhost:${listen}/mcp`, close: () => child.kill() };
}

/** Picture the page in both looks, with no more colours than it needs. */
async function shoot(page, name) {
  for (const { language, colorScheme, ending } of LOOKS) {
    const file = join(PICTURES, `${name}${ending}.png`);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await speak(page, language);
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready);
    // Editors colour what they show a moment later.
    await page.waitForTimeout(400);
    await page.screenshot({ path: file });
    execFileSync('pngquant', ['--force', '--strip', '--speed', '1', '--ext', '.png', '128', file]);
    console.log(`${file} ${Math.round(statSync(file).size / 1000)} kB`);
  }
}

const problem = ensureServersInstalled();
if (problem) throw new Error(problem);
const only = process.argv.slice(2);
mkdirSync(PICTURES, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'six-'));
const http = await startEverything(port + 1);
const browser = await chromium.launch({ executablePath: findBrowser().path, args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const [name, walk] of Object.entries(QUESTIONS)) {
    if (only.length > 0 && !only.includes(name)) continue;
    // Each with a relay of its own: beside the session there is nothing that belongs to another question.
    const relay = await startRelay({ port, cwd: folder });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    // A busy machine takes its time.
    context.setDefaultTimeout(90_000);
    const page = await context.newPage();
    try {
      await gotoSignedIn(page, relay.url);
      await walk({ page, folder, http: http.url });
      await shoot(page, name);
    } finally {
      await context.close();
      await relay.close();
    }
  }
} finally {
  await browser.close();
  http.close();
  rmSync(folder, { recursive: true, force: true });
}
