/** The diagram has the room: how many controls there are besides its rows, and how much of the window it has, at four sizes. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVERYTHING } from '../fixtures/start.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
let lifeline: Lifeline;
beforeAll(async () => {
  relay = await startRelayProcess();
  lifeline = await openLifeline(relay.url);
});
afterAll(async () => {
  await lifeline.close();
  await relay.remove();
});

const SIZES = [
  { width: 1440, height: 900, most: 30 },
  { width: 1024, height: 700, most: 28 },
  { width: 768, height: 1024, most: 24 },
  { width: 390, height: 844, most: 15 },
] as const;
const LEAST_SHARE = 0.6;

/** Names of the controls that can be pressed where they are, rows apart, and the part of the window that is diagram. */
function look(page: Page): Promise<{ readonly controls: readonly string[]; readonly share: number }> {
  return page.evaluate(() => {
    const rows = document.querySelector('[role=listbox]');
    const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=tab], [role=button], [role=slider]';
    const controls = [...document.querySelectorAll(CONTROLS)].filter((each) => {
      if (rows?.contains(each) || each.closest('[inert], .monaco-editor') || !each.checkVisibility()) return false;
      const { left, right, top, bottom } = each.getBoundingClientRect();
      if (each instanceof HTMLInputElement && each.type === 'range') return true;
      if (right - left < 4 || bottom - top < 4) return false;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return hit !== null && (each.contains(hit) || hit.contains(each));
    });
    const { width = 0, height = 0 } = rows?.getBoundingClientRect() ?? {};
    return {
      controls: controls.map((each) => each.getAttribute('aria-label') ?? each.textContent.trim()),
      share: (width * height) / (window.innerWidth * window.innerHeight),
    };
  });
}

async function measure(what: string): Promise<void> {
  for (const { width, height, most } of SIZES) {
    await lifeline.page.setViewportSize({ width, height });
    await expect.poll(() => lifeline.page.evaluate(() => window.innerWidth)).toBe(width);
    let seen = await look(lifeline.page);
    await expect
      .poll(async () => {
        const before = seen.share;
        seen = await look(lifeline.page);
        return seen.share === before;
      })
      .toBe(true);
    const { controls, share } = seen;
    console.info(
      `${what} at ${width}×${height}: ${controls.length} controls (at most ${most}), ${Math.round(share * 100)} % diagram`,
    );
    expect(controls.length, controls.join(', ')).toBeLessThanOrEqual(most);
    expect(share).toBeGreaterThanOrEqual(LEAST_SHARE);
  }
}

test('a live session with nothing selected is its diagram', async () => {
  await lifeline.connectStdio(`"${process.execPath}" "${EVERYTHING}" stdio`);
  await lifeline.operating();
  await lifeline
    .row(/result of prompts\/list/)
    .first()
    .waitFor();
  await measure('live');
  await lifeline.page.setViewportSize({ width: 1440, height: 900 });
});

test('so is an opened recording', async () => {
  await lifeline.newConnection();
  await lifeline.page.getByRole('button', { name: 'Open the example' }).click();
  await expect.poll(() => lifeline.rows.count()).toBeGreaterThan(3);
  await measure('opened');
});
