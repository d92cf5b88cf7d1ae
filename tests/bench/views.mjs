/** Views of a long recording in the page: from a key, a click or a text to the frame that shows what it asked for. */

/** Filter texts for a window of time, all over a recording of `makeRecording`. */
const WINDOWS = ['at:1s..2s', 'at:0s..0.5s', 'at:59s..62s', 'at:..10s', 'at:0.25s..'];

/**
 * Run `times` times what `act` names. Gives the milliseconds of each until it is drawn, sorted, and of the longest task that it
 * caused, then or in the time after (0 below 50 ms, which browsers do not report). Throws when there is nothing to act on.
 */
function measure(page, act, times, settleMs) {
  return page.evaluate(
    async ({ act, times, windows, settleMs }) => {
      let longest = 0;
      const tasks = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      tasks.observe({ type: 'longtask' });
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
      const click = (selector, at = 0) => {
        const element = document.querySelectorAll(selector)[at];
        if (!element) throw new Error(`nothing to click: ${selector}`);
        element.click();
      };
      const actions = {
        view: () => press('o'),
        scale: () => press('s'),
        zoom: (at) => press(at % 2 === 0 ? '+' : '-'),
        window: (at) => filter(windows[at % windows.length]),
        text: (at) => filter(['search', '', 'dir:s2c', ''][at % 4]),
        look: () => click('[role=option][data-s]:not([data-run])'),
        fold: () => click('[data-run]'),
      };
      const settled = () => new Promise((resolve) => setTimeout(resolve, settleMs));
      if (act === 'window' || act === 'text') press('/');
      await settled();
      longest = 0;
      const took = [];
      for (let at = 0; at < times; at++) {
        await frame();
        await frame();
        const began = performance.now();
        actions[act](at);
        await drawn();
        took.push(performance.now() - began);
        // Work that goes on in pieces is not part of the next.
        await settled();
      }
      const worst = longest;
      tasks.disconnect();
      if (act === 'window') filter('');
      return { took: took.sort((a, b) => a - b), longest: worst };
    },
    { act, times, windows: WINDOWS, settleMs },
  );
}

/**
 * The panel of findings of a recording that was just opened: milliseconds until all of it is judged, and the longest task meanwhile
 * and when the panel is drawn (0 below 50 ms). Leaves the panel closed, as it was: the rows have their room again.
 */
export async function judged(page, settleMs) {
  const seen = await page.evaluate(async (settleMs) => {
    let longest = 0;
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    tasks.observe({ type: 'longtask' });
    const began = performance.now();
    const button = (name) =>
      [...document.querySelectorAll('button')].find((each) => name.test(each.ariaLabel ?? each.textContent));
    button(/^Panels/).click();
    const findings = () =>
      [...document.querySelectorAll('[role=tab]')].find((tab) => /^Findings/.test(tab.textContent.trim()));
    while (!findings()) await new Promise((resolve) => requestAnimationFrame(resolve));
    findings().focus();
    const told = () =>
      /[1-9]\d* rules? checked/.test(document.querySelector('[role=tabpanel]:has([type=search])')?.textContent);
    while (!told()) await new Promise((resolve) => requestAnimationFrame(resolve));
    const took = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    tasks.disconnect();
    button(/^Close panel/).click();
    return { took, longest };
  }, settleMs);
  return seen;
}

/** Scroll down to the first run of rows. */
function findRun(page) {
  return page.evaluate(async () => {
    const list = document.querySelector('[role=listbox][aria-label="Sequence diagram"]');
    while (!list.querySelector('[data-run]') && list.scrollTop < list.scrollHeight - list.clientHeight) {
      list.scrollTop += list.clientHeight / 2;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

/**
 * What each step took in a page that shows a recording as calls: name, milliseconds and longest task, and frames a second of each
 * list. Steps that can be repeated are taken at most `times` times, an even number of them where the last one must undo the one before, and
 * `settleMs` apart.
 */
export async function views(page, { scroll, scrollMs, settleMs, times }) {
  const found = [];
  const take = async (name, act, most) => {
    const some = Math.min(most, times);
    const runs = some % 2 === most % 2 ? some : some - 1;
    found.push({ name, ...(await measure(page, act, runs, settleMs)) });
  };
  await page.evaluate(() => document.activeElement?.blur());
  await findRun(page);
  await take('the first message is looked at', 'look', 1);
  await page.locator('section[aria-label=Details] [role=tabpanel]').waitFor();
  await findRun(page);
  await take('a run of rows folds or unfolds', 'fold', 10);
  await take('calls to messages and back', 'view', 10);
  await take('time scale for the first time', 'scale', 1);
  await take('order to time scale and back', 'scale', 9);
  await page.keyboard.press('s');
  await take('zoom on the time scale', 'zoom', 10);
  const timed = await scroll(page, scrollMs);
  await page.keyboard.press('s');
  await take('a window of time, calls', 'window', 10);
  await take('a filter of text, and none', 'text', 8);
  await page.keyboard.press('o');
  await take('a window of time, messages', 'window', 10);
  const messages = await scroll(page, scrollMs);
  await page.keyboard.press('o');
  return { found, rates: { 'calls on the time scale': timed, messages } };
}
