/** The library of a person who has used the program for a year: from the click to rows on the screen. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRecording } from './make-recording.mjs';
import { gotoSignedIn } from '../browser/signed-in.mjs';

const EVENTS = 40;

/** Put `count` recordings of 40 events each into the library of the relay whose home this is. */
export async function fillLibrary(home, count) {
  const scratch = mkdtempSync(join(tmpdir(), 'lifeline-bench-'));
  const one = join(scratch, 'one.mcprec');
  await makeRecording(one, EVENTS);
  const [header = '', ...events] = readFileSync(one, 'utf8').split(/(?<=\n)/);
  const folder = join(home, 'recordings');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const first = JSON.parse(header);
  for (let n = 0; n < count; n++) {
    const startedAt = new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString();
    const id = `bench${String(n).padStart(15, '0')}`;
    const text = `${JSON.stringify({ ...first, id, startedAt, title: `session ${n}` })}\n`;
    writeFileSync(join(folder, `${startedAt.replaceAll(/[:.]/g, '-')}-${id}.mcprec`), text + events.join(''));
  }
  rmSync(scratch, { recursive: true, force: true });
}

/** Milliseconds from the click on Library until rows are drawn and it says how many recordings there are, in a new page. */
export async function openLibrary(browser, url, count) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await gotoSignedIn(page, url);
  const button = page.getByRole('button', { name: 'Library', exact: true });
  const took = await button.evaluate(async (button, wanted) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const began = performance.now();
    button.click();
    const library = () => document.querySelector('section[aria-label=Library]');
    while (!library()?.querySelector('[role=rowgroup] [role=row]')) await frame();
    while (!library().textContent.replaceAll(',', '').includes(String(wanted))) await frame();
    return performance.now() - began;
  }, count);
  await context.close();
  return took;
}
