/** How each of the six questions is asked: a session with a real server, calls through the page, and the screen that answers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
export const EVERYTHING = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');
const published = createRequire(new URL('../servers/servers.mjs', import.meta.url));
const FILESYSTEM = published.resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const PLANTED = fileURLToPath(new URL('../fixtures/planted/server.mjs', import.meta.url));
const NODE = 'node';

const call = (name, given = {}, _meta) =>
  JSON.stringify({ jsonrpc: '2.0', id: 'auto', method: 'tools/call', params: { name, arguments: given, _meta } });
const ANSWERS = '@wait answers';

const panel = (page) => page.getByRole('region', { name: 'Panel', exact: true });
const compose = (page) => page.getByRole('region', { name: 'Compose a message' });
const details = (page) => page.getByRole('region', { name: 'Details' });
const rows = (page) => page.getByRole('listbox', { name: 'Sequence diagram' });
const row = (page, name) => rows(page).getByRole('option', { name });
/** Open a panel, wherever its tab is. */
async function tab(page, name) {
  const closed = page.getByRole('button', { name: /^(Call|Panels)/, expanded: false });
  if ((await closed.count()) > 0) await closed.click();
  await panel(page).getByRole('tab', { name }).focus();
}
const detailTab = (page, name) => details(page).getByRole('tab', { name }).click();
const closePanel = (page) => page.getByRole('button', { name: 'Close panel' }).click();
/** Drag the divider between the session and its details by so many pixels. */
async function dragDivider(page, by) {
  const box = await page.getByRole('separator').and(page.locator('.column')).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 5 });
  await page.mouse.up();
}

async function connecting(page, name, fill) {
  await page.getByRole('button', { name: 'New connection' }).first().click();
  await fill();
  // However long the server takes to start on a busy computer: its silence is no answer to the version probe.
  await page.getByText('Advanced: timeouts').click();
  await page.getByRole('textbox', { name: 'server/discover probe' }).fill('60');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const phases = page.getByRole('list', { name: 'Phases of the session' }).getByRole('listitem');
  await phases
    .filter({ hasText: 'Ready' })
    .filter({ hasText: /current/ })
    .waitFor();
}

const connect = (page, name, command) =>
  connecting(page, name, () => page.getByRole('textbox', { name: 'Command' }).fill(command));

const connectHttp = (page, name, url) =>
  connecting(page, name, async () => {
    await page.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
    await page.getByRole('textbox', { name: 'URL' }).fill(url);
    await page.getByRole('radio', { name: 'Through the relay' }).check();
  });

/** Send messages by a script of the composer. */
async function send(page, lines) {
  await page.getByRole('button', { name: 'Compose raw JSON' }).click();
  await compose(page).getByRole('radio', { name: 'Script' }).check({ force: true });
  const editor = compose(page).getByRole('textbox', { name: 'Script' });
  await editor.focus();
  await page.waitForFunction((element) => element === document.activeElement, await editor.elementHandle());
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(lines.join('\n'));
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('button', { name: 'Close the editor' }).click();
}

/** Call a tool from its form. */
async function callTool(page, name, given) {
  await tab(page, /^Tools/);
  await panel(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  for (const [field, text] of Object.entries(given))
    await panel(page)
      .getByRole('textbox', { name: new RegExp(field) })
      .first()
      .fill(text);
  await panel(page).getByRole('button', { name: 'Call tool' }).click();
}

/** The slowest call waited for a person. */
async function slowest({ page }) {
  await connect(page, 'everything', `${NODE} ${EVERYTHING}`);
  await send(page, [
    call('get-sum', { a: 19, b: 23 }),
    call('get-structured-content', { location: 'Chicago' }),
    ANSWERS,
    call('trigger-long-running-operation', { duration: 2, steps: 4 }, { progressToken: 'p' }),
    ANSWERS,
    call('trigger-elicitation-request'),
    ANSWERS,
    call('get-tiny-image'),
  ]);
  await row(page, /elicitation\/create.*pending/).waitFor();
  // A person reads the form.
  await pause(3000);
  await tab(page, /^Server requests/);
  await panel(page)
    .getByRole('textbox', { name: /^String/ })
    .first()
    .fill('Ada Lovelace');
  await panel(page).getByRole('button', { name: 'Accept' }).click();
  await row(page, /get-tiny-image.*image/).waitFor();
  await closePanel(page);
  await page.getByRole('button', { name: /^slowest / }).click();
  await details(page).waitFor();
}

const CITIES = {
  oslo: '3 °C, snow',
  lima: '19 °C, fog',
  kyoto: '11 °C, light rain',
  cairo: '27 °C, clear',
  quito: '14 °C, showers',
  perth: '31 °C, clear',
  turin: '9 °C, haze',
  accra: '30 °C, humid',
  delhi: '24 °C, smoke',
  nuuk: '−8 °C, wind',
  seoul: '6 °C, clear',
  reno: '12 °C, clouds',
};

/** Twelve files are read at once. */
async function third({ page, folder }) {
  const weather = join(folder, 'weather');
  mkdirSync(weather);
  for (const [city, text] of Object.entries(CITIES)) writeFileSync(join(weather, `${city}.txt`), `${text}\n`);
  await connect(page, 'filesystem', `${NODE} ${FILESYSTEM} weather`);
  await send(
    page,
    Object.keys(CITIES).map((city) => call('read_text_file', { path: `${city}.txt` })),
  );
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Filter events' }).fill('method:tools/call');
  const lines = row(page, /read_text_file/);
  await lines.filter({ hasText: CITIES.reno }).waitFor();
  await lines.nth(2).click();
  await details(page).getByText(CITIES.kyoto).first().waitFor();
}

/** The published server reads a log into less memory than it takes. */
async function died({ page, folder }) {
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  writeFileSync(join(logs, 'today.log'), '12:00:00 started\n');
  writeFileSync(join(logs, 'huge.log'), '12:00:00 a line of a log that nobody rotated\n'.repeat(1_400_000));
  await connect(page, 'filesystem', `${NODE} --max-old-space-size=64 ${FILESYSTEM} logs`);
  await callTool(page, 'read_text_file', { path: 'today.log' });
  await panel(page).getByText('12:00:00 started').first().waitFor();
  await callTool(page, 'read_text_file', { path: 'huge.log' });
  await page.getByRole('alert').getByText('JavaScript heap out of memory').waitFor({ timeout: 60_000 });
  await closePanel(page);
  await row(page, /huge\.log/)
    .first()
    .click();
}

async function negotiated({ page }) {
  await connect(page, 'everything', `${NODE} ${EVERYTHING}`);
  await row(page, /request initialize/).click();
  await page.keyboard.press('.');
  await detailTab(page, 'Negotiated');
  await dragDivider(page, -400);
}

/** Four requests of the server wait at the same time, and are answered in another order. */
async function asked({ page, http }) {
  await connectHttp(page, 'everything', http);
  await send(page, [
    call('trigger-sampling-request', { prompt: 'Longest river?', maxTokens: 20 }),
    call('trigger-sampling-request', { prompt: 'Highest peak?', maxTokens: 20 }),
    call('trigger-elicitation-request'),
    call('trigger-sampling-request', { prompt: 'Largest lake?', maxTokens: 20 }),
  ]);
  await tab(page, /^Server requests/);
  await panel(page).getByText('4 pending requests').waitFor();
  const entries = panel(page).getByRole('button', { name: /^(sampling|elicitation)\// });
  const field = (name) => panel(page).getByRole('textbox', { name }).first();
  for (const [at, name, text, button] of [
    [3, 'Text', 'Caspian Sea', 'Send answer'],
    [2, /^String/, 'Ada Lovelace', 'Accept'],
    [1, 'Text', 'Everest', 'Send answer'],
    [0, 'Text', 'The Nile', 'Send answer'],
  ]) {
    await entries.nth(at).click();
    await field(name).fill(text);
    await panel(page).getByRole('button', { name: button, exact: true }).click();
    await panel(page)
      .getByText(at === 0 ? 'No pending server requests.' : `${at} pending request`)
      .waitFor();
  }
  await closePanel(page);
  await row(page, /sampling\/createMessage.*Highest peak/)
    .first()
    .click();
}

/** One server does everything right, the other one thing wrong. */
async function wrong({ page }) {
  await connect(page, 'healthy', `${NODE} ${EVERYTHING}`);
  await callTool(page, 'echo', { message: 'Hello' });
  await connect(page, 'faulty', `${NODE} ${PLANTED} structured-wrong`);
  await callTool(page, 'greet', { name: 'Ada' });
  await page.getByRole('region', { name: 'Status' }).getByRole('button', { name: '1 finding' }).waitFor();
  await tab(page, /^Findings/);
  await panel(page)
    .getByRole('button', { name: /Return structuredContent/ })
    .click();
  await row(page, /^Finding: /)
    .last()
    .click();
}

export const QUESTIONS = {
  '1-slowest': slowest,
  '2-third-of-twelve': third,
  '3-died': died,
  '4-negotiated': negotiated,
  '5-answers': asked,
  '6-wrong': wrong,
};
