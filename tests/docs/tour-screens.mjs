/** The walks of the tour: each goes through screens of the page in English and says when one of them stands. */
import { readFileSync } from 'node:fs';
import { gotoSignedIn } from '../browser/signed-in.mjs';

/** A server to try things with. */
const GARDEN = 'node garden-server.mjs';

const button = (page, name) => page.getByRole('button', { name }).first();

export async function connecting({ page, step }, url) {
  await gotoSignedIn(page, url);
  await step('connect', () => page.getByRole('heading', { name: 'Connect to a server' }).waitFor());
  await step('sidebar', () => page.keyboard.press('ControlOrMeta+b'));
  await page.keyboard.press('ControlOrMeta+b');
  await step('connect-open', () =>
    page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true))),
  );
  await step('connect-import', () =>
    page
      .getByRole('textbox', { name: 'Server configuration' })
      .fill(
        '{"mcpServers":{"a":{"command":"x","env":{"KEY":"${input:k}"}},"c":{"url":"http://127.0.0.1:1/mcp"},"b":{}}}',
      ),
  );
  await step('connect-http', () => page.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true }));
  await step('connect-http-relay', () => page.getByRole('radio', { name: 'Through the relay' }).check());
  await step('connect-http-open', () =>
    page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true))),
  );
  await step('connect-proxy', () => page.getByRole('combobox', { name: /proxy/i }).selectOption({ index: 2 }));
}

/** Drop a recording onto the page. */
async function open(page, url, file) {
  await gotoSignedIn(page, url);
  await page.getByText('relay connected').first().waitFor();
  await page.evaluate(
    (text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'tour.mcprec'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true, bubbles: true }));
    },
    readFileSync(file, 'utf8'),
  );
  await page.getByText('opened from a file').first().waitFor();
}

export async function fileSession({ page, step, narrow }, url, file, name) {
  await open(page, url, file);
  const details = page.getByRole('region', { name: 'Details' });
  const rows = page.getByRole('listbox', { name: 'Sequence diagram' }).getByRole('option', { disabled: false });
  await step(`${name}.opened`, () => rows.first().waitFor());
  for (const at of [0, 9]) {
    if ((await rows.count()) <= at) continue;
    await step(`${name}.row-${at}`, () => rows.nth(at).click());
    const tabs = details.getByRole('tab');
    for (let tab = 1; tab < (await tabs.count()); tab += 1)
      await step(`${name}.row-${at}.tab-${tab}`, () => tabs.nth(tab).focus());
    await tabs
      .first()
      .focus()
      .catch(() => {});
    // Details lie over the session where there is one column.
    if (narrow) await page.keyboard.press('Escape');
  }
  await step(`${name}.operations`, async () => {
    await page.getByRole('treegrid').or(rows.first()).focus();
    await page.keyboard.press('o');
  });
  await page.keyboard.press('o');
  const dock = page.getByRole('region', { name: 'Lower panel', exact: true });
  const tabs = dock.getByRole('tab');
  for (let tab = 0; tab < (await tabs.count()); tab += 1) {
    await step(`${name}.dock-${tab}`, () => tabs.nth(tab).focus());
    const entry = dock.getByRole('tabpanel').getByRole('listitem').getByRole('button');
    if ((await entry.count()) > 0) await step(`${name}.dock-${tab}.entry`, () => entry.first().click());
    if (narrow) await page.keyboard.press('Escape');
    if ((await entry.count()) > 2) await step(`${name}.dock-${tab}.third`, () => entry.nth(2).click());
    if (narrow) await page.keyboard.press('Escape');
  }
  if (name !== 'example' && name !== 'everything-stdio') return;
  await step(`${name}.filter`, () =>
    page.getByRole('searchbox', { name: 'Filter events' }).fill('kind:message dir:s2c zz:1'),
  );
  await page.getByRole('searchbox', { name: 'Filter events' }).fill('');
  await step(`${name}.share`, () => button(page, 'Share…').click());
  const dialog = page.getByRole('dialog');
  const secret = dialog.getByRole('button', { name: 'Show' }).first();
  if ((await secret.count()) > 0) await step(`${name}.secrets`, () => secret.click());
  await page.keyboard.press('Escape');
  await step(`${name}.rerun`, () => button(page, 'Rerun…').click());
  const plan = page.getByRole('region', { name: 'Plan', exact: true });
  await step(`${name}.rerun-step`, () =>
    plan
      .getByRole('button', { name: /initialize|tools/ })
      .first()
      .click(),
  );
  await step(`${name}.rerun-agree`, () => page.getByRole('button', { name: 'Run', exact: true }).first().click());
}

export async function liveSession({ page, step }, url) {
  await gotoSignedIn(page, url);
  await page.getByRole('textbox', { name: 'Command' }).fill(GARDEN);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const rows = page
    .getByRole('listbox', { name: 'Sequence diagram' })
    .getByRole('option', { name: /result of prompts\/list/ });
  await step('live', () => rows.first().waitFor());
  const dock = page.getByRole('region', { name: 'Lower panel', exact: true });
  await step('live.tool', async () => {
    await page.getByRole('tab', { name: /^Tools/ }).focus();
    await dock.getByRole('button', { name: /water_plant/ }).click();
  });
  await step('live.result', async () => {
    await page.getByRole('combobox', { name: /plant/ }).selectOption('olive tree');
    await page.getByRole('button', { name: 'Call tool' }).click();
    await page.waitForTimeout(400);
  });
  await step('live.ask', async () => {
    await dock.getByRole('button', { name: /name_seedling/ }).click();
    await page.getByRole('textbox', { name: /look/ }).fill('tall');
    await page.getByRole('button', { name: 'Call tool' }).click();
    await page.waitForTimeout(500);
  });
  const tabs = dock.getByRole('tab');
  for (let tab = 0; tab < (await tabs.count()); tab += 1) await step(`live.dock-${tab}`, () => tabs.nth(tab).focus());
  await step('live.asks', () => page.getByRole('tab', { name: /^Server requests/ }).focus());
  await step('live.compose', async () => {
    await page.getByRole('tab', { name: /^Compose/ }).focus();
    await page.locator('.monaco-editor').first().waitFor();
  });
  await step('live.compose-open', () =>
    page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true))),
  );
  await step('live.templates', () => button(page, /Template/).click());
  await page.keyboard.press('Escape');
  await step('live.script', () => page.getByRole('radio', { name: /script/i }).check({ force: true }));
  await step('live.hex', () =>
    page
      .getByRole('radio', { name: /bytes|hex/i })
      .first()
      .check({ force: true }),
  );
  await step('live.exercise', () => page.getByRole('tab', { name: /^Exercise/ }).focus());
  await step('live.exercised', async () => {
    await dock
      .getByRole('button', { name: /^(Start|Run|Exercise)/ })
      .first()
      .click();
    await page.waitForTimeout(800);
  });
  await step('live.palette', () => page.keyboard.press('ControlOrMeta+k'));
  await page.keyboard.press('Escape');
  await button(page, 'Disconnect').click();
  await step('live.ended', () => page.getByText('closed').first().waitFor());
}

export async function comparing({ page, step }, url, before, after) {
  await gotoSignedIn(page, url);
  await step('compare.empty', () => button(page, 'Compare recordings…').click());
  for (const [name, file] of [
    [/^Choose A/, before],
    [/^Choose B/, after],
  ]) {
    await step(`compare.choose-${name.source.at(-1)}`, () => button(page, name).click());
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('dialog').getByRole('button', { name: 'Choose a file…' }).click();
    await (await chooser).setFiles(file);
  }
  const screen = page.getByRole('region', { name: 'Compare', exact: true });
  const options = screen.getByRole('listbox', { name: 'Operations' }).getByRole('option');
  await step('compare', () => options.first().waitFor());
  const chips = screen.getByRole('group', { name: 'Show only' }).getByRole('button');
  await step('compare.changed', () => chips.filter({ hasText: 'changed' }).first().click());
  await step('compare.pair', () => options.first().click());
  const tabs = screen.getByRole('tab');
  for (let tab = 0; tab < (await tabs.count()); tab += 1) await step(`compare.tab-${tab}`, () => tabs.nth(tab).focus());
}

/** What is beside the sessions: library, help, palette, a failed connection, another language. */
export async function aside({ page, step }, url) {
  await gotoSignedIn(page, url);
  await step('library', () => page.getByRole('button', { name: 'Library', exact: true }).click());
  await step('library.one', () => page.getByRole('row').nth(1).click());
  await step('help', () => button(page, 'Help').click());
  await page.keyboard.press('Escape');
  await step('palette', () => page.keyboard.press('ControlOrMeta+k'));
  await page.keyboard.press('Escape');
  await step('failed', async () => {
    await button(page, 'New connection').click();
    await page.getByRole('textbox', { name: 'Command' }).fill('no-such-program --flag');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Command not found').first().waitFor();
  });
}

export async function exported({ page, step, narrow }, url) {
  await page.goto(url);
  const rows = page.getByRole('listbox', { name: 'Sequence diagram' }).getByRole('option', { disabled: false });
  await step('viewer', () => rows.nth(4).click());
  const details = page.getByRole('region', { name: 'Details' }).getByRole('tab');
  for (let tab = 0; tab < (await details.count()); tab += 1)
    await step(`viewer.details-${tab}`, () => details.nth(tab).focus());
  if (narrow) await page.keyboard.press('Escape');
  const dock = page.getByRole('region', { name: 'Lower panel', exact: true }).getByRole('tab');
  for (let tab = 0; tab < (await dock.count()); tab += 1) await step(`viewer.dock-${tab}`, () => dock.nth(tab).focus());
}
