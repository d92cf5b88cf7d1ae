/** The page as a person meets it: by role and name. Console errors and failed assertions of axe are collected here. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContext, type Download, type Locator, type Page } from 'playwright-core';
import { gotoSignedIn } from './signed-in.mjs';
import { afterAll, expect, test } from 'vitest';
import { BROWSER_FLAGS } from './browser-flags.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

let browser: Browser | undefined;

/** A browser for each worker of the run, which spares what it says a way through another process. */
const worker = test.extend<{ launched: Browser }>({
  launched: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads in the pattern that it needs no other fixture.
    async ({}, use) => {
      const executablePath = process.env['CHROME_PATH'] ?? '/usr/bin/chromium';
      const launched = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
      await use(launched);
      await launched.close();
    },
    { scope: 'worker' },
  ],
});

/** Give this test file the browser of its worker. Call at the top of a file. */
export function useBrowser(): void {
  worker.beforeAll(({ launched }) => {
    browser = launched;
  });
  // The next file of the worker finds nothing of this one.
  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
  });
}

/** The browser of this test file, for a context that is none of `openLifeline`. */
export function theBrowser(): Browser {
  if (!browser) throw new Error('useBrowser() was not called');
  return browser;
}

export interface OpenOptions {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly locale?: string;
  /** Have the page fetch the rest of its files after some seconds, as it does for people; most tests are over before. */
  readonly fetchAhead?: boolean;
  /** Called before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Open the page at `url` in a context of its own. */
export async function openLifeline(url: string, options: OpenOptions = {}): Promise<Lifeline> {
  const context = await theBrowser().newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.scheme ?? 'light',
    locale: options.locale ?? 'en-US',
    acceptDownloads: true,
  });
  // A page that is opened by another waits as long as the first.
  context.setDefaultTimeout(45_000);
  if (!options.fetchAhead) await context.addInitScript(withoutFetchingAhead);
  // More files than a browser usually lists.
  else await context.addInitScript(() => performance.setResourceTimingBufferSize(5000));
  // Where no relay keeps what a person chose: single messages, and phases that stay open.
  if (!url.includes('token=')) await context.addInitScript(asChosen);
  const page = await context.newPage();
  const lifeline = new Lifeline(context, page);
  await options.prepare?.(page);
  await gotoSignedIn(page, url);
  return lifeline;
}

/** In the page: the list of what could be fetched ahead is not to be had. */
function withoutFetchingAhead(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    input === 'assets.json' ? Promise.resolve(Response.error()) : fetch(input, init);
}

function asChosen(): void {
  try {
    localStorage.setItem('lifeline page rows', '"messages"');
    localStorage.setItem('lifeline page phases', '"open"');
  } catch {
    // A page without storage.
  }
}

function expectNone(errors: readonly string[], expected?: RegExp): void {
  expect(errors.filter((error) => !expected?.test(error))).toEqual([]);
}

export class Lifeline {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors the page logged or threw. */
  readonly errors: string[] = [];

  constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  /**
   * End the context, after asserting that nothing was logged as an error. `expected` names what the browser itself reports when
   * a server that the page talks to directly answers with an error status or cannot be reached.
   */
  async close(expected?: RegExp): Promise<void> {
    // What closing itself breaks off is no fault of the page.
    const errors = this.errors.splice(0);
    await this.context.close();
    expectNone(errors, expected);
  }

  /** For a page that the next test of the file goes on with: assert, and forget, as `close` does. */
  expectNoErrors(expected?: RegExp): void {
    expectNone(this.errors.splice(0), expected);
  }

  get rows(): Locator {
    return this.page.getByRole('listbox', { name: 'Sequence diagram' }).getByRole('option');
  }
  /** Rows of the diagram whose accessible name contains this text. */
  row(name: string | RegExp): Locator {
    return this.page.getByRole('listbox', { name: 'Sequence diagram' }).getByRole('option', { name });
  }
  /** Select a row of the diagram. As long as events come it moves, and a click that missed it is made again. */
  async select(row: Locator): Promise<void> {
    await expect
      .poll(async () => {
        await row.click();
        return row.getAttribute('aria-selected');
      })
      .toBe('true');
  }
  get status(): Locator {
    return this.page.getByRole('region', { name: 'Status' });
  }
  get details(): Locator {
    return this.page.getByRole('region', { name: 'Details' });
  }
  /** The panel beside the diagram, and the editor of messages below it. */
  get dock(): Locator {
    return this.page.getByRole('region', { name: /^(Panel|Compose a message)$/ });
  }
  get problem(): Locator {
    // The editor has alerts of its own, which are empty.
    return this.page.getByRole('alert').and(this.page.locator(':not(.monaco-alert)'));
  }

  /** On a phone the rail is there when it is asked for. */
  async openRail(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Sessions', expanded: false });
    if (await button.isVisible()) await button.click();
  }
  /** Show the form for a new connection, which is empty. */
  async newConnection(): Promise<void> {
    await this.openRail();
    await this.page.getByRole('button', { name: 'New connection' }).first().click();
  }
  /** What stands in the form for a new connection stays. */
  async #onForm(): Promise<void> {
    if (!(await this.page.getByRole('heading', { name: 'Connect to a server' }).isVisible()))
      await this.newConnection();
  }

  /** Fill the connect form for a stdio server and connect. */
  async connectStdio(command: string): Promise<void> {
    await this.#onForm();
    await this.page.getByRole('radio', { name: 'stdio', exact: true }).check({ force: true });
    await this.page.getByRole('textbox', { name: 'Command' }).fill(command);
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click();
  }

  /** For the next connection, from the first screen: however long the server takes to start, its silence is no answer. */
  async waitForDiscover(): Promise<void> {
    await this.page.getByText('Advanced: timeouts').click();
    await this.page.getByRole('textbox', { name: 'server/discover probe' }).fill('60');
  }

  /** Fill the connect form for an HTTP server and connect. */
  async connectHttp(url: string, route: 'direct' | 'relay'): Promise<void> {
    await this.#onForm();
    await this.page.getByRole('radio', { name: 'Streamable HTTP' }).check({ force: true });
    await this.page.getByRole('textbox', { name: /^URL/ }).fill(url);
    await this.page
      .getByRole('radio', { name: route === 'direct' ? 'Directly from the browser' : 'Through the relay' })
      .check();
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click();
  }

  /** Wait until the handshake and discovery are done. */
  async operating(): Promise<void> {
    await expect.poll(() => this.phase('Ready')).toMatch(/current/);
  }

  /** State of a phase in the stepper, as screen readers hear it. */
  async phase(name: string): Promise<string> {
    const steps = this.page.getByRole('list', { name: 'Phases of the session' }).getByRole('listitem');
    return (await steps.filter({ hasText: name }).first().textContent()) ?? '';
  }

  /** Open the editor of messages, or a panel, wherever its tab is. */
  async tab(name: string | RegExp): Promise<void> {
    if (name === 'Compose' || (name instanceof RegExp && name.test('Compose'))) {
      const editor = this.page.getByRole('region', { name: 'Compose a message' });
      if (!(await editor.isVisible())) await this.#openEditor();
      await editor.waitFor();
      return;
    }
    await this.openPanel();
    await this.dock.getByRole('tab', { name }).focus();
  }
  /** By the button of the line below the diagram, or where nothing can be sent by its name. */
  async #openEditor(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Compose raw JSON' });
    await button
      .or(this.page.getByRole('button', { name: /^(Play|Pause)$/ }))
      .first()
      .waitFor();
    if (await button.isVisible()) {
      // After a reload the editor may be on its way back.
      if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
      return;
    }
    await this.page.keyboard.press('ControlOrMeta+k');
    await this.pick('Commands', 'Compose', /^Compose/);
  }
  /** A tab of the panel, which is opened for it. */
  async panelTab(options: {
    readonly name: string | RegExp;
    readonly exact?: boolean;
    readonly selected?: boolean;
  }): Promise<Locator> {
    await this.openPanel();
    return this.dock.getByRole('tab', options);
  }
  /** Open the panel, on the tab that it had last. */
  async openPanel(): Promise<void> {
    if (await this.dock.getByRole('tablist').isVisible()) return;
    await this.page.getByRole('button', { name: /^(Call|Panels)/, expanded: false }).click();
    await this.dock.getByRole('tablist').waitFor();
  }
  /** The field of the filter, which is there when it is asked for. */
  async filterField(): Promise<Locator> {
    const field = this.page.getByRole('searchbox', { name: 'Filter events' });
    if (!(await field.isVisible())) await this.page.getByRole('button', { name: 'Filter', exact: true }).click();
    return field;
  }
  /** Sessions at taps, by their hosts. */
  async hosts(): Promise<Locator> {
    const list = this.page.getByRole('list', { name: 'Tapped' });
    if (!(await list.isVisible())) await this.page.getByRole('button', { name: 'Tapped', exact: true }).click();
    return list;
  }
  /** Choose something from the menu of the page. */
  async menu(name: string | RegExp): Promise<void> {
    await (await this.openMenu()).getByRole('button', { name }).click();
  }
  async openMenu(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'More', exact: true }).click();
    return this.page.getByRole('dialog', { name: 'More' });
  }
  /** Servers and recordings of before, which are on the first screen. */
  async lists(): Promise<Locator> {
    await this.#onForm();
    return this.page.getByRole('complementary');
  }
  async detailTab(name: string): Promise<void> {
    await this.details.getByRole('tab', { name }).click();
  }

  /** Put exactly this text into the composer. */
  async compose(text: string): Promise<void> {
    await this.tab('Compose');
    const editor = this.dock.getByRole('textbox', { name: 'Message to send' });
    await this.retype(editor, text);
  }

  /** Put exactly this text in the place of what is in an editor. */
  async retype(editor: Locator, text: string): Promise<void> {
    await editor.focus();
    await this.holdsKeyboard(editor);
    await this.page.keyboard.press('ControlOrMeta+a');
    // What is put in takes the place of what is selected; nothing does not.
    if (text === '') await this.page.keyboard.press('Delete');
    else await this.page.keyboard.insertText(text);
  }

  /** Wait until keys go to this element: what opens or closes takes and gives the keyboard a moment later. */
  async holdsKeyboard(element: Locator): Promise<void> {
    await expect.poll(() => element.evaluate((each) => each === document.activeElement)).toBe(true);
  }

  /** In a list that is searched: type what to look for, wait until this entry of it is chosen, and press a key on it. */
  async pick(list: string, search: string, entry: string | RegExp, key = 'Enter'): Promise<void> {
    const input = this.page.getByRole('combobox', { name: list });
    await input.fill(search);
    await this.page.getByRole('option', { name: entry, selected: true }).waitFor();
    await input.press(key);
  }

  /** Send what is in the composer. */
  async send(): Promise<void> {
    await this.dock.getByRole('button', { name: /^Send as typed/ }).click();
  }

  /** Save the session as a recording: exactly as it was, or without secrets. */
  async save(secrets: 'with secrets' | 'without secrets'): Promise<Download> {
    await this.status.getByRole('button', { name: 'Share…' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Share this session' });
    await dialog.getByRole('checkbox', { name: 'Redact secrets' }).setChecked(secrets !== 'with secrets');
    const download = this.page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save file' }).click();
    return download;
  }

  /** Number of events the status line shows: all of them, or those up to the playhead. */
  async events(): Promise<number> {
    const text = (await this.status.textContent()) ?? '';
    return Number((/(?:event )?([\d,]+)(?:\s+events?| of )/.exec(text)?.[1] ?? '0').replaceAll(',', ''));
  }

  /** Check the screen as it stands with axe at WCAG 2.2 AA, by all rules or by these. */
  async expectAccessible(rules?: readonly string[]): Promise<void> {
    // evaluate() runs outside the page's Content-Security-Policy. A page that is loaded again has lost it.
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(AXE);
    const violations = await this.page.evaluate(async (only) => {
      const { axe } = window as unknown as {
        axe: { run(root: Document, options: object): Promise<{ violations: unknown[] }> };
      };
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
      const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: tags };
      return (await axe.run(document, { runOnly, resultTypes: ['violations'] })).violations;
    }, rules);
    const found = (violations as Violation[]).map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('; ')}`,
    );
    expect(found).toEqual([]);
  }
}
