import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { decodeLine, RecordingReader } from '#shared/recording';
import { BY_HAND, eventually, Page, script } from './support/page.ts';
import { addressOf, isRunning, run, type Program } from './support/program.ts';
import { FOLDERS } from '../fixtures/start.ts';
import { server, temporaryFolder } from './support/relay.ts';

/** Hold a port of loopback until the test is over. */
async function hold(host: string, port = 0): Promise<number> {
  const holder: Server = createServer();
  await new Promise<void>((resolve, reject) => {
    holder.once('error', reject);
    holder.listen(port, host, resolve);
  });
  onTestFinished(() => void holder.close());
  const address = holder.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function recordingIn(home: string): string {
  const folder = join(home, 'recordings');
  return readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8');
}

/** The id of the first event's process in a recording. */
const pidIn = (text: string): number => Number(/"event":"spawn","pid":(\d+)/.exec(text)?.[1]);

async function start(args: readonly string[], home = temporaryFolder()): Promise<{ program: Program; home: string }> {
  return { program: run(['--no-open', '--port', '0', ...args], home), home };
}

/** Have the programs of this test write down the address of each module that they load; gives those of packages so far. */
function watchModules(): () => string[] {
  const list = join(temporaryFolder(), 'loaded');
  writeFileSync(list, '');
  const asModule = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
  const hooks = asModule(`import { appendFileSync } from 'node:fs';
    export async function resolve(specifier, context, next) {
      const found = await next(specifier, context);
      appendFileSync(${JSON.stringify(list)}, found.url + '\\n');
      return found;
    }`);
  const start = asModule(`import { register } from 'node:module'; register(${JSON.stringify(hooks)});`);
  vi.stubEnv('NODE_OPTIONS', `--import ${start}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return () => {
    const urls = readFileSync(list, 'utf8');
    return [...new Set([...urls.matchAll(/\/node_modules\/(?!\.)([^/]+)/g)].map(([, name = '']) => name))].sort();
  };
}

describe('the packages that serve the page', () => {
  test('are loaded by no command', async () => {
    const loaded = watchModules();
    const home = temporaryFolder();
    const called = run(['call', 'tools/list', '--', process.execPath, FOLDERS], home);
    expect(await called.ended, called.output()).toBe(0);
    const folder = join(home, 'recordings');
    const shown = run(['show', join(folder, readdirSync(folder)[0] ?? '')], home);
    expect(await shown.ended, shown.output()).toBe(0);
    expect(loaded()).toEqual([]);
  });

  test('are loaded by the relay', async () => {
    const loaded = watchModules();
    await addressOf(run(['--no-open', '--port', '0'], temporaryFolder()));
    expect(loaded()).toEqual(expect.arrayContaining(['express', 'sirv', 'ws']));
  });
});

describe('the command line', () => {
  test('a relay that can’t start says so, and ends as what was not run', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'recordings'), 'not a folder');
    const { program } = await start([], home);
    expect(await program.ended, program.output()).toBe(3);
    expect(program.output()).toContain('The relay can’t start: ');
  });

  test.each([
    [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
    [['--help'], 0, /^Usage: mcp-lifeline/],
    [['--nonsense'], 2, /--nonsense.*mcp-lifeline --help/],
    [['--port', 'many'], 2, /“many” is not a port/],
    [['http://localhost:1/mcp', '--', 'node'], 2, /not both/],
    [['--env', 'A=b'], 2, /need a command/],
    [['no-such-file.mcprec'], 3, /no-such-file\.mcprec can’t be read/],
    [['package.json'], 3, /package\.json is neither a recording/],
  ])('%j', async (args, code, output) => {
    const program = run(args, temporaryFolder());
    expect(await program.ended).toBe(code);
    expect(program.output()).toMatch(output);
  });

  test('takes the next port when one is taken, and says so', async () => {
    const taken = await hold('127.0.0.1');
    const program = run(['--no-open', '--port', String(taken)], temporaryFolder());
    const { port } = await addressOf(program);
    expect(port).toBeGreaterThan(taken);
    expect(program.output()).toContain(`Port ${taken} is taken; using ${port}.`);
  });

  test('does not share a port with a program that holds it on IPv6 only', async () => {
    const taken = await hold('::1');
    const program = run(['--no-open', '--port', String(taken)], temporaryFolder());
    expect((await addressOf(program)).port).toBeGreaterThan(taken);
  });

  test('connects at once to a command, offering the revision asked for', async () => {
    const args = ['--revision', '2024-11-05', '--env', 'A=b', '--', process.execPath, server('echo'), '--port', 'x'];
    const { program } = await start(args);
    const page = await Page.connect(await addressOf(program));
    expect(page.sessions).toMatchObject([{ live: true, show: true, policy: { revision: '2024-11-05' } }]);
    const [session] = page.sessions;
    expect(session?.header.connection).toMatchObject({ args: [server('echo'), '--port', 'x'], envKeys: ['A'] });
    page.watch(session?.id ?? '');
    await page.event(
      session?.id ?? '',
      (event) => event.k === 'message' && event.dir === 's2c' && (event.raw ?? '').includes('2024-11-05'),
    );
  });

  test('opens a recording', async () => {
    const file = join(temporaryFolder(), 'one.mcprec');
    const connection = { transport: 'stdio', command: 'c', args: [] };
    const header = {
      mcprec: 1,
      id: '../x',
      title: 'one',
      startedAt: '2026-01-01T00:00:00.000Z',
      by: { name: 'x', version: '1' },
      route: 'relay',
      connection,
    };
    writeFileSync(file, `${JSON.stringify(header)}\n{"s":0,"t":0,"k":"note","at":0,"text":"hi"}\n`);
    const { program } = await start([file]);
    const page = await Page.connect(await addressOf(program));
    expect(page.sessions).toMatchObject([{ header, live: false, show: true, events: 1 }]);
    const id = page.sessions[0]?.id ?? '';
    expect(id).toMatch(/^\w+$/);
    page.watch(id);
    expect(await page.event(id, () => true)).toMatchObject({ k: 'note', text: 'hi' });
  });
});

describe('the end of the relay', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s ends every session in order', async (signal, code) => {
    const { program, home } = await start(['--', process.execPath, server('echo')]);
    await addressOf(program);
    await eventually(() => recordingIn(home).includes('initialized'));
    program.child.kill(signal);
    expect(await program.ended).toBe(code);
    const reader = new RecordingReader();
    const events = reader.push(recordingIn(home));
    expect(reader.end().summary).toMatchObject({ cutShort: false, footer: { reason: 'relay-stopped' } });
    // By itself, or asked to when the machine is too busy for it to be in time.
    const exit = events.find((event) => event.k === 'process' && event.event === 'exit');
    expect([0, 'SIGTERM']).toContain(exit?.k === 'process' ? (exit.code ?? exit.signal) : undefined);
  });

  test('by SIGKILL leaves no orphan, however stubborn', async () => {
    const { program, home } = await start(['--', process.execPath, server('stubborn'), 'term']);
    await addressOf(program);
    await eventually(() => recordingIn(home).includes('"raw":"ready"'));
    const pid = pidIn(recordingIn(home));
    expect(await isRunning(pid)).toBe(true);
    program.child.kill('SIGKILL');
    expect(await program.ended).toBe('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('by SIGKILL in the middle of a flood costs at most the last line', async () => {
    const { program, home } = await start([]);
    const page = await Page.connect(await addressOf(program));
    const id = await page.open(script('echo'), BY_HAND);
    page.say(id, { id: 1, method: 'flood', params: { count: 1_000_000, size: 300 } });
    await eventually(() => page.of(id).length > 2000);
    program.child.kill('SIGKILL');
    await program.ended;
    const text = recordingIn(home);
    const whole = text.slice(0, text.lastIndexOf('\n'));
    const problems = whole.split('\n').filter((line, index) => decodeLine(line, index + 1).type === 'problem');
    expect(problems).toEqual([]);
    const reader = new RecordingReader();
    const events = [...reader.push(text), ...reader.end().events];
    // What a page has seen is on the disk: nothing is shown before it is written.
    expect(events.slice(0, page.of(id).length)).toEqual(page.of(id));
  });

  test('and its next start: a page goes on where it was', async () => {
    const { program, home } = await start(['--', process.execPath, server('echo')]);
    const before = await Page.connect(await addressOf(program));
    const id = before.sessions[0]?.id ?? '';
    before.watch(id);
    await before.event(id, (event) => event.k === 'message' && (event.raw ?? '').includes('initialized'));
    const launch = (await before.message('welcome')).launch;
    program.child.kill('SIGKILL');
    await program.ended;
    const next = await start([], home);
    const after = await Page.connect(await addressOf(next.program));
    expect((await after.message('welcome')).launch).not.toBe(launch);
    after.watch(id, 1);
    await eventually(() => after.of(id).length >= before.of(id).length - 1);
    expect(after.of(id).slice(0, before.of(id).length - 1)).toEqual(before.of(id).slice(1));
    expect(after.sessions).toMatchObject([{ id, live: false }]);
  });
});
