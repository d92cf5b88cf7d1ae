/** Long recordings in the page: opening, scrolling, going back in time. */
import { statSync } from 'node:fs';
import { heap } from './page.mjs';
import { gotoSignedIn } from '../browser/signed-in.mjs';

/**
 * Open a recording file in a new page. `took`: milliseconds from choosing the file until all its events are there, rows are drawn
 * and a click on one is answered.
 */
export async function openRecording(browser, url, file, count) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await gotoSignedIn(page, url);
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
  await page.evaluate(() => {
    // The clock starts when the page has the file.
    document.addEventListener('change', () => (window.began = performance.now()), { capture: true, once: true });
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Open…' }).click();
  await (await chooser).setFiles(file);
  const took = await page.evaluate(async (wanted) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const events = () =>
      Number(
        (
          /([\d,]+)\s+events?/.exec(document.querySelector('section[aria-label=Status]')?.textContent ?? '')?.[1] ?? '0'
        ).replaceAll(',', ''),
      );
    while (events() < wanted) await frame();
    let row;
    while (!(row = document.querySelector('[role=option][data-s]'))) await frame();
    row.click();
    while (!document.querySelector('[role=option][aria-selected=true]')) await frame();
    while (!document.querySelector('section[aria-label=Details] [role=tabpanel]')?.textContent) await frame();
    return performance.now() - window.began;
  }, count);
  const close = async () => {
    await context.close();
    if (errors.length > 0) throw new Error(errors.join('\n'));
  };
  return { page, took, megabytes: await heap(page), bytes: statSync(file).size, close };
}

/** Scroll through the rows for `ms` milliseconds, a little and far. Gives frames a second and the longest time between two (milliseconds). */
export function scroll(page, ms) {
  return page.evaluate(async (limit) => {
    const list = document.querySelector('[role=listbox][aria-label="Sequence diagram"]');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    list.scrollTop = 0;
    await frame();
    const began = performance.now();
    let last = began;
    let frames = 0;
    let longest = 0;
    for (let now = began; now - began < limit; frames++) {
      // Rows pass by, and every so often the thumb is dragged far.
      if (frames % 30 === 29) list.scrollTop = Math.random() * (list.scrollHeight - list.clientHeight);
      else {
        list.dispatchEvent(new WheelEvent('wheel', { deltaY: 120, bubbles: true, cancelable: true }));
        list.scrollTop += 120;
      }
      await frame();
      now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    return { rate: (frames * 1000) / (last - began), longest };
  }, ms);
}

/** Drag the position to `jumps` places all over the session. Gives the milliseconds from each move to the frame that shows it, sorted. */
export function scrub(page, jumps) {
  return page.evaluate(async (count) => {
    const slider = document.querySelector('input[type=range]');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const most = Number(slider.max);
    const took = [];
    let random = 7;
    for (let jump = 0; jump < count; jump++) {
      random = (random * 16807) % 2147483647;
      await frame();
      const began = performance.now();
      slider.value = String(1 + (random % (most - 1)));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await frame();
      // The task after the frame: what was asked for is drawn.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(0);
      });
      took.push(performance.now() - began);
    }
    return took.sort((a, b) => a - b);
  }, jumps);
}
