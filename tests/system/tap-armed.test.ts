/** `mcp-lifeline tap`, armed: what is stopped and changed is what was asked for, and nothing else. */
import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { WireEvent } from '#shared/recording';
import type { PageMessage } from '#shared/relay-protocol';
import type { RuleAct } from '#shared/tap';
import { eventually, Page } from '../relay/support/page.ts';
import { programFile } from '../relay/support/program.ts';
import { temporaryFolder, testRelay } from '../relay/support/relay.ts';
import { Commander, controlUnder, eventsUnder, told } from './support/armed.ts';
import { fixture, passed, recordingUnder, sha256, type Ended, type Hosted } from './support/tapped.ts';

const call = (id: number, name: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","n":1.0}}`;
const ping = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;

const lines = (hosted: Hosted): string[] => hosted.out().toString().split('\n').slice(0, -1);
const say = (hosted: Hosted, ...texts: readonly string[]): void =>
  void hosted.child.stdin.write(`${texts.join('\n')}\n`);
const ended = (hosted: Hosted): Promise<Ended> => {
  hosted.child.stdin.end();
  return hosted.ended;
};
const acts = (home: string): string[] => told(recordingUnder(home).events);

test('what fits waits, what does not overtakes it; a person forwards, edits, drops, answers, delays, repeats', async () => {
  const hosted = fixture('echo');
  const person = await Commander.of(hosted);
  await person.hold('method:tools/call dir:c2s');
  const verdict = async (n: number, given: object): Promise<void> => {
    expect(await person.tell({ type: 'verdict', at: await person.held(n), verdict: given } as never)).toEqual({});
  };
  const arrived = (n: number): Promise<string[]> =>
    eventually(() => (lines(hosted).length >= n ? lines(hosted) : undefined));

  say(hosted, call(1, 'a'), ping(2));
  expect(await arrived(1)).toEqual([ping(2)]);
  await verdict(0, { do: 'forward' });
  expect(await arrived(2)).toEqual([ping(2), call(1, 'a')]);
  say(hosted, call(3, 'b'));
  await verdict(1, { do: 'edit', text: '{"jsonrpc":"2.0",\n "id":3,"method":"ping"}' });
  expect((await arrived(3))[2]).toBe('{"jsonrpc":"2.0", "id":3,"method":"ping"}');
  say(hosted, call(4, 'c'));
  await verdict(2, { do: 'drop' });
  say(hosted, call(5, 'd'));
  await verdict(3, { do: 'answer', text: '{"jsonrpc":"2.0","id":5,"result":{}}' });
  expect((await arrived(4))[3]).toBe('{"jsonrpc":"2.0","id":5,"result":{}}');
  say(hosted, call(6, 'e'));
  await verdict(4, { do: 'delay', ms: 50 });
  expect((await arrived(5))[4]).toBe(call(6, 'e'));
  say(hosted, call(7, 'f'));
  await verdict(5, { do: 'repeat', times: 3 });
  expect((await arrived(8)).slice(5)).toEqual([call(7, 'f'), call(7, 'f'), call(7, 'f')]);
  expect(await person.tell({ type: 'verdict', at: 1, verdict: { do: 'drop' } })).toMatchObject({
    refused: /no message/,
  });
  expect(await person.tell({ type: 'verdict', at: await person.held(5), verdict: { do: 'drop' } })).toEqual({
    refused: 'the message is no longer waiting',
  });
  expect(await person.tell({ type: 'explode' })).toMatchObject({ refused: /one of orders/ });
  expect(await person.write('}{\n')).toMatchObject({ refused: /object/ });
  await ended(hosted);

  const all = acts(hosted.home);
  const event = (text: string): string => all.find((each) => each.includes(text))?.split(' ')[0] ?? '';
  const [one, three] = [event(`client ${call(1, 'a')}`), event(`client ${call(3, 'b')}`)];
  const when = 'method:tools/call dir:c2s';
  expect(all.slice(1, 8)).toEqual([
    `${one} c2s client ${call(1, 'a')}`,
    `hold ${one} ${when}`,
    expect.stringContaining(`c2s both ${ping(2)}`),
    expect.stringContaining(`s2c both ${ping(2)}`),
    `forward ${one} user`,
    expect.stringContaining(`c2s server of ${one} ${call(1, 'a')}`),
    expect.stringContaining(`s2c both ${call(1, 'a')}`),
  ]);
  expect(all).toContainEqual(expect.stringMatching(new RegExp(`c2s server of ${three} by tap .*"method":"ping"`)));
  expect(all).toContainEqual(expect.stringMatching(/s2c client by tap \{"jsonrpc":"2.0","id":5,"result":\{\}\}/));
  for (const act of ['edit', 'drop', 'answer', 'delay', 'repeat'])
    expect(all).toContainEqual(expect.stringMatching(new RegExp(`^${act} \\d+ user$`)));
});

test('a message of one’s own gets its answer at the tap, or comes as if the server had sent it', async () => {
  const hosted = fixture('answer');
  say(hosted, ping(1));
  await eventually(() => lines(hosted).length === 1);
  const person = await Commander.of(hosted);
  const list = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
  expect(await person.tell({ type: 'inject', to: 'client', text: list })).toEqual({});
  expect(
    await person.tell({ type: 'inject', to: 'server', text: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }),
  ).toEqual({});
  expect(await person.tell({ type: 'inject', to: 'client', text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })).toEqual(
    {},
  );
  expect(await person.tell({ type: 'inject', to: 'server', text: '[]' })).toMatchObject({ refused: /batch/ });
  await eventually(() => told(eventsUnder(hosted.home)).some((each) => /s2c server .*tools\/list/.test(each)));
  say(hosted, '{"jsonrpc":"2.0","id":"lifeline-tap-2","result":{}}', ping(2));
  await eventually(() => lines(hosted).length === 4);
  const { err } = await ended(hosted);
  // The answer to the tap's own ping does not reach the server.
  expect(err).toBe('the end\n');
  expect(lines(hosted).slice(1, 3)).toEqual([list, '{"jsonrpc":"2.0","id":"lifeline-tap-2","method":"ping"}']);
  expect(lines(hosted)[3]).toContain('"id":2,"result"');
  const all = acts(hosted.home);
  expect(all.filter((each) => each.startsWith('inject'))).toHaveLength(3);
  expect(all).toContainEqual(expect.stringMatching(/c2s client \{"jsonrpc":"2.0","id":"lifeline-tap-2"/));
  expect(all).toContainEqual(expect.stringMatching(/s2c client by tap .*list_changed/));
});

test('what waits goes on by itself: after the limit, with whoever holds it, and before the end of its stream', async () => {
  const hosted = fixture('echo');
  const first = await Commander.of(hosted);
  await first.hold('tool:soon dir:c2s', 30);
  const orders = { breakpoints: [{ when: 'tool:* dir:c2s' }], rules: [], limit: 60_000 };
  const command = `${JSON.stringify({ command: { type: 'orders', orders } })}\n`;
  const connects = `require('net').connect(process.argv[1]).write(process.argv[2])`;
  const second = spawn(process.execPath, ['-e', connects, await controlUnder(hosted.home), command]);
  const armed = (): number => told(eventsUnder(hosted.home)).filter((each) => each === 'armed').length;
  await eventually(() => armed() === 2);
  say(hosted, call(1, 'soon'), call(2, 'late'), call(3, 'later'));
  await eventually(() => lines(hosted).length === 1);
  await first.held(2);
  second.kill('SIGKILL');
  await eventually(() => lines(hosted).length === 3);
  const third = await Commander.of(hosted);
  await third.hold('tool:* dir:c2s');
  say(hosted, call(4, 'last'));
  await third.held(3);
  hosted.child.stdin.write('half a line');
  await ended(hosted);
  expect(hosted.out().toString()).toBe(
    [call(1, 'soon'), call(2, 'late'), call(3, 'later'), call(4, 'last'), 'half a line'].join('\n'),
  );
  const why = acts(hosted.home).filter((each) => each.startsWith('forward'));
  expect(why.map((each) => each.split(' ')[2])).toEqual(['limit', 'gone', 'gone', 'gone']);
});

test('armed in the middle of a line, with a line that is too long, and unarmed again: every byte is there', async () => {
  const hosted = fixture('echo');
  const sent: Buffer[] = [];
  const write = async (data: string | Buffer): Promise<void> => {
    sent.push(Buffer.from(data));
    await new Promise((resolve) => hosted.child.stdin.write(data, resolve));
  };
  await write('{"half":');
  await eventually(() => hosted.out().length === 8);
  const person = await Commander.of(hosted);
  await person.hold('no such text');
  expect(await person.tell({ type: 'inject', to: 'server', text: '{"own":1}' })).toEqual({});
  await write('1}\r\n\n\xff\xfe\n');
  await write(Buffer.alloc(17 * 1024 * 1024, 'x'));
  await write('\nlast\n{"half');
  // The end of the long line has passed, too, before nothing is judged any more.
  await eventually(() => hosted.out().toString('latin1').endsWith('\nlast\n'));
  await person.tell({ type: 'orders', orders: { breakpoints: [], rules: [], limit: 0 } });
  await write('":2}\n');
  const { out } = await ended(hosted);
  const [before = Buffer.alloc(0), , ...after] = sent;
  const rest = Buffer.concat(after);
  // The message of one's own waited for the end of the line.
  const expected = [before, Buffer.from('1}\r\n{"own":1}\n\n\xff\xfe\n'), rest];
  expect(out).toEqual({ bytes: expected.reduce((sum, { length }) => sum + length, 0), sha256: sha256(expected) });
  expect(hosted.report()).toMatchObject({ stdin: out });
  const recorded = recordingUnder(hosted.home);
  expect(passed(recorded, 's2c').equals(Buffer.concat(expected))).toBe(true);
  expect(recorded.events.some((event) => event.k === 'tap' && event.act === 'spared')).toBe(true);
});

test('a flood through an armed tap arrives whole, and what waits behind it', async () => {
  const hosted = fixture('echo');
  const person = await Commander.of(hosted);
  await person.hold('tool:* dir:c2s');
  const pings = Array.from({ length: 20_000 }, (_, n) => ping(n));
  say(hosted, call(1, 'a'), ...pings);
  await person.held();
  expect(await ended(hosted)).toMatchObject({ code: 7 });
  const got = lines(hosted);
  expect(got.filter((each) => each !== call(1, 'a'))).toEqual(pings);
  expect(got).toHaveLength(pings.length + 1);
});

describe('with a file of rules', () => {
  function withRules(mode: string, rules: readonly (readonly [when: string, act: RuleAct, more?: object])[]): Hosted {
    const file = join(temporaryFolder(), 'rules.jsonc');
    const all = rules.map(([when, act, more], index) => ({ name: `rule ${index}`, when, act, ...more }));
    writeFileSync(file, `// From the first byte on.\n${JSON.stringify({ rules: all })}`);
    return fixture(mode, { own: ['--rules', file] });
  }

  test('they act from the first byte on, and say so', async () => {
    const hosted = withRules('answer', [
      ['tool:slow dir:c2s', { do: 'delay', ms: 100 }],
      ['tool:gone', { do: 'drop' }],
      ['tool:other dir:c2s', { do: 'edit', set: [{ pointer: '/params/name', value: 'new' }] }],
      ['tool:made', { do: 'answer', result: { made: true } }],
      ['tool:bad', { do: 'fail', code: -32000, message: 'down' }, { after: 1, times: 1 }],
      ['id:9 dir:s2c', { do: 'repeat', times: 2 }],
    ]);
    say(hosted, call(1, 'slow'), call(2, 'gone'), call(3, 'other'), call(4, 'made'));
    say(hosted, call(5, 'bad'), call(6, 'bad'), call(7, 'bad'), ping(9));
    await eventually(() => lines(hosted).length === 8);
    await ended(hosted);
    const got = lines(hosted).map((line) => JSON.parse(line) as { id: number; result?: unknown; error?: unknown });
    const of = (id: number): unknown[] =>
      got.filter((each) => each.id === id).map(({ result, error }) => result ?? error);
    expect(got.at(-1)?.id).toBe(1);
    expect(of(1)).toEqual([{ asked: call(1, 'slow') }]);
    expect(of(3)).toEqual([{ asked: call(3, 'new') }]);
    expect(of(4)).toEqual([{ made: true }]);
    expect([of(5), of(6), of(7)]).toEqual([
      [{ asked: call(5, 'bad') }],
      [{ code: -32000, message: 'down' }],
      [{ asked: call(7, 'bad') }],
    ]);
    expect([of(2), of(9).length]).toEqual([[], 2]);
    const all = acts(hosted.home);
    expect(all[0]).toBe('armed');
    const did = all.filter((each) => / rule rule \d/.test(each)).map((each) => `${each.split(' ')[0]} ${each.at(-1)}`);
    expect(did.sort()).toEqual(['answer 3', 'delay 0', 'drop 1', 'edit 2', 'fail 4', 'repeat 5']);
  });

  test('a stream is cut, a server is killed', async () => {
    const cut = withRules('answer', [['id:2 dir:s2c', { do: 'cut' }]]);
    say(cut, ping(1), ping(2), ping(3));
    await new Promise((resolve) => cut.child.stdout.once('end', resolve));
    expect(lines(cut)).toHaveLength(1);
    await ended(cut);
    expect(acts(cut.home)).toContainEqual(expect.stringMatching(/^cut \d+ rule rule 0$/));
    const killed = withRules('answer', [['id:2 dir:c2s', { do: 'kill' }]]);
    say(killed, ping(1), ping(2));
    expect(await killed.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
    expect(acts(killed.home)).toContainEqual(expect.stringMatching(/^kill \d+ rule rule 0$/));
  });

  test('one that is wrong is told with its places before the server starts', async () => {
    const hosted = withRules('echo', [['dur:>1s', { do: 'drop' }]]);
    const { code, err } = await hosted.ended;
    expect([code, err]).toEqual([2, expect.stringMatching(/rules\.jsonc:2:\d+: “dur:>1s” is not a condition/)]);
    expect(eventsUnder(hosted.home)).toEqual([]);
    const missing = fixture('echo', { own: ['--rules', '/no/such/file'] });
    expect(await missing.ended).toMatchObject({ code: 3, err: expect.stringMatching(/ENOENT/) as unknown });
  });
});

test('a recorder that dies, or whose socket is flooded, keeps nothing from going on', async () => {
  const folder = temporaryFolder();
  const flag = join(temporaryFolder(), 'die');
  cpSync(dirname(programFile()), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  appendFileSync(
    join(folder, 'tap-recorder.js'),
    `\nconst { existsSync: isThere } = await import('node:fs');\nsetInterval(() => isThere(${JSON.stringify(flag)}) && process.exit(), 5);\n`,
  );
  const hosted = fixture('echo', { program: join(folder, 'cli.js') });
  const person = await Commander.of(hosted);
  await person.hold('tool:* dir:c2s');
  say(hosted, call(1, 'a'));
  await person.held();
  const flood = await Commander.of(hosted);
  const refused = Array.from({ length: 2000 }, () => flood.write('{"command":{"type":"verdict","at":0}}\n'));
  const giant = await Commander.of(hosted);
  void giant.write('x'.repeat(30_000_000));
  say(hosted, ping(2));
  await eventually(() => lines(hosted).length === 1);
  expect((await Promise.all(refused)).every((each) => each.refused !== undefined)).toBe(true);
  writeFileSync(flag, '');
  await eventually(() => lines(hosted).length === 2);
  say(hosted, call(3, 'a'));
  await ended(hosted);
  expect(lines(hosted)).toEqual([ping(2), call(1, 'a'), call(3, 'a')]);
});

test('a page commands the tap through its relay, and when it goes everything goes on', async () => {
  const hosted = fixture('echo');
  say(hosted, ping(1));
  await eventually(() => lines(hosted).length === 1);
  await controlUnder(hosted.home);
  const relay = await testRelay({ folder: join(hosted.home, 'recordings') });
  const page = await Page.connect(relay);
  page.send({ type: 'recordings', request: 1 });
  const { recordings } = await page.message('recordings');
  const session = recordings[0]?.id ?? '';
  page.send({ type: 'watch', session, from: 0 });
  await eventually(() => page.events.has(session));
  const orders = (when: string): object => ({ breakpoints: [{ when }], rules: [], limit: 60_000 });
  const command = (given: object): void => page.send({ type: 'tap', session, command: given } as PageMessage);
  const refused = (): (string | undefined)[] =>
    page.messages.flatMap((each) => (each.type === 'refused' ? [each.detail] : []));
  command({ type: 'orders', orders: orders('dur:>1s') });
  command({ type: 'verdict', at: 0, verdict: { do: 'drop' } });
  page.send({ type: 'tap', session } as never);
  await eventually(() => refused().length === 3);
  expect(refused().sort()).toEqual([
    'event 0 is not a message waiting at the tap',
    'tap: command',
    expect.stringMatching(/^“dur:>1s” is not a condition/),
  ]);

  command({ type: 'orders', orders: orders('tool:* dir:c2s') });
  const acts = (act: string): WireEvent[] =>
    (page.events.get(session) ?? []).filter((event) => event.k === 'tap' && event.act === act);
  await eventually(() => acts('armed').length > 0);
  say(hosted, call(2, 'a'), call(3, 'b'));
  const held = await eventually(() => (acts('hold').length === 2 ? acts('hold') : undefined));
  const [at = 0] = held.map((event) => (event.k === 'tap' ? event.at : undefined));
  command({ type: 'verdict', at, verdict: { do: 'edit', text: ping(2) } });
  await eventually(() => lines(hosted).length === 2);
  page.disconnect();
  await eventually(() => lines(hosted).length === 3);
  expect(lines(hosted)).toEqual([ping(1), ping(2), call(3, 'b')]);
  await ended(hosted);

  const late = await Page.connect(relay);
  late.send({ type: 'watch', session, from: 0 });
  await eventually(() => late.events.has(session));
  late.send({ type: 'tap', session, command: { type: 'inject', to: 'client', text: '{}' } });
  await late.message('refused');
  expect(late.messages.find((each) => each.type === 'refused')).toMatchObject({
    detail: expect.stringMatching(/^no tap/) as unknown,
  });
});
