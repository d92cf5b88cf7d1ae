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
async function pages({ page }: Lifeline, check: Check): Promise<void> {
  await page.getByRole('button', { name: 'New connection' }).first().click();
  await check('connect stdio');
  await page.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
  await check('connect http');
  await page.getByRole('radio', { name: 'stdio', exact: true }).check({ force: true });
  for (const title of ['Library', 'Compare recordings…']) {
    await page.getByRole('button', { name: title, exact: true }).click();
    await check(title);
  }
  await page.keyboard.press('ControlOrMeta+k');
  await check('palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await check('help');
  await page.keyboard.press('Escape');
}

/** A session: its diagram and list, the panels of the dock, the details, and what is done with it. */
async function session({ page, rows, details, dock, status }: Lifeline, narrow: boolean, check: Check): Promise<void> {
  const open = page.getByRole('navigation', { name: 'Sessions' }).getByRole('button', { name: /opened from a file/ });
  if ((await open.count()) > 0) await open.first().click();
  else {
    await page.getByRole('button', { name: 'New connection' }).first().click();
    await page.getByRole('button', { name: 'Open the example' }).click();
  }
  await expect.poll(() => rows.count()).toBeGreaterThan(3);
  const tabs = dock.getByRole('tab');
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).focus();
    await check(`dock ${at}`);
  }
  await page.getByRole('radio', { name: 'Operations' }).check({ force: true });
  await check('operations');
  await page.getByRole('radio', { name: 'Messages' }).check({ force: true });
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
  await status.getByRole('button', { name: 'Share…' }).click();
  await page.getByRole('dialog', { name: 'Share this session' }).waitFor();
  await check('share');
  await page.keyboard.press('Escape');
}
