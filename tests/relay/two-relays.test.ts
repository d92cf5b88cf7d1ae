/** Two relays with one home: what one records, the other follows and leaves alone. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NO_META, type LibraryEntry } from '#shared/library';
import { Library } from '../../relay/library/index.ts';
import { isWrittenElsewhere, markLive, Recorder } from '../../relay/recording/index.ts';
import { renewMarkers, unmarkLive } from '../../relay/recording/live-marker.ts';
import { BY_HAND, eventually, Page, script } from './support/page.ts';
import { addressOf, run, type Program } from './support/program.ts';
import { server, temporaryFolder, testRelay } from './support/relay.ts';

interface Two {
  readonly program: Program;
  /** Watches the session in the relay that records it. */
  readonly own: Page;
  /** A page of the other relay. */
  readonly other: Page;
  readonly id: string;
  readonly folder: string;
}

/** A relay in a process of its own that records a session, and another one, here. */
async function two(retention?: object): Promise<Two> {
  const home = temporaryFolder();
  const folder = join(home, 'recordings');
  const program = run(['--no-open', '--port', '0'], home);
  const own = await Page.connect(await addressOf(program));
  const id = await own.open(script('echo'), BY_HAND);
  // More than a megabyte.
  own.say(id, { id: 1, method: 'flood', params: { count: 1200, size: 1000 } });
  await own.answer(id, 1);
  if (retention) writeFileSync(join(folder, 'library-settings.json'), JSON.stringify({ retention }));
  const other = await Page.connect(await testRelay({ folder }));
  return { program, own, other, id, folder };
}

const listed = async (page: Page, request: number): Promise<readonly LibraryEntry[]> => {
  page.send({ type: 'recordings', request });
  const reply = await eventually(() =>
    page.messages.find((each) => each.type === 'recordings' && each.request === request),
  );
  return reply.type === 'recordings' ? reply.recordings : [];
};
const done = (page: Page, request: number): Promise<unknown> =>
  eventually(() => page.messages.find((each) => each.type === 'done' && each.request === request));
const filesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.mcprec'));

test('events come as they are recorded, and the end as well', async () => {
  const { own, other, id } = await two();
  other.watch(id);
  await other.answer(id, 1);
  const summary = (): object | undefined => other.sessions.find((each) => each.id === id);
  expect(summary()).toMatchObject({ live: false, elsewhere: true });
  expect(summary()).not.toHaveProperty('problem');
  for (const message of [2, 3]) {
    own.say(id, { id: message, method: 'hello' });
    await other.answer(id, message);
  }
  own.send({ type: 'close', session: id });
  await own.closed(id);
  await other.closed(id);
  await eventually(() => summary() && !('elsewhere' in (summary() ?? {})));
  expect(summary()).not.toHaveProperty('problem');
  expect(other.of(id)).toEqual(own.of(id));
});

test('it is not deleted: not by a person, not by the retention, also while it is looked at', async () => {
  const { other, id, folder } = await two({ megabytes: 1 });
  expect(await listed(other, 1)).toMatchObject([{ id, live: true }]);
  other.watch(id);
  await other.answer(id, 1);
  expect(await listed(other, 2)).toMatchObject([{ id, live: true }]);
  other.send({ type: 'delete-recordings', request: 3, ids: [id] });
  expect(await done(other, 3)).toMatchObject({ ids: [] });
  other.send({ type: 'retention', request: 4, retention: { days: 1, megabytes: 1 } });
  await done(other, 4);
  other.send({ type: 'empty-trash', request: 5 });
  await done(other, 5);
  expect(filesIn(folder)).toHaveLength(1);
});

test('a relay that crashed is noticed, and its recording is cut short', async () => {
  const { program, other, id } = await two();
  expect(await listed(other, 1)).toMatchObject([{ id, live: true }]);
  other.watch(id);
  await other.answer(id, 1);
  program.child.kill('SIGKILL');
  await program.ended;
  await eventually(() => other.sessions.find((each) => each.id === id)?.problem === 'cut-short');
  const told = (): LibraryEntry | undefined =>
    other.messages
      .flatMap((each) => (each.type === 'recordings-changed' ? each.recordings : []))
      .findLast((each) => each.id === id);
  await eventually(() => told()?.live === false);
  other.send({ type: 'delete-recordings', request: 3, ids: [id] });
  expect(await done(other, 3)).toMatchObject({ ids: [id] });
});

test('what a command records into the folder over a link is left alone as well', async () => {
  const real = temporaryFolder();
  const link = join(temporaryFolder(), 'link');
  symlinkSync(real, link);
  mkdirSync(join(real, 'recordings'));
  const out = join(real, 'recordings', 'x.mcprec');
  const target = ['--', process.execPath, server('stubborn')];
  const program = run(['record', '--timeout', '40000', '--revision', '2025-11-25', '--out', out, ...target], link);
  await eventually(() => existsSync(out) && statSync(out).size > 0);
  const other = await Page.connect(await testRelay({ folder: join(real, 'recordings') }));
  const [entry] = await listed(other, 1);
  expect(entry?.live).toBe(true);
  other.send({ type: 'delete-recordings', request: 2, ids: [entry?.id ?? ''] });
  expect(await done(other, 2)).toMatchObject({ ids: [] });
  expect(existsSync(out)).toBe(true);
  program.child.kill('SIGTERM');
  await program.ended;
});

describe('the marker of a recording that is written', () => {
  const file = (text: string, seconds = 0): string => {
    const path = join(temporaryFolder(), 'x.mcprec');
    writeFileSync(`${path}.live`, text);
    const then = new Date(Date.now() - seconds * 1000);
    utimesSync(`${path}.live`, then, then);
    return path;
  };

  test.each([
    // The number means nothing here; that of this process would be alive.
    ['of another container, renewed', `${process.pid} 1@boot\nboot pid:[1]\n`, 0, true],
    [
      'of another container, of a process with a number that is taken here',
      `${process.ppid}\nboot pid:[1]\n`,
      300,
      false,
    ],
    ['on a disk that had no room for it', '', 0, true],
    ['on a disk that had no room for it, not renewed', '', 300, false],
    ['of another program', 'hello', 300, false],
  ])('%s', (_name, text, seconds, live) => {
    const path = file(text, seconds);
    expect(isWrittenElsewhere(path)).toBe(live);
    expect(existsSync(`${path}.live`)).toBe(live);
  });

  test('is renewed, and put back where somebody took it away, until the recording is over', () => {
    const path = file('', 300);
    markLive(path);
    onTestFinished(() => unmarkLive(path));
    const text = readFileSync(`${path}.live`, 'utf8');
    const then = new Date(Date.now() - 300_000);
    utimesSync(`${path}.live`, then, then);
    renewMarkers();
    expect(Date.now() - statSync(`${path}.live`).mtimeMs).toBeLessThan(120_000);
    rmSync(`${path}.live`);
    renewMarkers();
    expect(readFileSync(`${path}.live`, 'utf8')).toBe(text);
    unmarkLive(path);
    renewMarkers();
    expect(existsSync(`${path}.live`)).toBe(false);
  });
});

test('descriptions and settings of two processes do not undo each other', async () => {
  const folder = temporaryFolder();
  const id = '0'.repeat(20);
  const path = join(folder, `x-${id}.mcprec`);
  const recorder = new Recorder({
    path,
    header: {
      mcprec: 1,
      id,
      title: 'x',
      startedAt: '2026-01-01T00:00:00Z',
      by: { name: 'a', version: '1' },
      route: 'relay',
      connection: { transport: 'stdio', command: 'c', args: [] },
    },
    failed: () => undefined,
  });
  recorder.finish('finished');
  recorder.release();
  const open = async (): Promise<Library> => {
    const library = new Library({ folder, hosted: () => undefined, letGo: () => undefined });
    onTestFinished(() => library.close());
    await library.list();
    await eventually(() => library.state.unread === 0);
    return library;
  };
  const [one, other] = [await open(), await open()];
  const told: (readonly string[] | undefined)[] = [];
  other.onChange(({ recordings }) => told.push(...recordings.map(({ meta }) => meta.tags)));
  one.describe(id, { ...NO_META, tags: ['a'], kept: true });
  // What the other knows is older.
  other.describe(id, { ...NO_META, tags: ['b'], title: 'mine' });
  const meta = { ...NO_META, tags: ['a', 'b'], title: 'mine', kept: true };
  expect((await one.list())[0]?.meta).toEqual(meta);
  expect((await other.list())[0]?.meta).toEqual(meta);
  // A tag that was seen is taken away, one that came is not.
  one.describe(id, { ...meta, tags: ['b', 'c'], kept: true });
  other.describe(id, { ...meta, tags: ['a'], kept: true });
  expect((await one.list())[0]?.meta.tags).toEqual(['c']);
  // Without being asked for: how long recordings are kept, and what they are called.
  await one.keepFor({ days: 400_000 });
  await eventually(() => other.state.retention.days === 400_000);
  one.describe(id, { ...NO_META, tags: ['told'], kept: true });
  await eventually(() => told.some((tags) => tags?.includes('told')));
});
