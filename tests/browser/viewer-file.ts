/** Recordings as the HTML files that people are sent, on disk, and what such a page asks of the network. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { toHtml } from '#shared/export';
import { readRecorded, type HeldRecording as Recorded } from '#shared/recording';

const TEMPLATE = fileURLToPath(new URL('../../dist/web/viewer.html', import.meta.url));
const EXAMPLE = new URL('../../web/public/example.mcprec', import.meta.url);

export interface ViewerFile {
  /** Its `file:` address. */
  readonly url: string;
  readonly html: string;
  remove(): Promise<void>;
}

/** Write a recording as an HTML file, as the built viewer shows it. */
export async function viewerFile(recorded: Recorded): Promise<ViewerFile> {
  return htmlFile(await toHtml(await readFile(TEMPLATE, 'utf8'), recorded));
}

/** Write an HTML file into a folder of its own. */
export async function htmlFile(html: string): Promise<ViewerFile> {
  const folder = await mkdtemp(join(tmpdir(), 'lifeline-viewer-'));
  const path = join(folder, 'recording.html');
  await writeFile(path, html);
  return { url: pathToFileURL(path).href, html, remove: () => rm(folder, { recursive: true }) };
}

/** The text of the example that comes with the page, and the recording in it. */
export async function exampleRecording(): Promise<{ readonly text: string; readonly recorded: Recorded }> {
  const text = await readFile(EXAMPLE, 'utf8');
  const { recorded } = readRecorded(text);
  if (!recorded) throw new Error('the example is no recording');
  return { text, recorded };
}

/** Addresses that a page asks for from now on. Its own `blob:` and `data:` addresses are no requests to anyone. */
export function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url())) requests.push(request.url());
  });
  return requests;
}
