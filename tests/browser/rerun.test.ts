/** Running a recording again as a person does: the plan, consent, the live session, what changed, calibration, both routes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordingLines, type EventBody } from '#shared/recording';
import { startHttpSse, type RunningServer } from '../fixtures/start.ts';
import { recordedOf } from '../unit/rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../unit/script.ts';
import { openLifeline, useBrowser, type Lifeline } from './lifeline.ts';
import { startRelayProcess, type RelayProcess } from './relay-process.ts';

/**
 * `node SERVER [later|stuck]`: the tools look (marked readOnlyHint), write (not marked) and roll (marked; every process has an
 * answer of its own). Started with `later`, look says something else; with `stuck`, no call is answered.
 */
const SERVER = `
import { createInterface } from 'node:readline';
const answers = { look: process.argv[2] === 'later' ? 'a tulip' : 'a rose', write: 'written', roll: 'rolled ' + process.pid };
const tool = (name) => ({ name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: name !== 'write' } });
const resultOf = ({ method, params }) => {
  if (method === 'initialize')
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'server', version: '2' },
      instructions: 'Hi',
    };
  if (method === 'tools/list') return { tools: ['look', 'write', 'roll'].map(tool) };
  if (method === 'tools/call') return { content: [{ type: 'text', text: answers[params.name] }] };
};
createInterface({ input: process.stdin }).on('line', (line) => {
  let message;
  try { message = JSON.parse(line); } catch { return; }
  const { id, method } = message;
  if (id === undefined || (method === 'tools/call' && process.argv[2] === 'stuck')) return;
  const result = resultOf(message);
  const rest = result ? { result } : { error: { code: -32601, message: 'Method not found: ' + method } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...rest }) + '\\n');
});
`;

useBrowser();

let relay: RelayProcess;
let http: RunningServer;
let folder: string;
let script: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lifeline-rerun-'));
  script = join(folder, 'garden.mjs');
  writeFileSync(script, SERVER);
  [relay, http] = await Promise.all([startRelayProcess(), startHttpSse()]);
});
afterAll(async () => {
  await Promise.all([relay.remove(), http.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const USER = { by: 'user' } as const;
const call = (id: number, name: string): object => request(id, 'tools/call', { name, arguments: {} });
const answer = (id: number, text: string): object => result(id, { content: [{ type: 'text', text }] });
const tool = (name: string): object => ({
  name,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: name !== 'write' },
});

/** A recording of a session with the server above: its list of tools was read by itself, and then somebody typed. */
function recordingOf(...typed: readonly EventBody[]): string {
  const bodies: readonly EventBody[] = [
    ...handshake(),
    c2s(request(2, 'tools/list'), { by: 'auto' }),
    s2c(result(2, { tools: ['look', 'write', 'roll'].map(tool) })),
    ...typed,
    { k: 'connection', event: 'closing', reason: 'closed-by-user' },
    { k: 'process', event: 'exit', code: 0 },
    { k: 'connection', event: 'closed', reason: 'closed-by-user' },
  ];
  const recorded = recordedOf(...bodies);
  const connection = { transport: 'stdio' as const, command: process.execPath, args: [script] };
  return [...recordingLines({ ...recorded, header: { ...recorded.header, connection } })].join('\n');
}
const screen = (page: Lifeline): Locator => page.page.getByRole('region', { name: 'Rerun' }).first();
const plan = (page: Lifeline): Locator => page.page.getByRole('region', { name: 'Plan', exact: true });
const step = (page: Lifeline, name: string | RegExp): Locator =>
  plan(page).getByRole('listitem').filter({ hasText: name });
/** What is done with a session stands in the menu of the page. */
const IN_MENU = ['Disconnect', 'Rerun…'];
const press = (page: Lifeline, name: string): Promise<void> =>
  IN_MENU.includes(name) ? page.menu(name) : page.page.getByRole('button', { name, exact: true }).first().click();
const says = (page: Lifeline, text: string | RegExp): Promise<void> => page.page.getByText(text).first().waitFor();

const verdict = (page: Lifeline, text: string): Promise<void> =>
  page.page.getByRole('status').getByText(text, { exact: true }).waitFor();

const agree = (page: Lifeline): Locator =>
  page.page.getByRole('region', { name: 'This command comes from the recording. Start it?' });
/** The same of a command that was typed in its place. */
const agreeTyped = (page: Lifeline): Locator => page.page.getByRole('region', { name: 'Start this command?' });

/** Run against a command that was not agreed to before. */
async function runFirst(page: Lifeline, name = 'Run', question = agree(page)): Promise<void> {
  await press(page, name);
  await question.getByRole('button', { name: 'Start', exact: true }).click();
  await question.waitFor({ state: 'detached' });
}

/** Open a recording, and its plan. */
async function plannedFile(page: Lifeline, text: string): Promise<void> {
  await page.status.getByText('relay connected').waitFor();
  await page.page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], 'garden.mcprec'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true, bubbles: true }));
  }, text);
  // Another session may be looked at until the file was read.
  await page.status.getByText('opened from a file').waitFor();
  await press(page, 'Rerun…');
  await step(page, 'tools/list').first().waitFor();
}

test('what may change something asks; the run is seen live and compared; another server shows its difference', async () => {
  const page = await openLifeline(relay.url);
  const typed = [
    c2s(call(101, 'look'), USER),
    s2c(answer(101, 'a rose')),
    c2s('{"not json', USER),
    c2s(call(102, 'write'), USER),
    s2c(answer(102, 'written')),
  ];
  await plannedFile(page, recordingOf(...typed));

  // The plan: every step, how it goes out, what needs consent and why, what is none.
  await step(page, /tools\/list.*new id/).waitFor();
  await step(page, /tools\/call look.*exact bytes/).waitFor();
  await step(page, /\{"not json.*exact bytes · no response expected.*unclear text/).waitFor();
  await step(page, /opening the session is automatic.*initialize/).waitFor();
  await step(page, /tools\/call write.*may modify data/).waitFor();
  const consent = plan(page).getByRole('checkbox', { name: /^Allow step \d+: tools\/call write$/ });
  expect(await consent.isChecked()).toBe(false);
  expect(await plan(page).getByRole('checkbox').count()).toBe(4);
  await plan(page).getByRole('button', { name: 'tools/call write' }).click();
  await page.page
    .getByRole('region', { name: /^Step \d+: tools\/call write/ })
    .getByText(JSON.stringify(call(102, 'write')))
    .waitFor();
  await page.expectAccessible();

  // Nothing is started before a person has seen the command and agreed to it.
  await press(page, 'Run');
  await agree(page).getByText(script, { exact: true }).waitFor();
  await page.expectAccessible();
  await agree(page).getByRole('button', { name: 'Cancel' }).click();
  await agree(page).waitFor({ state: 'detached' });
  expect(relay.recordings()).toHaveLength(0);

  // Without consent: left out, and said. What the live list marks as read-only goes out.
  await plan(page)
    .getByRole('checkbox', { name: /^Allow step \d+: \{"not json/ })
    .check();
  await runFirst(page);
  await page
    .row(/tools\/call.*look/)
    .first()
    .waitFor();
  await verdict(page, 'Same as recorded');
  await says(page, '3 of 4 steps done · 1 skipped (not allowed)');
  expect(await page.row(/tools\/call.*write/).count()).toBe(0);
  await press(page, 'Result');
  await says(page, /^1 message expected no response \(waited up to [\d.]+ m?s\): confirmed$/);
  await step(page, /tools\/call write.*not read-only.*skipped \(not allowed\)/).waitFor();
  await step(page, /\{"not json.*no response, as recorded/).waitFor();

  // With consent it runs.
  await consent.check();
  await press(page, 'Run');
  await says(page, /^4 of 4 steps done · 4 equal$/);

  await page
    .row(/tools\/call.*write/)
    .first()
    .waitFor();
  await press(page, 'Result');

  await step(page, /tools\/call write.*same result, [\d.]+ [µm]?s → [\d.]+ [µm]?s/).waitFor();

  // Another server, one that answers otherwise.
  const field = screen(page).getByRole('textbox', { name: 'Command' });
  await field.fill(`${await field.inputValue()} later`);
  await runFirst(page, 'Run', agreeTyped(page));
  await says(page, /^tools\/call \w+ .* · 4 of 4 steps done · 1 changed · 3 equal$/);
  await press(page, 'Result');
  await step(page, /tools\/call look.*different result, /).waitFor();
  await press(page, 'Compare');
  const compared = page.page.getByRole('region', { name: 'Compare', exact: true });
  await compared.getByRole('button', { name: /1\s+changed/ }).waitFor();

  // The new recordings are in the library as any other.
  expect(relay.recordings()).toHaveLength(3);
  await page.close();
});

test('a recording from a stranger: its list counts for nothing, and what hides in it is shown as it would be sent', async () => {
  const page = await openLifeline(relay.url);
  const lies = [
    c2s(call(101, 'write'), USER),
    s2c(answer(101, 'written')),
    c2s(request(102, 'tools/list'), { by: 'auto' }),
    s2c(result(102, { tools: [{ name: 'write', annotations: { readOnlyHint: true } }] })),
    c2s(`${JSON.stringify(request(103, 'ping'))}\n${JSON.stringify(call(104, 'wri\u202ete'))}`, USER),
    s2c(request(0, 'elicitation/create', { message: 'Sure?' })),
    c2s(result(0, { action: 'accept', content: {} }), USER),
  ];
  await plannedFile(page, recordingOf(...lies));
  const hidden = `${JSON.stringify(request(103, 'ping'))}␊${JSON.stringify(call(104, 'wri‹U+202E›te'))}`;
  await plan(page)
    .getByRole('button', { name: /"method":"ping"/ })
    .click();
  await page.page
    .getByRole('region', { name: /^Step \d+:/ })
    .getByText(hidden, { exact: true })
    .waitFor();
  const answers = plan(page).getByRole('checkbox', {
    name: /^Respond to the server from the recording \(1 × elicitation/,
  });
  expect(await answers.isChecked()).toBe(false);
  await plan(page)
    .getByRole('list', { name: 'Recorded responses' })
    .getByText('{"action":"accept","content":{}}')
    .waitFor();
  await runFirst(page);
  await says(page, '2 of 4 steps done · 2 skipped (not allowed)');
  expect(await page.row(/tools\/call/).count()).toBe(0);
  await press(page, 'Result');

  // The box of a call that only the live list made doubtful.
  const doubtful = step(page, /tools\/call write.*not read-only/);
  await doubtful.getByRole('checkbox').check();
  await press(page, 'Run');
  await says(page, '3 of 4 steps done · 1 skipped (not allowed)');
  await page
    .row(/tools\/call.*write/)
    .first()
    .waitFor();
  await page.close();
});

test('calibrate: the same plan twice, and what differs is offered as masks', async () => {
  const page = await openLifeline(relay.url, { scheme: 'dark', width: 1024, height: 700 });
  await plannedFile(page, recordingOf(c2s(call(101, 'roll'), USER), s2c(answer(101, 'rolled 6'))));
  // What is declared about values is read, and what can't be used is said.
  await page.page.getByText('Declared values').click();
  const declared = page.page.getByRole('textbox', { name: 'Declared values' });
  await declared.fill('owner: me');
  await declared.blur();
  await page.page.getByText('“owner: me” is not used: no step has an argument “owner”').waitFor();
  await declared.fill('');
  await declared.blur();
  await page.page.getByText('is not used').waitFor({ state: 'detached' });
  await runFirst(page, 'Run twice to find values that vary');
  await says(page, 'recorded (rerun 2)');
  await press(page, 'Result');
  const result = page.page.getByRole('region', { name: 'Result' });
  await result.getByText('Nothing is masked until you choose it.').waitFor();
  await verdict(page, 'Changed');
  const offered = result.getByRole('checkbox', {
    name: 'Mask /result/content/0/text · rolled {number} · tools/call roll',
  });
  expect(await offered.isChecked()).toBe(false);
  await page.expectAccessible();
  await offered.check();
  await result.getByRole('button', { name: 'Use 1 mask' }).click();
  await verdict(page, 'Same as recorded');
  await page.close();
});

test('a run says what it waits for, is stopped, and says so when the page is reloaded in its middle', async () => {
  const page = await openLifeline(relay.url);
  const runStuck = async (): Promise<void> => {
    await plannedFile(page, recordingOf(c2s(call(101, 'look'), USER), s2c(answer(101, 'a rose'))));
    const field = screen(page).getByRole('textbox', { name: 'Command' });
    await field.fill(`${await field.inputValue()} stuck`);
    await runFirst(page, 'Run', agreeTyped(page));
    await says(page, 'Rerunning “recorded”');
    // The first step waits for a response, too.
    await says(page, 'Step 2 of 2');
    await says(page, 'waiting for responses');
  };
  await runStuck();
  await page.page.reload();
  await says(page, 'Reloading the page stopped the rerun of “recorded”');
  await says(page, /^The run stopped at step 2 of 2: the remaining steps are not sent/);
  await press(page, 'OK');
  await page.page.getByText('Reloading the page stopped').waitFor({ state: 'detached' });
  await press(page, 'Disconnect');

  await runStuck();
  await press(page, 'Show plan');
  await press(page, 'Show session');
  await page
    .row(/tools\/call.*look/)
    .first()
    .waitFor();
  await press(page, 'Stop');
  await verdict(page, 'Ended early');
  await page.status.getByText('closed', { exact: true }).waitFor();
  await page.close();
});

test('a run can go by the page or by the relay, at a chosen revision', async () => {
  const page = await openLifeline(relay.url);
  await page.connectHttp(http.url, 'relay');
  await page.operating();
  await press(page, 'Disconnect');
  await page.status.getByText('closed', { exact: true }).waitFor();
  await page.page.keyboard.press('Control+k');
  await page.pick('Commands', 'Rerun', /^Rerun/);
  await step(page, 'tools/list').waitFor();
  await screen(page).getByRole('radio', { name: 'Directly from the browser' }).check();
  await press(page, 'Run');
  // It may be over before anybody looks.
  await page.status.getByText(/^record(ing|ed) to browser storage$/).waitFor();
  await verdict(page, 'Same as recorded');

  // The new recording, found in the library, run again in turn: by the relay, at another revision.
  await press(page, 'Library');
  await page.page.getByRole('row', { name: /rerun/ }).first().click();
  const found = page.page.getByRole('region', { name: 'Recording', exact: true });
  await found.getByRole('button', { name: 'Rerun…' }).click();
  await step(page, 'tools/list').waitFor();
  await screen(page).getByRole('radio', { name: 'Through the relay' }).check();
  await screen(page).getByRole('combobox', { name: 'Protocol version' }).selectOption('2024-11-05');
  await press(page, 'Run');
  // The revision was chosen, so it is told and is no fault of the server's.
  await verdict(page, 'Same as recorded');
  await press(page, 'Compare');
  await page.page.getByRole('tab', { name: /^Session/ }).click();
  const facts = page.page.getByRole('region', { name: 'Session properties' });
  await facts.getByRole('row', { name: /2024-11-05.*not counted/i }).waitFor();
  await page.close();
});
