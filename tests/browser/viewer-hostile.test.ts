/** A recording in which every text is hostile: nothing of it runs or loads, in the page and in the exported file. */
import { expect, test } from 'vitest';
import { recordingLines } from '#shared/recording';
import { HOSTILE_TEXTS, hostileRecording } from '../fixtures/hostile-recording.ts';
import { KEPT_FROM, visitEverything, watchHostile } from './hostile-page.ts';
import { openLifeline, useBrowser } from './lifeline.ts';
import { startStaticSite } from './static-site.ts';
import { viewerFile } from './viewer-file.ts';

useBrowser();

test('what is watched for is seen', async () => {
  // The others are code only inside an attribute, a style or a template.
  const { context } = await openLifeline('about:blank');
  for (const text of HOSTILE_TEXTS.filter((each) => /<(?:script|img|iframe|base)/.test(each))) {
    const page = await context.newPage();
    const watch = await watchHostile(page, (url) => url === 'about:blank');
    await page.goto('about:blank');
    await page.evaluate((html) => document.body.append(document.createRange().createContextualFragment(html)), text);
    await expect(watch.expectNothing(), text).rejects.toThrow();
  }
  await context.close();
});

test('in the exported file nothing hostile runs or loads', async () => {
  const file = await viewerFile(hostileRecording());
  const page = await openLifeline('about:blank');
  const watch = await watchHostile(page.page, (url) => url.split('#')[0] === file.url);
  await page.page.goto(file.url);
  await page.rows.first().waitFor();
  // Other layouts of a view are those of the page, where no policy stands in for the code.
  const visited = await visitEverything(page.page, false);
  expect(visited.events).toBeGreaterThan(40);
  expect(visited.views).toBeGreaterThan(100);
  expect(visited.entries).toBeGreaterThan(10);
  await watch.expectNothing();
  await page.close(KEPT_FROM);
  await file.remove();
});

test('in the page, served without a policy that would stop it', async () => {
  const site = await startStaticSite();
  const page = await openLifeline('about:blank');
  const watch = await watchHostile(page.page, (url) => url.startsWith(site.url));
  await page.page.goto(site.url);
  const text = [...recordingLines(hostileRecording())].join('\n');
  const chooser = page.page.waitForEvent('filechooser');
  await page.page
    .getByRole('button', { name: /^Open( a recording)?/ })
    .first()
    .click();
  await (await chooser).setFiles({ name: 'hostile.mcprec', mimeType: 'text/html', buffer: Buffer.from(text) });
  await page.rows.first().waitFor();
  const visited = await visitEverything(page.page);
  expect(visited.events).toBeGreaterThan(40);
  expect(visited.views).toBeGreaterThan(100);
  expect(visited.entries).toBeGreaterThan(10);
  await watch.expectNothing();
  await page.close(KEPT_FROM);
  await site.close();
});
