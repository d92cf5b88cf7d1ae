/** Watches a page that shows a hostile recording, and opens everything that it can show. */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** What the browser reports when the preview of an HTML text tries what it may not do. */
export const KEPT_FROM =
  /Blocked script execution in 'about:srcdoc'|violates the following Content Security Policy directive|Not allowed to load local resource/;

/** What a page did that it must not do. */
export interface Watch {
  /** Assert that no script of the recording ran, nothing was loaded or navigated to, and no text became an element. */
  expectNothing(): Promise<void>;
}

/** Begin to watch. Call before the page is opened; `allowed` tells its own requests. */
export async function watchHostile(page: Page, allowed: (url: string) => boolean): Promise<Watch> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => seen.push(`popup ${popup.url()}`));
  page.on('framenavigated', (frame) => {
    const preview = frame !== page.mainFrame() && frame.url() === 'about:srcdoc';
    if (!preview && (frame !== page.mainFrame() || !allowed(frame.url()))) seen.push(`navigated to ${frame.url()}`);
  });
  const settled: Promise<void>[] = [];
  const judge = async (request: Request): Promise<void> => {
    await request.response();
    // What a policy stops is told as a request now and then, but never leaves the browser.
    if (request.failure()?.errorText !== 'csp') seen.push(`requested ${request.url()}`);
  };
  page.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && !allowed(request.url())) settled.push(judge(request));
  });
  // Elements and attributes that only a text taken for HTML, or an address taken for harmless, can bring in.
  await page.addInitScript(() => {
    const found: string[] = [];
    (window as unknown as { hostile: string[] }).hostile = found;
    const bad = (element: Element): boolean =>
      // The page's own preview of an HTML text may do nothing at all.
      (element.matches('iframe') && !(element.getAttribute('sandbox') === '' && element.hasAttribute('srcdoc'))) ||
      element.matches('object, embed, base, foreignObject, form[action], img[src^="http" i]') ||
      (element.matches('script, meta, link') && document.readyState === 'complete' && !element.closest('head')) ||
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') ||
          (/^(?:href|src|action|formaction|xlink:href)$/.test(name) &&
            /^[\u0000-\u0020]*(?:javascript|vbscript|data:(?!image\/|audio\/))/i.test(value)),
      );
    const look = (element: Element): void => {
      if (bad(element)) found.push(element.outerHTML.slice(0, 300));
    };
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (target instanceof Element) look(target);
        for (const node of addedNodes)
          if (node instanceof Element) for (const each of [node, ...node.querySelectorAll('*')]) look(each);
      }
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  return {
    async expectNothing() {
      expect(await page.evaluate(() => (window as unknown as { hostile: string[] }).hostile)).toEqual([]);
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
      await Promise.all(settled);
      expect(seen).toEqual([]);
    },
  };
}

/** What was opened, so that a test can tell that there was something to open. */
export interface Visited {
  readonly events: number;
  readonly views: number;
  readonly entries: number;
}

/** Select every row and open every view of it, then every panel, entry and fold, and each in all its layouts. Runs inside the page. */
export function visitEverything(page: Page, layouts = true): Promise<Visited> {
  return page.evaluate(async (layouts) => {
    // Views are drawn in tasks of their own; what is loaded first, or laid out, takes a frame.
    const task = (): Promise<void> =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(undefined);
      });
    const frame = (): Promise<void> => new Promise((resolve) => void window.requestAnimationFrame(() => resolve()));
    const all = (within: string, what: string): HTMLElement[] => [
      ...(document.querySelector(within)?.querySelectorAll<HTMLElement>(what) ?? []),
    ];
    const DETAILS = 'section[aria-label="Details"]';
    const DOCK = 'section[aria-label="Panel"]';
    const LAYOUTS = 'input[type=radio], [role=radio]';
    const unfold = async (within: string): Promise<void> => {
      for (const each of all(within, 'details:not([open])')) (each as HTMLDetailsElement).open = true;
      await task();
      for (const each of layouts ? all(within, LAYOUTS) : []) {
        each.click();
        await task();
      }
    };
    const key = (name: string): void => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
    };
    const visited = { events: 0, views: 0, entries: 0 };
    const labels = new Set<string>();
    key('g');
    for (let row = 0; row < 500; row++) {
      await task();
      const name = document.querySelector('[role=listbox] [aria-selected=true]')?.id ?? '';
      if (labels.has(name)) break;
      labels.add(name);
      visited.events++;
      for (const tab of all(DETAILS, '[role=tab]')) {
        tab.focus();
        tab.click();
        await task();
        await unfold(DETAILS);
        visited.views++;
      }
      key('j');
    }
    key('Escape');
    [...document.querySelectorAll<HTMLElement>('button[aria-expanded=false]')]
      .find((each) => /^(Call|Panels)/.test(each.textContent.trim()))
      ?.click();
    await frame();
    for (const { textContent } of all(DOCK, '[role=tab]')) {
      const tab = all(DOCK, '[role=tab]').find((each) => each.textContent === textContent);
      tab?.focus();
      tab?.click();
      await frame();
      await frame();
      await unfold(DOCK);
      const entries = all(DOCK, '[role=tabpanel] :is(li, [role=listitem]) button').length;
      for (let entry = 0; entry < entries; entry++) {
        all(DOCK, '[role=tabpanel] :is(li, [role=listitem]) button')[entry]?.click();
        visited.entries++;
        await task();
        await unfold(DOCK);
      }
    }
    await frame();
    await frame();
    return visited;
  }, layouts);
}
