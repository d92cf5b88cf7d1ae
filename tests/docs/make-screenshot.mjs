/**
 * Makes tests/docs/screenshot.png, the picture in the README, from the real page: a live session with the garden server beside
 * the opened example. Run after a build: `node tests/docs/make-screenshot.mjs`.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser } from '../find-browser.mjs';
import { startRelay } from '../start-relay.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const here = join(top, 'tests/docs');
const relay = await startRelay({ port: 6395, cwd: here });
const browser = await chromium.launch({ executablePath: findBrowser().path, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
await page.goto(relay.url);
await page.getByRole('button', { name: 'Open the example' }).click();
await page.getByRole('region', { name: 'Status' }).getByText('opened from a file').waitFor();
await page.getByRole('button', { name: 'New connection' }).first().click();
await page.getByRole('textbox', { name: 'Command' }).fill('node garden-server.mjs');
await page.getByRole('textbox', { name: 'Name', exact: true }).fill('garden');
await page.getByRole('button', { name: 'Connect', exact: true }).click();
const rows = page.getByRole('listbox', { name: 'Sequence diagram' });
await rows.getByRole('option', { name: /prompts\/list.*prompt/ }).waitFor();
await page.getByRole('button', { name: 'Call', exact: true }).click();
await page.getByRole('tab', { name: /^Tools/ }).focus();
await page.getByRole('button', { name: /water_plant/ }).click();
await page.getByRole('combobox', { name: /plant/ }).selectOption('olive tree');
await page.getByRole('button', { name: 'Call tool' }).click();
await rows.getByRole('option', { name: /tools\/call water_plant.*Watered/ }).waitFor();
await page.getByRole('button', { name: /name_seedling/ }).click();
await page.getByRole('textbox', { name: /look/ }).fill('tall, with silver leaves');
await page.getByRole('button', { name: 'Call tool' }).click();
await rows.getByRole('option', { name: /sampling\/createMessage/ }).waitFor();
await page.getByRole('button', { name: 'Close panel' }).click();
await rows.getByRole('option', { name: /valve/ }).first().click();
await page.getByRole('region', { name: 'Details' }).getByText('Not JSON').first().waitFor();
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: join(here, 'screenshot.png') });
await browser.close();
await relay.close();
