import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { encodeEvent, RecordingReader, type WireEvent } from '#shared/recording';
import { decodeEvent } from '#shared/session';
import { Follower } from '../../relay/recording/follower.ts';
import { liveMark, RecordingFile } from '../../relay/recording/index.ts';
import type { Scan } from '../../relay/recording/scan.ts';
import { BY_HAND, headersOf, eventually, Page, script, type Address } from './support/page.ts';
import { temporaryFolder, testRelay } from './support/relay.ts';

/** The one recording in a folder. */
function onlyFile(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.endsWith('.mcprec'));
  expect(names).toHaveLength(1);
  return join(folder, names[0] ?? '');
}

function read(path: string): { events: WireEvent[]; summary: ReturnType<RecordingReader['end']>['summary'] } {
  const reader = new RecordingReader();
  const events = reader.push(readFileSync(path, 'utf8'));
  const { events: last, summary } = reader.end();
  return { events: [...events, ...last], summary };
}

const get = (address: Address, path: string): Promise<Response> =>
  fetch(`${address.origin}${path}`, { headers: headersOf(address) });

describe('the recording on the disk', () => {
  test('is what the page saw, event by event, and closed by a footer', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'));
    page.say(id, { id: 5, method: 'hello', params: { text: 'é€😀' } });
    await page.answer(id, 5);
    page.send({ type: 'close', session: id });
    await page.closed(id);
    const path = onlyFile(relay.folder);
    const { events, summary } = read(path);
    expect(events).toEqual(page.of(id));
    expect(summary).toMatchObject({ cutShort: false, problems: [], footer: { reason: 'closed-by-user' } });
    expect(path).toMatch(new RegExp(`/\\d{4}-\\d\\d-\\d\\dT\\d{6}Z-test-${id}\\.mcprec$`));
  });

  test('is there while the session lives, readable by this person only', async () => {
    const relay = await testRelay({ folder: join(temporaryFolder(), 'made', 'here') });
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    page.say(id, { id: 5, method: 'hello' });
    await page.answer(id, 5);
    const path = onlyFile(relay.folder);
    expect(read(path).events).toEqual(page.of(id));
    expect(read(path).summary.cutShort).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(relay.folder).mode & 0o777).toBe(0o700);
  });

  test('is downloaded as it stands, live and ended', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'));
    page.say(id, { id: 5, method: 'hello' });
    await page.answer(id, 5);
    for (const live of [true, false]) {
      if (!live) {
        page.send({ type: 'close', session: id });
        await page.closed(id);
      }
      const response = await get(relay, `/api/sessions/${id}/recording`);
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="?[\w-]+\.mcprec"?$/);
      expect(await response.text()).toBe(readFileSync(onlyFile(relay.folder), 'utf8'));
    }
    expect((await get(relay, '/api/sessions/nobody/recording')).status).toBe(404);
  });

  test('is let go of when a download is broken off', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    page.say(id, { id: 1, method: 'large', params: { size: 16 * 1024 * 1024 } });
    await page.event(id, (each) => each.k === 'message' && each.large !== undefined);
    const openFiles = (): number => readdirSync('/dev/fd').length;
    const before = openFiles();
    for (let at = 0; at < 20; at++) {
      const path = `/api/sessions/${id}/recording`;
      const headers = { Host: new URL(relay.origin).host, ...headersOf(relay) };
      const download = request({ host: '127.0.0.1', port: relay.port, path, headers, agent: false }).end();
      const [response] = (await once(download, 'response')) as [IncomingMessage];
      response.destroy();
    }
    await eventually(() => openFiles() < before + 10);
  });

  test('is served by the next relay, from any event on', async () => {
    const first = await testRelay();
    const before = await Page.connect(first);
    const id = await before.open(script('echo'));
    before.say(id, { id: 5, method: 'hello' });
    await before.answer(id, 5);
    await first.close();
    const second = await testRelay({ folder: first.folder });
    const page = await Page.connect(second);
    expect(page.sessions).toEqual([]);
    page.send({ type: 'recordings', request: 1 });
    expect((await page.message('recordings')).recordings).toMatchObject([{ id, header: { title: 'test' } }]);
    page.watch(id, 2);
    await page.closed(id);
    expect(page.of(id)).toEqual(read(onlyFile(first.folder)).events.slice(2));
    expect(page.sessions).toMatchObject([{ id, live: false }]);
  });

  test('of a long session is read from the disk for a page that comes late', async () => {
    const relay = await testRelay();
    const early = await Page.connect(relay);
    const id = await early.open(script('echo'), BY_HAND);
    early.say(id, { id: 1, method: 'flood', params: { count: 15_000, size: 1000 } });
    await early.answer(id, 1);
    const late = await Page.connect(relay);
    late.watch(id);
    await late.answer(id, 1);
    expect(late.of(id)).toEqual(early.of(id));
  });
});

describe('a disk that takes no more', () => {
  test('is told once, the session goes on, and nothing is missing for the page', async () => {
    let room = 3000;
    const warnings: string[] = [];
    const relay = await testRelay({
      warn: (sentence) => warnings.push(sentence),
      write: (file, bytes, offset) => {
        if (room === 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        const wrote = writeSync(file, bytes, offset, Math.min(room, bytes.length - offset));
        room -= wrote;
        return wrote;
      },
    });
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    page.say(id, { id: 1, method: 'flood', params: { count: 10_000, size: 1000 } });
    await page.answer(id, 1);
    await page.event(id, (event) => event.k === 'connection' && event.reason === 'recording-failed');
    const late = await Page.connect(relay);
    late.watch(id);
    await late.answer(id, 1);
    await eventually(() => late.of(id).length === page.of(id).length);
    expect(late.of(id)).toEqual(page.of(id));
    const kept = read(onlyFile(relay.folder)).events.length;
    expect(kept).toBeLessThan(10);
    const unrecorded = { from: kept, why: 'failed', detail: 'ENOSPC: no space left on device, write' };
    await eventually(() => page.sessions.find((session) => session.id === id)?.unrecorded);
    expect(page.sessions).toMatchObject([{ id, unrecorded }]);
    expect(warnings).toEqual([expect.stringContaining(`not recorded from event ${kept} on: ENOSPC`)]);
    // Somebody makes room: what waited is written, and the recording is whole again.
    room = Infinity;
    page.send({ type: 'close', session: id });
    await page.closed(id);
    const { events, summary } = read(onlyFile(relay.folder));
    expect(events).toEqual(page.of(id));
    expect(summary.cutShort).toBe(false);
    expect(events.filter((event) => event.k === 'connection' && event.event === 'problem')).toHaveLength(1);
    await eventually(() => page.sessions[0]?.unrecorded === undefined);
    expect(warnings[1]).toMatch(/recorded whole again/);
  });

  test('or a folder that is moved away meanwhile: the session goes on, and the next one is recorded', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    page.say(id, { id: 1, method: 'ping' });
    await page.answer(id, 1);
    const elsewhere = join(temporaryFolder(), 'elsewhere');
    renameSync(relay.folder, elsewhere);
    const lost = await eventually(() => page.sessions[0]?.unrecorded);
    expect(lost).toMatchObject({ from: 0, why: 'gone' });
    page.say(id, { id: 2, method: 'ping' });
    await page.answer(id, 2);
    const next = await page.open(script('echo'), BY_HAND);
    page.say(next, { id: 1, method: 'ping' });
    await page.answer(next, 1);
    expect(onlyFile(relay.folder)).toContain(next);
    // Moved back, it is all there.
    renameSync(onlyFile(elsewhere), join(relay.folder, basename(onlyFile(elsewhere))));
    await eventually(() => page.sessions.find((session) => session.id === id)?.unrecorded === undefined);
  });
});

describe('a file that is gone', () => {
  test('is still given whole while the relay has it open, and prints nothing in the terminal', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => printed.mockRestore());
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    page.say(id, { id: 1, method: 'hello' });
    await page.answer(id, 1);
    page.send({ type: 'close', session: id });
    await page.closed(id);
    rmSync(onlyFile(relay.folder));
    const response = await get(relay, `/api/sessions/${id}/recording`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Lifeline-Not-On-Disk')).not.toBeNull();
    const reader = new RecordingReader();
    const first = reader.push(await response.text());
    const last = reader.end();
    expect(last.summary).toMatchObject({ problems: [], cutShort: false });
    expect(first.length + last.events.length).toBeGreaterThan(3);
    expect(printed).not.toHaveBeenCalled();
  });

  test('that was cut gives no payload, and says so', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => printed.mockRestore());
    const first = await testRelay();
    const before = await Page.connect(first);
    const id = await before.open(script('echo'), BY_HAND);
    before.say(id, { id: 1, method: 'hello' });
    const { s } = await before.answer(id, 1);
    await first.close();
    const relay = await testRelay({ folder: first.folder });
    expect((await get(relay, `/api/sessions/${id}/events/${s}/payload`)).status).toBe(200);
    truncateSync(onlyFile(relay.folder), 10);
    const response = await get(relay, `/api/sessions/${id}/events/${s}/payload`);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: 'unreadable' });
    expect(printed).not.toHaveBeenCalled();
  });
});

describe('a large payload', () => {
  test('goes to the page as its beginning and a link; the rest stays exact', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    page.say(id, { id: 1, method: 'large', params: { size: 3 * 1024 * 1024 } });
    const event = await page.event(id, (each) => each.k === 'message' && each.large !== undefined);
    if (event.k !== 'message') throw new Error('unreachable');
    const whole = `{"jsonrpc":"2.0","id":1,"result":{"text":"${'é'.repeat(3 * 1024 * 1024)}"}}`;
    expect(event.raw).toBe(whole.slice(0, 64 * 1024));
    expect(event.large?.bytes).toBe(Buffer.byteLength(whole));
    expect(decodeEvent(event)).toMatchObject({ kind: 'response', outcome: 'result', id: 1, key: 'n:1' });
    const payload = await get(relay, `/api/sessions/${id}/events/${event.s}/payload`);
    expect(payload.headers.get('content-type')).toBe('application/octet-stream');
    expect((await payload.text()) === whole).toBe(true);
    const recorded = read(onlyFile(relay.folder)).events[event.s];
    expect(recorded?.k === 'message' && recorded.raw === whole && recorded.large === undefined).toBe(true);
    expect(page.frameLengths.every((length) => length < 8 * 1024 * 1024)).toBe(true);
  });

  test('is cut between characters, and read again from the disk after the session', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    // One character of two UTF-16 units lies across the cut.
    const text = `${'x'.repeat(64 * 1024 - 1)}${'😀'.repeat(1024 * 1024)}`;
    page.send({ type: 'send', session: id, text });
    await page.event(id, (each) => each.k === 'stderr');
    page.send({ type: 'close', session: id });
    await page.closed(id);
    const late = await Page.connect(relay);
    late.watch(id);
    await late.closed(id);
    expect(late.of(id)).toEqual(page.of(id));
    const sent = late.of(id).find((event) => event.k === 'message');
    expect(sent).toMatchObject({ raw: 'x'.repeat(64 * 1024 - 1), large: { bytes: Buffer.byteLength(text) } });
    expect(sent && decodeEvent(sent)).toMatchObject({ kind: 'malformed' });
    const payload = await get(relay, `/api/sessions/${id}/events/${sent?.s ?? -1}/payload`);
    expect((await payload.text()) === text).toBe(true);
  });

  test('that is nested too deeply to be written as JSON again is one all the same', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    const deep = 600_000;
    const text = `{"jsonrpc":"2.0","method":"deep","params":${'['.repeat(deep)}${']'.repeat(deep)}}`;
    page.send({ type: 'send', session: id, text });
    const sent = await page.event(id, (event) => event.k === 'message' && event.dir === 'c2s');
    expect(sent).toHaveProperty('large.bytes', text.length);
  });

  test('has a link only where there is one', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    page.send({ type: 'send', session: id, text: 'garbage' });
    const error = await page.event(id, (event) => event.k === 'stderr');
    const of = (s: number | string): Promise<Response> => get(relay, `/api/sessions/${id}/events/${s}/payload`);
    expect(await (await of(error.s)).text()).toBe('not JSON\n');
    for (const s of [0, 999, '-1', '1e3']) expect((await of(s)).status).toBe(404);
  });
});

describe('a recording that someone edited', () => {
  const header = {
    mcprec: 1,
    id: 'x',
    title: 'edited',
    startedAt: '2026-01-01T00:00:00Z',
    by: { name: 'a', version: '1' },
    route: 'relay',
    connection: { transport: 'stdio', command: 'c', args: [] },
  };
  const note = (s: number): string => encodeEvent({ s, t: s, k: 'note', at: 0, text: `n${s}` });

  async function opened(lines: readonly string[]): ReturnType<typeof RecordingFile.open> {
    const path = join(temporaryFolder(), 'x.mcprec');
    writeFileSync(path, lines.join('\n'));
    return RecordingFile.open(path);
  }

  test.each([
    ['whole', [note(0), note(1), ''], 2, undefined],
    ['without its last line end', [note(0), note(1)], 2, undefined],
    ['cut in the last line', [note(0), note(1).slice(0, -3)], 1, undefined],
    ['with empty lines', ['', note(0), ' ', '', note(1), '', ''], 2, undefined],
    ['with a line that is none', [note(0), 'garbage', note(1)], 2, 'not-json'],
    ['with a line missing', [note(0), note(2), ''], 3, 'missing'],
  ])('%s opens with what is good', async (_name, lines, count, code) => {
    const result = await opened([JSON.stringify(header), ...lines]);
    if (!result.ok) throw new Error(result.problem.code);
    expect(result.problem?.code).toBe(code);
    expect(result.recording.count).toBe(count);
    const read = result.recording.lines(0, 1e6);
    const good = lines.filter((line) => line === note(0) || line === note(1) || line === note(2));
    expect(read.filter((line) => !line.includes('"k":"gap"'))).toEqual(good);
    expect(read).toHaveLength(count);
    expect(result.recording.lines(count - 1, 0)).toEqual(read.slice(-1));
    result.recording.release();
  });

  test.each([
    [[''], 'not-a-recording'],
    [['{"mcprec":99}', ''], 'from-the-future'],
    [['{"mcprec":1}', ''], 'bad-header'],
  ])('%j is refused', async (lines, code) => {
    expect(await opened(lines)).toMatchObject({ ok: false, problem: { code } });
  });
});

test.each([
  ['the same again', true],
  ['something else', false],
])('a recording that its writer cuts and then writes %s: what is followed goes on, or ends', async (_, same) => {
  const path = join(temporaryFolder(), 'a.mcprec');
  const lines = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_each, n) => `{"s":${from + n},"t":${from + n},"k":"note","text":"x"}\n`).join(
      '',
    );
  const header = `${JSON.stringify({ mcprec: 1, id: 'a', title: 'a', startedAt: '2026-01-01T00:00:00.000Z' })}\n`;
  writeFileSync(path, header + lines(0, 40));
  writeFileSync(`${path}.live`, liveMark());
  const file = openSync(path, 'r');
  onTestFinished(() => closeSync(file));
  let bytes = '';
  const scan = { push: (chunk: Buffer) => void (bytes += chunk.toString()), end: () => undefined, stopped: false };
  const follower = new Follower(path, file, scan as unknown as Scan);
  onTestFinished(() => follower.stop());
  await follower.catchUp();
  let isOver = false;
  follower.follow(
    () => undefined,
    () => (isOver = true),
  );
  truncateSync(path, header.length);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(isOver).toBe(false);
  appendFileSync(path, same ? lines(0, 50) : lines(1, 60));
  await eventually(() => isOver || bytes.length > header.length + lines(0, 40).length);
  expect([isOver, bytes]).toEqual(same ? [false, header + lines(0, 50)] : [true, header + lines(0, 40)]);
});
