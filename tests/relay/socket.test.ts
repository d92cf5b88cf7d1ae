import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '#shared/driver';
import { parsePageMessage } from '../../relay/socket/parse.ts';
import { BY_HAND, eventually, Page, script } from './support/page.ts';
import { testRelay } from './support/relay.ts';

/** What buffers hold, without what nobody can reach any more. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}

describe('a session over the socket', () => {
  test('is opened, shakes hands, answers and ends in order', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'));
    await page.event(id, (event) => event.k === 'message' && (event.raw ?? '').includes('initialized'));
    page.say(id, { id: 50, method: 'hello', params: { big: 1 } });
    const answer = await page.answer(id, 50);
    expect(answer.raw).toBe('{"jsonrpc":"2.0","id":50,"result":{"echo":{"big":1}}}');
    page.send({ type: 'close', session: id });
    await page.closed(id);
    const steps = page
      .of(id)
      .map((event) =>
        event.k === 'message' ? `${event.dir} ${event.by ?? ''}` : `${event.k} ${'event' in event ? event.event : ''}`,
      );
    expect(steps).toEqual([
      'connection opening',
      'process spawn',
      'connection open',
      'c2s auto',
      's2c ',
      'c2s auto',
      'c2s user',
      's2c ',
      'connection closing',
      'process stdin-end',
      'process exit',
      'connection closed',
    ]);
    expect(page.of(id).at(-1)).toMatchObject({ reason: 'closed-by-user' });
    expect(page.of(id).map((event) => event.s)).toEqual(steps.map((_, index) => index));
    const times = page.of(id).map((event) => event.t);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    await eventually(() => page.sessions.find((session) => session.id === id && !session.live));
  });

  test('is told that all it sent has been taken in', async () => {
    const page = await Page.connect(await testRelay());
    const id = await page.open(script('echo'), BY_HAND);
    page.send({ type: 'send', session: id, text: '{"jsonrpc":"2.0","id":1,"method":"hello"}' });
    page.send({ type: 'ping', n: 17 });
    await eventually(() => page.messages.some((each) => each.type === 'pong' && each.n === 17));
    await page.answer(id, 1);
  });

  test('gets exactly the text that was typed', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    const text = ' {"n": 9007199254740993.0, "n": 1e400, "half": "\ud800", }\n\n {"x":1}';
    page.send({ type: 'send', session: id, text });
    const sent = await page.event(id, (event) => event.k === 'message' && event.dir === 'c2s');
    // UTF-8 has no lone surrogate: the recording says what was written in its place.
    expect(sent).toMatchObject({ raw: text.replace('\ud800', '\ufffd'), by: 'user' });
    expect(await page.event(id, (event) => event.k === 'stderr')).toMatchObject({ text: 'not JSON\n' });
  });

  test('tells a message of a run from one that was typed, and takes no other author', async () => {
    const page = await Page.connect(await testRelay());
    const id = await page.open(script('echo'), BY_HAND);
    const ask = (n: number): string => `{"jsonrpc":"2.0","id":${n},"method":"hello"}`;
    page.send({ type: 'send', session: id, text: ask(1), by: 'rerun' });
    page.sendRaw(JSON.stringify({ type: 'send', session: id, text: ask(2), by: 'auto' }));
    page.send({ type: 'send', session: id, text: ask(3) });
    await page.answer(id, 3);
    const sent = page.of(id).flatMap((event) => (event.k === 'message' && event.dir === 'c2s' ? [event] : []));
    expect(sent.map(({ raw, by }) => [raw, by])).toEqual([
      [ask(1), 'rerun'],
      [ask(3), 'user'],
    ]);
    expect(page.messages).toContainEqual(expect.objectContaining({ type: 'refused', detail: 'send: by' }));
  });

  test('has only a minimal environment, the variables given, and the folder given', async () => {
    process.env['LIFELINE_TEST_SECRET'] = 'no business of a server';
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open({ ...script('echo'), env: { GIVEN: 'a=b' }, cwd: relay.folder } as never, BY_HAND);
    page.say(id, { id: 1, method: 'environment' });
    const { result } = JSON.parse((await page.answer(id, 1)).raw ?? '') as {
      result: { env: Record<string, string>; cwd: string };
    };
    expect(result.env).toMatchObject({ GIVEN: 'a=b', PATH: process.env['PATH'] });
    expect(result.env).not.toHaveProperty('LIFELINE_TEST_SECRET');
    expect(result.cwd).toBe(relay.folder);
    expect(relay.sessions.get(id)?.recording.header.connection).toMatchObject({ envKeys: ['GIVEN'] });
    expect(JSON.stringify(relay.sessions.get(id)?.recording.header)).not.toContain('a=b');
    delete process.env['LIFELINE_TEST_SECRET'];
  });

  test('a hundred requests that nobody answers all reach the server', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    for (let at = 0; at < 100; at++) page.say(id, { id: 1000 + at, method: 'hello' });
    await page.answer(id, 1099);
    expect(page.of(id).filter((event) => event.k === 'message' && event.dir === 's2c')).toHaveLength(100);
  });
});

describe('views come and go', () => {
  test('two tabs see the same events; one that goes does not end the session', async () => {
    const relay = await testRelay();
    const [one, two] = [await Page.connect(relay), await Page.connect(relay)];
    const id = await one.open(script('echo'));
    await eventually(() => two.sessions.find((session) => session.id === id && session.live));
    two.watch(id);
    one.say(id, { id: 7, method: 'hello' });
    await two.answer(id, 7);
    one.disconnect();
    two.say(id, { id: 8, method: 'hello' });
    await two.answer(id, 8);
    expect(two.of(id).slice(0, one.of(id).length)).toEqual(one.of(id));
  });

  test('a tab that comes back gets what it does not have, and nothing twice', async () => {
    const relay = await testRelay();
    const first = await Page.connect(relay);
    const id = await first.open(script('echo'), BY_HAND);
    first.say(id, { id: 1, method: 'hello' });
    await first.answer(id, 1);
    first.disconnect();
    relay.sessions.get(id)?.host?.send('{"jsonrpc":"2.0","id":2,"method":"hello"}');
    const second = await Page.connect(relay);
    second.watch(id, first.of(id).length);
    await second.answer(id, 2);
    const whole = [...first.of(id), ...second.of(id)];
    expect(whole.map((event) => event.s)).toEqual(whole.map((_, index) => index));
  });

  test('a watch replaces an earlier one, and unwatch ends it', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    page.say(id, { id: 1, method: 'hello' });
    await page.answer(id, 1);
    const count = page.of(id).length;
    page.watch(id, count - 1);
    await eventually(() => page.of(id).length === count + 1);
    page.send({ type: 'unwatch', session: id });
    page.say(id, { id: 2, method: 'hello' });
    await eventually(() => relay.sessions.get(id)?.recording.count === count + 2);
    page.send({ type: 'recordings', request: 1 });
    await page.message('recordings');
    expect(page.of(id)).toHaveLength(count + 1);
  });

  test('an ended session stays until it is forgotten', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    page.send({ type: 'forget', session: id });
    expect(await page.message('refused')).toMatchObject({ session: id, code: 'failed' });
    page.send({ type: 'close', session: id });
    await page.closed(id);
    page.send({ type: 'send', session: id, text: '{}' });
    await eventually(() => page.messages.find((each) => each.type === 'refused' && each.code === 'session-over'));
    page.send({ type: 'forget', session: id });
    await eventually(() => page.sessions.length === 0);
    expect(relay.sessions.list()).toEqual([]);
  });
});

describe('a flood', () => {
  test('arrives whole and in order, in frames of bounded size', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    page.say(id, { id: 1, method: 'flood', params: { count: 20_000, size: 200 } });
    await page.answer(id, 1);
    const numbers = page.of(id).flatMap((event) => {
      const data = event.k === 'message' ? /"data":"(\d+) /.exec(event.raw ?? '')?.[1] : undefined;
      return data === undefined ? [] : [Number(data)];
    });
    expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, index) => index));
    expect(Math.max(...page.frameLengths)).toBeLessThan(300 * 1024);
    expect(page.heads.length).toBeLessThan(5000);
    expect(page.heads.at(-1)?.caughtUp).toBe(true);
  });

  test('waits on the disk, not in memory, while a page does not read', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    const id = await page.open(script('echo'), BY_HAND);
    page.pause();
    const before = heldBytes();
    const host = relay.sessions.get(id)?.host;
    host?.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'flood', params: { count: 30_000, size: 1000 } }));
    const recording = relay.sessions.get(id)?.recording;
    await eventually(() => (recording?.count ?? 0) > 30_000);
    // 30 MB are waiting; what the sockets hold is a few frames beside what the operating system takes.
    await expect.poll(() => heldBytes() - before).toBeLessThan(20 * 1024 * 1024);
    page.resume();
    await page.answer(id, 1);
    expect(page.of(id).map((event) => event.s)).toEqual(page.of(id).map((_, index) => index));
    expect(page.of(id)).toHaveLength(recording?.count ?? 0);
  });
});

describe('frames that are no messages', () => {
  test.each([
    ['garbage', 'not JSON'],
    ['[]', 'not an object'],
    ['{"type":"constructor"}', 'unknown type'],
    ['{"type":"open","request":3,"spec":{"transport":"stdio","command":1},"policy":{},"title":""}', 'open: spec'],
    ['{"type":"watch","session":"x","from":-1}', 'watch: from'],
    ['{"type":"send","session":"x","text":null}', 'send: text'],
  ])('%s is refused', async (text, detail) => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    page.sendRaw(text);
    expect(await page.message('refused')).toMatchObject({ code: 'bad-message', detail });
  });

  test.each<[string, object]>([
    ['refuseAllBut', { refuseAllBut: 'all' }],
    ['a method of refuseAllBut', { refuseAllBut: [1] }],
    ['the answers of elicitation', { elicitation: { mode: 'defaults', given: [{ message: 1, answer: '{}' }] } }],
    ['the list of answers', { elicitation: { mode: 'defaults', given: {} } }],
    ['the answer in URL mode', { elicitation: { mode: 'defaults', url: {} } }],
  ])('a policy is refused in which %s is malformed', (_, wrong) => {
    const frame = (policy: object): string => JSON.stringify({ type: 'policy', session: 'x', policy });
    expect(parsePageMessage(frame({ ...DEFAULT_POLICY, ...wrong }))).toMatchObject({
      ok: false,
      detail: 'policy: policy',
    });
    expect(parsePageMessage(frame({ ...DEFAULT_POLICY, refuseAllBut: ['ping'] })).ok).toBe(true);
  });

  test('a binary frame, a policy that is none, and an unknown session are refused; the tab goes on', async () => {
    const relay = await testRelay();
    const page = await Page.connect(relay);
    page.sendRaw(Buffer.from([1, 2, 3]));
    const policy = { ...DEFAULT_POLICY, ping: 'yes' };
    page.sendRaw(JSON.stringify({ type: 'policy', session: 'x', policy }));
    page.send({ type: 'listen', session: 'nobody' });
    page.watch('../../etc/passwd');
    await eventually(() => page.messages.filter((each) => each.type === 'refused').length === 4);
    expect(page.messages.flatMap((each) => (each.type === 'refused' ? [each.code] : []))).toEqual([
      'bad-message',
      'bad-message',
      'unknown-session',
      'unknown-session',
    ]);
    const id = await page.open(script('echo'));
    page.say(id, { id: 9, method: 'hello' });
    await page.answer(id, 9);
  });
});

test('a policy is changed while the session runs, and every tab hears of it', async () => {
  const relay = await testRelay();
  const [one, two] = [await Page.connect(relay), await Page.connect(relay)];
  const id = await one.open(script('echo'), BY_HAND);
  one.send({ type: 'policy', session: id, policy: { ...BY_HAND, ping: false } });
  await eventually(() => two.sessions.find((session) => session.policy?.ping === false));
});

test('a long message that fills the socket does not hold up what waits behind it', async () => {
  const relay = await testRelay();
  const page = await Page.connect(relay);
  const id = await page.open(script('echo'), BY_HAND);
  page.say(id, { id: 1, method: 'flood', params: { count: 2000 } });
  await page.answer(id, 1);
  page.send({ type: 'close', session: id });
  await page.closed(id);
  const late = await Page.connect(relay);
  late.pause();
  // Every refusal goes out at once, and they are more than the socket takes before the watch is looked at.
  for (let at = 0; at < 64; at++) late.send({ type: 'close', session: 'x'.repeat(256 * 1024) });
  late.watch(id);
  // Whoever is asked later is answered later: by then all of it waits in the socket.
  page.send({ type: 'recordings', request: 99 });
  await page.message('recordings');
  late.resume();
  await late.closed(id);
  expect(late.of(id)).toEqual(page.of(id));
});

test('a note is an event at the place it speaks of', async () => {
  const relay = await testRelay();
  const page = await Page.connect(relay);
  const id = await page.open(script('echo'), BY_HAND);
  page.send({ type: 'note', request: 1, recording: id, at: 1, text: 'here' });
  expect(await page.event(id, (event) => event.k === 'note')).toMatchObject({ k: 'note', at: 1, text: 'here' });
});
