/** Values that the relay keeps for its pages. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveMark } from '../../relay/recording/index.ts';
import { eventually, Page } from './support/page.ts';
import { testRelay } from './support/relay.ts';

/** Ask, and give what came as the answer to this request. */
async function reply(page: Page, request: number): Promise<unknown> {
  return eventually(() => page.messages.find((each) => 'request' in each && each.request === request));
}

test('are kept in a file of this person’s own, or as long as the relay lives', async () => {
  const first = await testRelay();
  const page = await Page.connect(first);
  page.send({ type: 'read-values', request: 1 });
  expect(await reply(page, 1)).toEqual({ type: 'values', request: 1, values: {} });
  page.send({ type: 'write-values', request: 2, values: { a: 'lasting', __proto__: null, gone: 'x' }, lasting: true });
  page.send({ type: 'write-values', request: 3, values: { b: 'passing' }, lasting: false });
  page.send({ type: 'write-values', request: 4, values: { gone: null }, lasting: true });
  expect(await reply(page, 4)).toEqual({ type: 'done', request: 4, ids: [] });
  const file = join(first.folder, '.relay', 'values.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ a: 'lasting' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(first.folder, '.relay')).mode & 0o777).toBe(0o700);
  // Another tab, and another relay of the same person.
  const other = await Page.connect(first);
  other.send({ type: 'read-values', request: 5 });
  expect(await reply(other, 5)).toMatchObject({ values: { a: 'lasting', b: 'passing' } });
  const second = await testRelay({ folder: first.folder });
  const there = await Page.connect(second);
  there.send({ type: 'read-values', request: 6 });
  expect(await reply(there, 6)).toEqual({ type: 'values', request: 6, values: { a: 'lasting' } });
  // The folder is none of the library's recordings.
  there.send({ type: 'recordings', request: 7 });
  expect(await reply(there, 7)).toMatchObject({ recordings: [] });
});

test('of a damaged file are not taken for none: nothing is overwritten', async () => {
  const relay = await testRelay();
  const page = await Page.connect(relay);
  page.send({ type: 'write-values', request: 1, values: { a: '1' }, lasting: true });
  await reply(page, 1);
  const file = join(relay.folder, '.relay', 'values.json');
  writeFileSync(file, '{"a":');
  page.send({ type: 'write-values', request: 2, values: { b: '2' }, lasting: true });
  expect(await reply(page, 2)).toMatchObject({ type: 'refused', code: 'failed' });
  expect(readFileSync(file, 'utf8')).toBe('{"a":');
});

test('of two relays at once are all kept', async () => {
  const first = await testRelay();
  const second = await testRelay({ folder: first.folder });
  const pages = await Promise.all([Page.connect(first), Page.connect(second)]);
  const file = join(first.folder, '.relay', 'values.json');
  const numbers = Array.from({ length: 40 }, (_, n) => n + 1);
  // A third program that is in the middle of a change.
  mkdirSync(join(first.folder, '.relay'), { recursive: true });
  writeFileSync(`${file}.live`, liveMark());
  for (const n of numbers)
    pages[n % 2]?.send({ type: 'write-values', request: n, values: { [`name ${n}`]: 'x' }, lasting: true });
  pages[0].send({ type: 'read-values', request: 99 });
  expect(await reply(pages[0], 99)).toMatchObject({ values: {} });
  expect(existsSync(file)).toBe(false);
  rmSync(`${file}.live`);
  for (const n of numbers) expect(await reply(pages[n % 2] as Page, n)).toMatchObject({ type: 'done' });
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toHaveLength(numbers.length);
});

test('are bounded: what would make the file too long is refused, and what is kept stays', async () => {
  const relay = await testRelay();
  const page = await Page.connect(relay);
  page.send({ type: 'write-values', request: 1, values: { a: '1' }, lasting: true });
  await reply(page, 1);
  page.send({ type: 'write-values', request: 2, values: { b: 'x'.repeat(16 * 1024 * 1024) }, lasting: true });
  expect(await reply(page, 2)).toMatchObject({
    type: 'refused',
    code: 'failed',
    detail: expect.stringContaining('longer than 16 MiB') as string,
  });
  expect(JSON.parse(readFileSync(join(relay.folder, '.relay', 'values.json'), 'utf8'))).toEqual({ a: '1' });
});

test('that are no texts are refused', async () => {
  const page = await Page.connect(await testRelay());
  page.sendRaw(JSON.stringify({ type: 'write-values', request: 1, values: { a: 1 }, lasting: true }));
  expect(await reply(page, 1)).toMatchObject({ type: 'refused', code: 'bad-message' });
});
