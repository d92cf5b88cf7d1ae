/** The library over a real folder: lists at once, describes, deletes with a way back, keeps as long as a person says. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NO_META, type LibraryEntry } from '#shared/library';
import { encodeEnd, encodeEvent, readRecorded, type EventBody, type RecordingHeader } from '#shared/recording';
import type { PageMessage, RelayMessage } from '#shared/relay-protocol';
import { Library, type Hosted, type LibraryChange } from '../../relay/library/index.ts';
import { Recorder, RecordingFile } from '../../relay/recording/index.ts';
import { BY_HAND, eventually, Page, script } from './support/page.ts';
import { temporaryFolder, testRelay } from './support/relay.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-06-30T00:00:00Z');

const idOf = (n: number): string => n.toString(16).padStart(20, '0');

interface Sample {
  readonly n: number;
  readonly startedAt?: string;
  readonly title?: string;
  readonly events?: readonly EventBody[];
  readonly footer?: boolean;
}

function headerOf({ n, startedAt = '2026-06-01T00:00:00.000Z', title = `session ${n}` }: Sample): RecordingHeader {
  return {
    mcprec: 1,
    id: idOf(n),
    title,
    startedAt,
    by: { name: 'mcp-lifeline', version: '0' },
    route: 'relay',
    connection: { transport: 'stdio', command: 'server', args: [] },
  };
}

const INITIALIZE: readonly EventBody[] = [
  {
    k: 'message',
    dir: 'c2s',
    by: 'auto',
    raw: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}',
  },
  {
    k: 'message',
    dir: 's2c',
    raw: '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"garden","version":"1.2.3"}}}',
  },
  { k: 'message', dir: 'c2s', by: 'user', raw: '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x"}}' },
  { k: 'message', dir: 's2c', raw: '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no such tool"}}' },
  { k: 'message', dir: 's2c', raw: 'Server ready' },
];

/** Write a recording into a folder; gives its file name. */
function put(folder: string, sample: Sample): string {
  const { n, events = INITIALIZE, footer = true } = sample;
  const name = `2026-06-01T000000Z-session-${idOf(n)}.mcprec`;
  const lines = [encodeEnd(headerOf(sample)), ...events.map((body, s) => encodeEvent({ s, t: s * 1000, ...body }))];
  if (footer) lines.push(encodeEnd({ footer: true, events: events.length, reason: 'closed-by-user' }));
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return name;
}

function libraryOf(folder: string, now = NOW): Library & { readonly changes: LibraryChange[] } {
  const library = new Library({ folder, hosted: () => undefined, letGo: () => undefined, now: () => now });
  const changes: LibraryChange[] = [];
  library.onChange((change) => changes.push(change));
  onTestFinished(() => library.close());
  return Object.assign(library, { changes });
}

async function whenRead(library: Library): Promise<readonly LibraryEntry[]> {
  await library.list();
  await eventually(() => library.state.unread === 0);
  return library.list();
}

describe('a folder of recordings', () => {
  test('is listed newest first, each with what is in it', async () => {
    const folder = temporaryFolder();
    put(folder, { n: 1, startedAt: '2026-06-01T10:00:00.000Z' });
    put(folder, { n: 2, startedAt: '2026-06-02T10:00:00.000Z', footer: false });
    const entries = await whenRead(libraryOf(folder));
    expect(entries.map(({ id }) => id)).toEqual([idOf(2), idOf(1)]);
    expect(entries[1]).toMatchObject({
      home: 'relay',
      live: false,
      bytes: statSync(entries[1]?.path ?? '').size,
      facts: {
        server: { name: 'garden', version: '1.2.3' },
        revision: '2025-11-25',
        duration: 4000,
        events: 5,
        operations: 2,
        errors: 1,
        faults: 1,
        findings: { rules: expect.any(Array) },
        notes: 0,
        cutShort: false,
      },
    });
    expect(entries[0]?.facts?.cutShort).toBe(true);
  });

  test('is not disturbed by what else is in it', async () => {
    const folder = temporaryFolder();
    put(folder, { n: 1 });
    const copy = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8');
    writeFileSync(join(folder, 'readme.txt'), 'hello');
    writeFileSync(join(folder, 'not one.mcprec'), 'hello');
    writeFileSync(join(folder, 'empty.mcprec'), '');
    mkdirSync(join(folder, 'folder.mcprec'));
    // A copy under another name is a recording of its own.
    writeFileSync(join(folder, `copy-${idOf(1)}.mcprec`), copy);
    writeFileSync(join(folder, 'bug 412 ü.mcprec'), copy);
    const entries = await whenRead(libraryOf(folder));
    expect(entries).toHaveLength(3);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3);
    expect(entries.every(({ id, facts }) => /^\w+$/.test(id) && facts?.events === 5)).toBe(true);
  });

  test('of which a file is damaged says so and lists the rest', async () => {
    const folder = temporaryFolder();
    const name = put(folder, { n: 1 });
    put(folder, { n: 2 });
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    lines.splice(3, 1, 'garbage');
    writeFileSync(join(folder, name), lines.join('\n'));
    const entries = await whenRead(libraryOf(folder));
    expect(entries.find(({ id }) => id === idOf(1))?.facts).toMatchObject({ events: 5, partial: true });
    expect(entries.find(({ id }) => id === idOf(2))?.facts).toMatchObject({ events: 5 });
  });

  test('is read once: then the index holds, whatever befalls it', async () => {
    const folder = temporaryFolder();
    const name = put(folder, { n: 1 });
    const first = libraryOf(folder);
    await whenRead(first);
    first.close();
    const index = join(folder, 'library-index.json');
    expect(statSync(index).mode & 0o777).toBe(0o600);
    // As long as size and time stay, what is in the file is not looked at again.
    const { mtime } = statSync(join(folder, name));
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll('garden', 'GARDEN'));
    utimesSync(join(folder, name), mtime, mtime);
    const second = libraryOf(folder);
    expect((await second.list())[0]?.facts?.server?.name).toBe('garden');
    expect(second.state.unread).toBe(0);
    second.close();
    for (const broken of ['', '{"version":1,"files":[[1,2],["x",{}],["y"]]}', '[', '{"version":99}', 'null']) {
      writeFileSync(index, broken);
      const library = libraryOf(folder);
      expect((await whenRead(library))[0]?.facts?.server?.name).toBe('GARDEN');
      library.close();
    }
  });

  test('is read anew where a file has changed, and tells it', async () => {
    const folder = temporaryFolder();
    put(folder, { n: 1 });
    const library = libraryOf(folder);
    await whenRead(library);
    put(folder, { n: 1, events: [...INITIALIZE, { k: 'note', at: 2, text: 'look' }] });
    await library.list();
    const changed = await eventually(() =>
      library.changes.flatMap(({ recordings }) => recordings).find(({ facts }) => facts?.notes === 1),
    );
    expect(changed).toMatchObject({ id: idOf(1), facts: { events: 6, duration: 4000 } });
  });

  test('of 2,000 recordings is told at once what it knew before', async () => {
    const folder = temporaryFolder();
    for (let n = 0; n < 2000; n++) put(folder, { n, events: INITIALIZE.slice(0, 2) });
    const first = libraryOf(folder);
    await whenRead(first);
    first.close();
    // Nothing was read again: the facts are those of the first time.
    const entries = await libraryOf(folder).list();
    expect(entries).toHaveLength(2000);
    expect(entries.every(({ facts }) => facts?.operations === 1)).toBe(true);
  });
});

describe('what a person does with recordings', () => {
  test('title, tags, note and keep stand beside the recording, which stays as it is', async () => {
    const folder = temporaryFolder();
    const name = put(folder, { n: 1 });
    const before = readFileSync(join(folder, name), 'utf8');
    const library = libraryOf(folder);
    await whenRead(library);
    const meta = { title: 'The bug', tags: ['auth', 'slow'], note: 'see event 2', kept: true } as const;
    library.describe(idOf(1), meta);
    const beside = join(folder, `${name}.meta.json`);
    expect(JSON.parse(readFileSync(beside, 'utf8'))).toEqual(meta);
    expect(statSync(beside).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, name), 'utf8')).toBe(before);
    library.close();
    expect((await libraryOf(folder).list())[0]?.meta).toEqual(meta);
    // Somebody wrote nonsense into it.
    writeFileSync(beside, '{"title":7,"tags":["a",1,"a"],"note":null,"kept":"yes"}');
    expect((await libraryOf(folder).list())[0]?.meta).toEqual({ ...NO_META, tags: ['a'] });
    expect(() => library.describe('nobody', NO_META)).toThrow('no such recording');
  });

  test('delete moves it to the trash with what belongs to it, and back again', async () => {
    const folder = temporaryFolder();
    const name = put(folder, { n: 1 });
    put(folder, { n: 2 });
    writeFileSync(join(folder, `${name}.masks.json`), '{}');
    const library = libraryOf(folder);
    await whenRead(library);
    library.describe(idOf(1), { ...NO_META, note: 'mine' });
    expect(library.remove([idOf(1), 'nobody'])).toEqual([idOf(1)]);
    expect((await library.list()).map(({ id }) => id)).toEqual([idOf(2)]);
    expect(library.state.trash.count).toBe(1);
    expect(readdirSync(join(folder, 'trash')).sort()).toEqual([name, `${name}.masks.json`, `${name}.meta.json`]);
    expect(await library.restore([idOf(1)])).toEqual([idOf(1)]);
    expect((await whenRead(library)).find(({ id }) => id === idOf(1))).toMatchObject({
      meta: { note: 'mine' },
      facts: { events: 5 },
    });
    expect(existsSync(join(folder, `${name}.masks.json`))).toBe(true);
    library.remove([idOf(1)]);
    library.emptyTrash();
    expect(library.state.trash).toEqual({ count: 0, bytes: 0 });
    expect(await library.restore([idOf(1)])).toEqual([]);
  });

  test('a recording that another process writes is left alone', async () => {
    const folder = temporaryFolder();
    const name = put(folder, { n: 1, footer: false });
    // The process that runs these tests' processes is alive, and another one.
    writeFileSync(join(folder, `${name}.live`), String(process.ppid));
    const library = libraryOf(folder);
    expect((await whenRead(library))[0]).toMatchObject({ live: true, facts: { events: 5 } });
    appendFileSync(join(folder, name), `${encodeEvent({ s: 5, t: 6000, k: 'stderr', text: 'x' })}\n`);
    // It is listed before it is read anew.
    expect((await library.list())[0]?.facts).toMatchObject({ events: 5, client: { name: 'c' } });
    expect((await whenRead(library))[0]?.facts?.events).toBe(6);
    expect(library.remove([idOf(1)])).toEqual([]);
    writeFileSync(join(folder, `${name}.live`), '999999999');
    expect((await library.list())[0]?.live).toBe(false);
    expect(existsSync(join(folder, `${name}.live`))).toBe(false);
    // Its number was given to another process since.
    writeFileSync(join(folder, `${name}.live`), `${process.ppid} 1@another-start-of-the-machine`);
    expect((await library.list())[0]?.live).toBe(false);
    expect(existsSync(join(folder, `${name}.live`))).toBe(false);
  });

  test('what another program records is told, without being asked for', async () => {
    const folder = temporaryFolder();
    const library = libraryOf(folder);
    await library.list();
    put(folder, { n: 1 });
    const told = await eventually(() =>
      library.changes.flatMap(({ recordings }) => recordings).find(({ facts }) => facts !== undefined),
    );
    expect(told).toMatchObject({ id: idOf(1), facts: { events: 5 } });
  });

  test('retention takes the old and the too much, but nothing that is kept, and says so', async () => {
    const folder = temporaryFolder();
    const at = (days: number): string => new Date(NOW - days * DAY).toISOString();
    for (const [n, days] of [100, 40, 20, 10, 1].entries()) put(folder, { n, startedAt: at(days) });
    const library = libraryOf(folder);
    await whenRead(library);
    expect(library.state.retention).toEqual({});
    library.describe(idOf(0), { ...NO_META, kept: true });
    await library.keepFor({ days: 30 });
    expect((await library.list()).map(({ id }) => id)).toEqual([4, 3, 2, 0].map(idOf));
    expect(library.state.swept).toMatchObject({ count: 1 });
    library.close();
    // The next start applies what was settled, and the days that have passed.
    const later = libraryOf(folder, NOW + 15 * DAY);
    expect(later.state.retention).toEqual({ days: 30 });
    await eventually(() => later.state.swept);
    expect((await later.list()).map(({ id }) => id)).toEqual([4, 3, 0].map(idOf));
    writeFileSync(join(folder, 'library-settings.json'), '{"retention":{"days":-1}}');
    expect(libraryOf(folder).state.retention).toEqual({});
  });
});

describe('what goes wrong', () => {
  test('a link that leads nowhere takes nothing else from the list', async () => {
    const folder = temporaryFolder();
    put(folder, { n: 1 });
    symlinkSync('loop.mcprec', join(folder, 'loop.mcprec'));
    expect((await whenRead(libraryOf(folder))).map(({ id }) => id)).toEqual([idOf(1)]);
  });

  test('a trash that takes nothing costs no recording, and no relay', async () => {
    const folder = temporaryFolder();
    put(folder, { n: 1 });
    writeFileSync(join(folder, 'trash'), 'in the way');
    writeFileSync(join(folder, 'library-settings.json'), '{"retention":{"days":1}}');
    const library = libraryOf(folder);
    await whenRead(library);
    expect(() => library.remove([idOf(1)])).toThrow();
    expect(await library.list()).toHaveLength(1);
  });

  test('what was deleted before one that can’t be is gone', async () => {
    const folder = temporaryFolder();
    put(folder, { n: 1 });
    mkdirSync(join(folder, 'trash', put(folder, { n: 2 })), { recursive: true });
    const library = libraryOf(folder);
    await whenRead(library);
    expect(() => library.remove([idOf(1), idOf(2)])).toThrow();
    expect((await library.list()).map(({ id }) => id)).toEqual([idOf(2)]);
    await eventually(() => library.changes.some(({ gone }) => gone.includes(idOf(1))));
  });

  test('what two processes delete can be had back, once', async () => {
    const folder = temporaryFolder();
    put(folder, { n: 1 });
    const [one, other] = [libraryOf(folder), libraryOf(folder)];
    await Promise.all([whenRead(one), whenRead(other)]);
    one.describe(idOf(1), { ...NO_META, note: 'mine' });
    expect(one.remove([idOf(1)])).toEqual([idOf(1)]);
    expect(other.remove([idOf(1)])).toEqual([idOf(1)]);
    expect(await other.restore([idOf(1)])).toEqual([idOf(1)]);
    expect(await one.restore([idOf(1)])).toEqual([]);
    expect(await one.list()).toMatchObject([{ id: idOf(1), meta: { note: 'mine' } }]);
  });

  test('retention leaves what a page looks at', async () => {
    const folder = temporaryFolder();
    put(folder, { n: 1 });
    put(folder, { n: 2 });
    const watched = { live: false, bytes: 1, watched: true };
    const hosted = (id: string): Hosted | undefined => (id === idOf(1) ? watched : undefined);
    const library = new Library({ folder, hosted, letGo: () => undefined, now: () => NOW });
    onTestFinished(() => library.close());
    await whenRead(library);
    await library.keepFor({ days: 1 });
    expect((await library.list()).map(({ id }) => id)).toEqual([idOf(1)]);
  });

  test('how long recordings are kept is what was said last, in whatever process', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'library-settings.json'), '{"retention":{"days":30}}');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const [one, other] = [libraryOf(folder), libraryOf(folder)];
    await Promise.all([whenRead(one), whenRead(other)]);
    await other.keepFor({});
    put(folder, { n: 1, startedAt: '2020-01-01T00:00:00.000Z' });
    vi.advanceTimersByTime(DAY);
    await eventually(() => one.state.retention.days === undefined);
    expect(await one.list()).toHaveLength(1);
  });

  test('a note is refused where another process has put one meanwhile', async () => {
    const folder = temporaryFolder();
    const path = join(folder, put(folder, { n: 1 }));
    const open = async (): Promise<RecordingFile> => {
      const result = await RecordingFile.open(path);
      if (!result.ok) throw new Error(result.problem.code);
      onTestFinished(() => result.recording.release());
      return result.recording;
    };
    const [one, other] = [await open(), await open()];
    one.annotate(0, 'first');
    expect(() => other.annotate(0, 'second')).toThrow('changed by another program');
    one.annotate(1, 'third');
    const notes = (file: string): unknown => {
      const { recorded, summary } = readRecorded(readFileSync(file, 'utf8'));
      return [summary.problems, recorded?.events.flatMap((event) => (event.k === 'note' ? [event.text] : []))];
    };
    expect(notes(path)).toEqual([[], ['first', 'third']]);

    // The same for a session that this process has recorded itself.
    const own = join(folder, 'own.mcprec');
    const recorder = new Recorder({ path: own, header: headerOf({ n: 2 }), failed: () => undefined });
    onTestFinished(() => recorder.release());
    recorder.record([{ s: 0, t: 0, k: 'stderr', text: 'x' }]);
    recorder.finish('closed-by-user');
    recorder.annotate(0, 'mine');
    const elsewhere = await RecordingFile.open(own);
    if (!elsewhere.ok) throw new Error('no recording');
    elsewhere.recording.annotate(0, 'theirs');
    elsewhere.recording.release();
    expect(() => recorder.annotate(0, 'lost')).toThrow('changed by another program');
    expect(notes(own)).toEqual([[], ['mine', 'theirs']]);
  });
});

describe('over the socket', () => {
  type Request = Extract<PageMessage, { request: number }>;
  type WithoutRequest<M> = M extends Request ? Omit<M, 'request'> : never;
  let requests = 1000;
  async function ask(page: Page, message: WithoutRequest<Request>): Promise<RelayMessage> {
    const request = ++requests;
    page.send({ ...message, request } as Request);
    return eventually(() => page.messages.find((each) => 'request' in each && each.request === request));
  }
  async function listed(page: Page): Promise<readonly LibraryEntry[]> {
    const reply = await ask(page, { type: 'recordings' });
    return reply.type === 'recordings' ? reply.recordings : [];
  }
  const latest = (page: Page, id: string): LibraryEntry | undefined =>
    page.messages
      .flatMap((each) => (each.type === 'recordings-changed' ? each.recordings : []))
      .findLast((each) => each.id === id);

  test('a session is in the library from its first event to its end, with its numbers', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    await listed(page);
    const id = await page.open(script('echo'));
    await eventually(() => latest(page, id)?.live);
    page.say(id, { id: 5, method: 'hello' });
    await page.answer(id, 5);
    const live = (await listed(page))[0];
    expect(live).toMatchObject({ id, live: true });
    expect(live?.facts?.operations).toBeGreaterThan(1);
    expect(await ask(page, { type: 'delete-recordings', ids: [id] })).toMatchObject({ type: 'done', ids: [] });
    page.send({ type: 'close', session: id });
    await page.closed(id);
    const over = await eventually(() => (latest(page, id)?.live === false ? latest(page, id) : undefined));
    expect(over.facts).toMatchObject({ events: page.of(id).length, cutShort: false });
    expect(over.bytes).toBe(statSync(over.path ?? '').size);
    expect(await ask(page, { type: 'delete-recordings', ids: [id] })).toMatchObject({ type: 'done', ids: [id] });
    expect(await listed(page)).toEqual([]);
    expect(page.sessions).toEqual([]);
    expect(await ask(page, { type: 'restore-recordings', ids: [id] })).toMatchObject({ ids: [id] });
    expect(await listed(page)).toMatchObject([{ id }]);
  });

  test('a note goes into the file of a live session, of one that is over, and of one from before', async () => {
    const first = await testRelay();
    const page = await Page.connect(first);
    const id = await page.open(script('echo'), BY_HAND);
    const note = (text: string, on = page): Promise<RelayMessage> =>
      ask(on, { type: 'note', recording: id, at: 0, text });
    expect(await note('while live')).toMatchObject({ type: 'done' });
    page.send({ type: 'close', session: id });
    await page.closed(id);
    const before = page.of(id).length;
    expect(await note('after the end')).toMatchObject({ type: 'done' });
    await page.event(id, (event) => event.k === 'note' && event.text === 'after the end');
    const path = join(first.folder, readdirSync(first.folder).find((name) => name.endsWith('.mcprec')) ?? '');
    const read = (): ReturnType<typeof readRecorded> => readRecorded(readFileSync(path, 'utf8'));
    expect(read().recorded?.footer).toMatchObject({ events: before + 1, reason: 'closed-by-user' });
    await first.close();
    const second = await testRelay({ folder: first.folder });
    const late = await Page.connect(second);
    late.watch(id);
    await late.closed(id);
    expect(await note('another day', late)).toMatchObject({ type: 'done' });
    expect(await note('', late)).toMatchObject({ type: 'done' });
    await eventually(() => late.of(id).length === before + 3);
    const { recorded, summary } = read();
    expect(recorded?.events).toEqual(late.of(id));
    expect(recorded?.events.slice(-3)).toMatchObject([
      { k: 'note', at: 0, text: 'after the end' },
      { k: 'note', at: 0, text: 'another day' },
      { k: 'note', at: 0, text: '' },
    ]);
    expect(new Set(recorded?.events.slice(-4).map(({ t }) => t)).size).toBe(1);
    expect(summary).toMatchObject({ cutShort: false, problems: [], footer: { events: before + 3 } });
    // Whoever comes now reads over the ends in the middle.
    const other = await Page.connect(second);
    other.watch(id, before - 1);
    await eventually(() => other.of(id).length === 4);
    expect(other.of(id)).toEqual(late.of(id).slice(before - 1));
    expect(await ask(late, { type: 'note', recording: 'nobody', at: 0, text: 'x' })).toMatchObject({ type: 'refused' });
  });

  test('a note on a recording that a crash cut off replaces the unfinished line by what it was', async () => {
    const folder = temporaryFolder();
    const name = put(folder, { n: 1, footer: false });
    const whole = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), `${whole}{"s":5,"t":1,"k":"mess`);
    const relay = await testRelay({ folder });
    const page = await Page.connect(relay);
    expect(await ask(page, { type: 'note', recording: idOf(1), at: 4, text: 'the last words' })).toMatchObject({
      type: 'done',
    });
    const { recorded, summary } = readRecorded(readFileSync(join(folder, name), 'utf8'));
    expect(recorded?.events.slice(5)).toMatchObject([
      { s: 5, k: 'gap', bytes: 22 },
      { s: 6, k: 'note', at: 4, text: 'the last words' },
    ]);
    expect(summary).toMatchObject({ cutShort: true, problems: [] });
  });
});
