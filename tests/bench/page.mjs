/** The page under load in a real browser: from the click that sends to everything visible and a click answered. */
import { get } from 'node:http';
import { chromium } from 'playwright-core';
import { SERVER } from './stdio-pipe.mjs';
import { gotoSignedIn } from '../browser/signed-in.mjs';

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = (executablePath) =>
  chromium.launch({ executablePath, args: [...FLAGS, '--js-flags=--expose-gc', '--enable-precise-memory-info'] });

/** Milliseconds from opening the page to a usable connect form, and the gzipped size of the scripts loaded by then. */
export async function openToUsable(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // The first visit signs the browser in; what is measured is opening the page.
  await gotoSignedIn(page, url);
  const began = performance.now();
  await page.goto(new URL(url).origin);
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
  const usable = performance.now() - began;
  // An entry script is often preloaded too: each file counts once.
  const scripts = await page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll('script[src], link[rel=modulepreload]')].map((each) => each.src || each.href),
    ),
  ]);
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  let bytes = 0;
  for (const script of scripts) bytes += await gzippedSize(new URL(script), cookies);
  await context.close();
  return { usable, bytes };
}

/** Bytes of a file as the relay sends it, gzipped. Only browsers know the name of its host. */
function gzippedSize({ host, port, pathname }, cookies) {
  const headers = { Host: host, Cookie: cookies, 'Accept-Encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: pathname, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${pathname}: HTTP ${response.statusCode}`));
      let size = 0;
      response.on('data', (piece) => (size += piece.length));
      response.on('end', () => resolve(size));
    });
    request.on('error', reject);
  });
}

/** A page connected to the misbehaving server in `mode`, ready to send. */
export async function openSession(browser, url, mode = '') {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await gotoSignedIn(page, url);
  await page.getByRole('textbox', { name: 'Command' }).fill(`${process.execPath} ${SERVER} ${mode}`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForFunction(() =>
    /connected/.test(document.querySelector('section[aria-label=Status]')?.textContent ?? ''),
  );
  const close = async () => {
    await context.close();
    if (errors.length > 0) throw new Error(errors.join('\n'));
  };
  return { page, close };
}

/** Put a text into the composer. */
export async function compose(page, text) {
  const button = page.getByRole('button', { name: 'Compose raw JSON' });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  // The editor is loaded when it opens.
  await page.getByRole('textbox', { name: 'Message to send' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

/**
 * Click Send and wait, inside the page, until a row is drawn whose text matches `answer` and a click on a row selects it.
 * Gives milliseconds and the longest main-thread task.
 */
export function sendAndSee(page, answer, patience = 120_000) {
  return page.evaluate(
    async ([wanted, limit]) => {
      let longest = 0;
      const tasks = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      tasks.observe({ type: 'longtask' });
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const button = [...document.querySelectorAll('button')].find((each) =>
        each.textContent.trim().startsWith('Send as typed'),
      );
      const began = performance.now();
      button.click();
      let row;
      for (;;) {
        row = [...document.querySelectorAll('[role=option]')].findLast((each) =>
          new RegExp(wanted).test(each.textContent),
        );
        if (row) break;
        if (performance.now() - began > limit) throw new Error(`not seen: ${wanted}`);
        await frame();
      }
      row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      row.click();
      while (!document.querySelector('[role=option][aria-selected=true]')) {
        if (performance.now() - began > limit) throw new Error('the click was not answered');
        await frame();
      }
      // The details of what was clicked: a useful preview.
      while (!document.querySelector('section[aria-label=Details] [role=tabpanel]')?.textContent) await frame();
      const took = performance.now() - began;
      // Work put off until after the answer counts as well.
      await new Promise((resolve) => setTimeout(resolve, 500));
      for (const { duration } of tasks.takeRecords()) longest = Math.max(longest, duration);
      tasks.disconnect();
      return { took, longest };
    },
    [answer, patience],
  );
}

/** Number of events in the status line. */
export async function eventCount(page) {
  const text = await page.getByRole('region', { name: 'Status' }).textContent();
  return Number((/([\d,]+)\s+events?/.exec(text)?.[1] ?? '0').replaceAll(',', ''));
}

/** Megabytes of JavaScript heap after a collection. */
export async function heap(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.enable');
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
