/** Views of a long recording in the page: from a key, a click or a text to the frame that shows what it asked for. */

/** Filter texts for a window of time, all over a recording of `makeRecording`. */
const WINDOWS = ['at:1s..2s', 'at:0s..0.5s', 'at:59s..62s', 'at:..10s', 'at:0.25s..'];

/** Run `times` times what `act` names; gives the milliseconds of each, sorted. Nothing when there is nothing to act on. */
function measure(page, act, times) {
  return page.evaluate(
    async ({ act, times, windows }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const drawn = async () => {
        await frame();
        // The task after the frame: what was asked for is drawn.
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(0);
        });
      };
      const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      const filter = (text) => {
        const field = document.querySelector('input[role=searchbox][aria-keyshortcuts="/"]');
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
      const actions = {
        view: () => press('o'),
        scale: () => press('s'),
        zoom: (at) => press(at % 2 === 0 ? '+' : '-'),
        window: (at) => filter(windows[at % windows.length]),
        fold: () => document.querySelector('[data-run]')?.click(),
        sort: (at) => document.querySelectorAll('[role=columnheader] > button:first-child')[at % 4]?.click(),
      };
      const took = [];
      for (let at = 0; at < times; at++) {
        await frame();
        await frame();
        const began = performance.now();
        actions[act](at);
        await drawn();
        took.push(performance.now() - began);
      }
      if (act === 'window') filter('');
      return took.sort((a, b) => a - b);
    },
    { act, times, windows: WINDOWS },
  );
}

/** What each step took in a page that shows a recording as messages: name and milliseconds, and frames a second of each list. */
export async function views(page, scroll) {
  const found = [];
  const take = async (name, act, times) => found.push({ name, took: await measure(page, act, times) });
  await page.evaluate(() => document.activeElement?.blur());
  await take('a run of rows folds or unfolds', 'fold', 10);
  await take('messages to operations and back', 'view', 10);
  await take('order to time scale and back', 'scale', 10);
  await page.keyboard.press('s');
  await take('zoom on the time scale', 'zoom', 10);
  const timed = await scroll(page, 3000);
  await page.keyboard.press('s');
  await take('a window of time, messages', 'window', 10);
  await page.keyboard.press('o');
  await page.getByRole('treegrid').waitFor();
  await take('a window of time, operations', 'window', 10);
  await take('operations sorted', 'sort', 8);
  const operations = await scroll(page, 3000, 'Operations');
  await page.keyboard.press('o');
  return { found, rates: { 'messages on the time scale': timed, operations } };
}
