/** A call is a row: its answer, time and bar beside it, its messages below when it is unfolded; and one key to single messages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVERYTHING, STDIO_MISBEHAVE } from '../fixtures/start.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

useBrowser();

/** Somebody's first launch, who has chosen nothing yet. */
const home = mkdtempSync(join(tmpdir(), 'lifeline-home-'));
let relay: RelayProcess;
beforeAll(async () => {
  relay = await startRelayProcess([], { home, port: 0 });
});
afterAll(async () => {
  await relay.kill();
  rmSync(home, { recursive: true, force: true });
});

test('a tool is called from the line below the diagram; the call is one row, and unfolds to its messages', async () => {
  const lifeline = await openLifeline(relay.url);
  const { page, details } = lifeline;
  await lifeline.connectStdio(`"${process.execPath}" "${EVERYTHING}" stdio`);
  await lifeline.operating();
  // The first session of a new person keeps its phases open.
  await lifeline
    .row(/request initialize, offers/)
    .or(lifeline.row(/request initialize/))
    .first()
    .waitFor();

  const field = page.getByRole('combobox', { name: 'What to send' });
  await field.fill('echo');
  await page
    .getByRole('option', { name: /^Call echo/ })
    .first()
    .waitFor();
  await field.press('Enter');
  const argument = page.getByRole('form', { name: 'Call echo' }).getByRole('textbox', { name: 'message' });
  await lifeline.holdsKeyboard(argument);
  await argument.fill('hello');
  await argument.press('Enter');

  const call = lifeline.row(/request tools\/call echo .*"hello".*Echo: hello/);
  await call.waitFor();
  await expect.poll(() => call.getAttribute('aria-selected')).toBe('true');
  await details.getByRole('region', { name: 'Sent' }).getByText('"hello"').waitFor();
  await details.getByRole('region', { name: 'Received' }).getByText('Echo: hello').waitFor();
  expect(await lifeline.row(/tools\/call/).count()).toBe(1);
  await lifeline.expectAccessible();

  // Unfolded it is the head of its messages; folded again they are in it.
  const list = page.getByRole('listbox', { name: 'Sequence diagram' });
  await list.focus();
  await page.keyboard.press('ArrowRight');
  await lifeline.row(/result of tools\/call/).waitFor();
  await lifeline.row(/^client to server, request tools\/call #/).waitFor();
  await lifeline.expectAccessible();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => lifeline.row(/result of tools\/call/).count()).toBe(0);
  await call.locator('.twist').click();
  await lifeline.row(/result of tools\/call/).waitFor();
  await call.click();
  await expect.poll(() => lifeline.row(/result of tools\/call/).count()).toBe(0);

  // One key to single messages and back; the choice is there in the next session, too.
  await list.focus();
  await page.keyboard.press('o');
  await lifeline.row(/result of tools\/call/).waitFor();
  await page.keyboard.press('o');
  await expect.poll(() => lifeline.row(/result of tools\/call/).count()).toBe(0);

  // What the server asks has a row of its own while the call that caused it is pending.
  await lifeline.compose(
    '{"jsonrpc":"2.0","id":70,"method":"tools/call","params":{"name":"trigger-sampling-request","arguments":{"prompt":"A river?","maxTokens":20}}}',
  );
  await lifeline.send();
  await lifeline.row(/request tools\/call trigger-sampling-request.*pending/).waitFor();
  const question = lifeline.row(/sampling\/createMessage.*pending/);
  await question.waitFor();
  // What is pending takes longer without an event that says so.
  await expect.poll(() => question.textContent()).toMatch(/[1-9](?:\.\d+)? s/);
  await page.getByRole('button', { name: 'Answer', exact: true }).first().click();
  await lifeline.dock.getByRole('textbox', { name: 'Text' }).fill('The Danube');
  await lifeline.dock.getByRole('button', { name: 'Send answer' }).first().click();
  await lifeline.row(/request tools\/call trigger-sampling-request.*The Danube/).waitFor();
  await lifeline.row(/sampling\/createMessage.*The Danube/).waitFor();

  // A filter leaves the calls of which it shows a message: the answer of this one.
  const filter = await lifeline.filterField();
  await filter.fill('Danube');
  await expect.poll(() => lifeline.row(/request tools\/call trigger-sampling/).count()).toBe(1);
  await expect.poll(() => lifeline.row(/initialize/).count()).toBe(0);
  await lifeline.close();
});

test('what a call breaks stands below its row; as of an earlier event it is pending; phases of a later session fold', async () => {
  const lifeline = await openLifeline(relay.url);
  const { page, details } = lifeline;
  await lifeline.connectStdio(`"${process.execPath}" "${STDIO_MISBEHAVE}" result-and-error`);
  await lifeline.operating();
  await lifeline.compose('{"jsonrpc":"2.0","id":71,"method":"tools/call","params":{"name":"x"}}');
  await lifeline.send();
  const call = lifeline.row(/request tools\/call x/);
  await call.waitFor();
  const line = lifeline.row(/^Finding: .*error/).last();
  await line.click();
  await details.getByText('How to fix the server').first().waitFor();
  await page.keyboard.press('Escape');

  // Those that ended well fold into heads that say what came of them; one click unfolds.
  await expect.poll(() => lifeline.row(/request initialize/).count()).toBe(0);
  const head = lifeline.row(/Initialization/);
  await head.filter({ hasText: '2025' }).click();
  await lifeline.row(/request initialize/).waitFor();
  await lifeline.expectAccessible();

  const asked = Number(await call.getAttribute('data-s'));
  const slider = page.getByRole('slider', { name: 'Position in the session' });
  await slider.fill(String(asked + 1));
  await lifeline.row(/request tools\/call x.*pending/).waitFor();
  await slider.press('End');
  await expect.poll(() => lifeline.row(/request tools\/call x.*pending/).count()).toBe(0);
  await lifeline.close();
});

test('in one column a question of the server is said above what lies over the diagram', async () => {
  const lifeline = await openLifeline(relay.url, { width: 390, height: 844 });
  await lifeline.connectStdio(`"${process.execPath}" "${EVERYTHING}" stdio`);
  await lifeline.operating();
  await lifeline.compose(
    '{"jsonrpc":"2.0","id":70,"method":"tools/call","params":{"name":"trigger-sampling-request","arguments":{"prompt":"A river?","maxTokens":20}}}',
  );
  await lifeline.send();
  // What was sent is selected, and its details lie over the rest.
  const sheet = lifeline.page.locator('.sheet');
  await sheet.getByRole('button', { name: 'Answer', exact: true }).click();
  const panel = lifeline.page.getByRole('region', { name: 'Panel', exact: true });
  await panel.getByRole('textbox', { name: 'Text' }).waitFor();
  expect(await panel.getByRole('button', { name: 'Answer', exact: true }).count()).toBe(0);
  await panel.getByRole('tab', { name: /^Tools/ }).click();
  await panel.getByRole('button', { name: 'Answer', exact: true }).waitFor();
  await lifeline.expectAccessible();
  await lifeline.close();
});
