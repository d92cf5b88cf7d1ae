/** Recordings that a page makes itself and the relay keeps. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RecordingHeader } from '#shared/recording';
import { liveMark } from '../../relay/recording/index.ts';
import { eventually, Page } from './support/page.ts';
import { testRelay } from './support/relay.ts';

const HEADER: RecordingHeader = {
  mcprec: 1,
  id: '0123456789abcdef0123',
  title: 'direct',
  startedAt: '2026-11-24T12:00:00.000Z',
  by: { name: 'page', version: '1' },
  route: 'direct',
  connection: { transport: 'streamable-http', url: 'http://127.0.0.1:1/mcp', headerNames: [] },
};
const line = (s: number): string => JSON.stringify({ s, t: s, k: 'note', at: 0, text: `note ${s}` });

let request = 0;
/** Send a part, and give what came of it. */
function keep(page: Page, from: number, count: number, more: object = {}): Promise<string> {
  const lines = Array.from({ length: count }, (_, at) => line(from + at)).join('\n');
  return answer(page, { type: 'keep-recording', header: HEADER, from, lines, ...more });
}
async function answer(page: Page, message: object): Promise<string> {
  const n = ++request;
  page.sendRaw(JSON.stringify({ ...message, request: n }));
  const came = await eventually(() => page.messages.find((each) => 'request' in each && each.request === n));
  return came.type === 'refused' ? came.detail : came.type;
}
async function listed(page: Page): Promise<readonly { readonly id: string; readonly live: boolean }[]> {
  const n = ++request;
  page.send({ type: 'recordings', request: n });
  const came = await eventually(() => page.messages.find((each) => each.type === 'recordings' && each.request === n));
  return came.type === 'recordings' ? came.recordings : [];
}

test('grow in the library, end as their page says, and begin again where it can’t go on', async () => {
  const relay = await testRelay();
  const page = await Page.connect(relay);
  expect(await keep(page, 0, 3)).toBe('done');
  expect(await listed(page)).toMatchObject([{ id: HEADER.id, live: true, header: { title: 'direct' } }]);
  expect(await keep(page, 3, 2)).toBe('done');
  expect(await keep(page, 7, 1)).toBe('the recording does not go on there');
  // A page that was loaded anew sends all of it again, before the relay has noticed that the old one is gone.
  const later = await Page.connect(relay);
  expect(await keep(later, 0, 6)).toBe('done');
  page.disconnect();
  expect(await keep(later, 6, 1, { end: 'closed-by-user' })).toBe('done');
  expect(await listed(later)).toMatchObject([{ id: HEADER.id, live: false }]);
  const [name = ''] = readdirSync(relay.folder).filter((each) => each.endsWith('.mcprec'));
  const lines = readFileSync(join(relay.folder, name), 'utf8').trimEnd().split('\n');
  expect(lines).toEqual([
    JSON.stringify(HEADER),
    ...Array.from({ length: 7 }, (_, s) => line(s)),
    JSON.stringify({ footer: true, events: 7, reason: 'closed-by-user' }),
  ]);
});

test('have the page’s lines byte for byte, and lines of another form as this program writes them', async () => {
  const relay = await testRelay();
  const page = await Page.connect(relay);
  const own = [
    line(0),
    '{"s":1,"t":1.5,"k":"note","at":0,"text":"a"}',
    '{"s":2,"t":2,"k":"note","text":"\\u00e9","at":0}',
  ];
  const other = '{ "t": 3, "k": "note", "s": 3, "text": "\\u00e9", "at": 0 }';
  expect(await keep(page, 0, 0, { lines: [...own, other].join('\n'), end: 'closed' })).toBe('done');
  const [name = ''] = readdirSync(relay.folder).filter((each) => each.endsWith('.mcprec'));
  const lines = readFileSync(join(relay.folder, name), 'utf8').trimEnd().split('\n');
  expect(lines.slice(1, -1)).toEqual([...own, '{"s":3,"t":3,"k":"note","text":"é","at":0}']);
});

test('end with their page, whatever it had still to send', async () => {
  const relay = await testRelay();
  const [page, other] = [await Page.connect(relay), await Page.connect(relay)];
  await keep(page, 0, 2);
  page.disconnect();
  await expect.poll(async () => (await listed(other)).map(({ live }) => live)).toEqual([false]);
});

test('are refused where they are none, or another program writes one of this name', async () => {
  const relay = await testRelay();
  const page = await Page.connect(relay);
  expect(await keep(page, 0, 1, { header: { ...HEADER, id: '../../x' } })).toBe('keep-recording: header');
  expect(await keep(page, 0, 1, { header: { id: HEADER.id } })).toBe('keep-recording: header');
  expect(await keep(page, 0, 1, { lines: `${line(0)}\n${line(5)}` })).toBe('event 1 can’t be read');
  for (const bad of ['', '{}', '{"s":1', '{"s":1,"t":1,"k":"note"', '{"s":01,"t":1,"k":"note"}', 'x'])
    expect(await keep(page, 0, 1, { lines: `${line(0)}\n${bad}` })).toBe('event 1 can’t be read');
  expect(await listed(page)).toEqual([]);
  await keep(page, 0, 1, { end: 'closed' });
  const [name = ''] = readdirSync(relay.folder).filter((each) => each.endsWith('.mcprec'));
  writeFileSync(join(relay.folder, `${name}.live`), liveMark());
  expect(await keep(page, 0, 1)).toBe('the recording is still written');
});
