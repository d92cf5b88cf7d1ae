/** Every width: no text or control of a screen is cut without an ellipsis, lies over another, or is beyond the window. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layoutFaults, speak } from './layout-faults.mjs';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

let relay: RelayProcess;
beforeAll(async () => {
  relay = await startRelayProcess();
});
afterAll(() => relay.remove());

const SIZES = [
  { width: 1440, height: 900, zh: false },
  { width: 1024, height: 700, zh: true },
  { width: 768, height: 1024, zh: false },
  { width: 390, height: 844, zh: true },
] as const;

type Check = (screen: string) => Promise<void>;

test('at no width is anything cut or covered', async () => {
  const lifeline = await openLifeline(relay.url);
  const { page } = lifeline;
  await page.getByRole('heading', { name: 'Connect to a server' }).waitFor();
  for (const size of SIZES) {
    const languages = size.zh ? (['en', 'zh-CN'] as const) : (['en'] as const);
    await page.setViewportSize(size);
    const check: Check = async (screen) => {
      for (const language of languages) {
        await speak(page, language);
        expect.soft(await page.evaluate(layoutFaults), `${size.width} ${language} ${screen}`).toEqual([]);
      }
      if (size.zh) await speak(page, 'en');
    };
    await pages(lifeline, check);
    await session(lifeline, size.width < 900, check);
  }
  await lifeline.close();
});

/** What is beside the sessions. */
async function pages(lifeline: Lifeline, check: Check): Promise<void> {
  const { page } = lifeline;
  await lifeline.newConnection();
  await check('connect stdio');
  await page.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  await check('connect http');
  await page.getByRole('radio', { name: 'stdio', exact: true }).check({ force: true });
  await lifeline.openRail();
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await check('library');
  await lifeline.menu('Compare recordings…');
  await check('compare');
  await page.keyboard.press('ControlOrMeta+k');
  await check('palette');
  await page.keyboard.press('Escape');
  await lifeline.menu('Help');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await check('help');
  await page.keyboard.press('Escape');
}

/** A session: its diagram and list, the panels of the dock, the details, and what is done with it. */
async function session(lifeline: Lifeline, narrow: boolean, check: Check): Promise<void> {
  const { page, rows, details, dock, status } = lifeline;
  const open = page.getByRole('navigation', { name: 'Sessions' }).getByRole('button', { name: /opened from a file/ });
  await lifeline.openRail();
  if ((await open.count()) > 0) await open.first().click();
  else {
    await lifeline.newConnection();
    await page.getByRole('button', { name: 'Open the example' }).click();
  }
  await expect.poll(() => rows.count()).toBeGreaterThan(3);
  await lifeline.openPanel();
  const tabs = dock.getByRole('tab');
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).focus();
    await check(`dock ${at}`);
  }
  await page.getByRole('button', { name: 'Close panel' }).click();
  await page.getByRole('button', { name: 'Calls', exact: true }).click();
  await check('calls');
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  await rows.nth(3).click();
  const views = details.getByRole('tab');
  await views.first().waitFor();
  for (let at = 0; at < (await views.count()); at += 1) {
    await views.nth(at).focus();
    await check(`details ${at}`);
  }
  if (narrow) {
    await page.keyboard.press('Escape');
    await expect.poll(() => details.count()).toBe(0);
  }
  const share = status.getByRole('button', { name: 'Share…' });
  if (await share.isVisible()) await share.click();
  else await lifeline.menu('Share…');
  await page.getByRole('dialog', { name: 'Share this session' }).waitFor();
  await check('share');
  await page.keyboard.press('Escape');
}
