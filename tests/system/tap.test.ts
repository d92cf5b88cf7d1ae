/** `mcp-lifeline tap`: host and server behave as without it, whatever passes and whatever becomes of the recording. */
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRecorded } from '#shared/recording';
import { eventually, Page } from '../relay/support/page.ts';
import { isRunning, programFile } from '../relay/support/program.ts';
import { temporaryFolder, testRelay } from '../relay/support/relay.ts';
import {
  fixture,
  host,
  lastEvent,
  passed,
  recordingUnder,
  sha256,
  type Hosted,
  type HostOptions,
} from './support/tapped.ts';

/** What both are to come to alike: how it ended, every byte of both pipes, and what the server says of its side. */
async function alike(mode: string, say: (hosted: Hosted) => unknown): Promise<[tapped: unknown, bare: unknown]> {
  const run = async (tap: boolean): Promise<unknown> => {
    const hosted = fixture(mode, { tap });
    await say(hosted);
    return { ...(await hosted.ended), report: hosted.report() };
  };
  return Promise.all([run(true), run(false)]);
}

/** What the recorder has written so far. */
function recordingText(home: string): string {
  const folder = join(home, 'recordings');
  const name = readdirSync(folder).find((each) => each.endsWith('.mcprec'));
  return name === undefined ? '' : readFileSync(join(folder, name), 'utf8');
}

/** Bytes that are no text, with every line end there is. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0, state = 1; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 16;
  }
  return bytes;
}
const LINES = Buffer.from('\n\r\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n  {"id":"é","x":"\ud83d\ude00"}\r\n[1]\n');

test('bytes pass as they came, with the same environment and folder, and are all in the recording', async () => {
  const sent = Buffer.concat([LINES, noise(50_000), Buffer.from('half a line')]);
  const run = async (tap: boolean): Promise<[unknown, string]> => {
    const hosted = fixture('echo', { tap, own: ['--name', 'mine'] });
    for (let at = 0; at < sent.length; at += 20_000) {
      hosted.child.stdin.write(sent.subarray(at, at + 20_000));
      await eventually(() => hosted.out().length >= Math.min(at + 20_000, sent.length));
    }
    hosted.child.stdin.end();
    return [{ ...(await hosted.ended), report: hosted.report() }, hosted.home];
  };
  const [[tapped, home], [bare]] = [await run(true), await run(false)];
  expect(tapped).toEqual(bare);
  expect(tapped).toMatchObject({ code: 7, err: 'the end\n', out: { bytes: sent.length, sha256: sha256([sent]) } });
  const recorded = recordingUnder(home);
  expect(recorded.header).toMatchObject({ route: 'tap', title: 'mine', connection: { cwd: process.cwd() } });
  expect(recorded.header.host).toMatch(/node|vitest/);
  expect([passed(recorded, 'c2s').equals(sent), passed(recorded, 's2c').equals(sent)]).toEqual([true, true]);
  expect(recorded.footer?.reason).toBe('host-ended');
  expect(recorded.events.flatMap((each) => (each.k === 'process' ? [each.event] : []))).toEqual([
    'spawn',
    'stdin-end',
    'exit',
  ]);
});

test('100,000 messages each way at once pass a slow reader, and a line of 100 MB', async () => {
  const flood = fixture('flood');
  flood.child.stdout.pause();
  let sent = '';
  for (let n = 0; n < 100_000; n++) sent += `{"jsonrpc":"2.0","id":${n},"method":"ping"}\n`;
  // The host reads nothing until the server has taken everything: neither direction waits for the other.
  await new Promise((resolve) => flood.child.stdin.write(sent, resolve));
  flood.child.stdout.resume();
  // After what began the session; the end cuts off what was not written in time.
  await expect.poll(() => lastEvent(flood.home), { interval: 100, timeout: 100_000 }).toContain(`{"s":${200_000 + 2},`);
  flood.child.stdin.end();
  const { out, code } = await flood.ended;
  expect(flood.report()).toMatchObject({ stdin: { bytes: sent.length, sha256: sha256([Buffer.from(sent)]) } });
  expect(code).toBe(7);
  const recorded = recordingUnder(flood.home);
  expect(sha256([passed(recorded, 'c2s')])).toBe(sha256([Buffer.from(sent)]));
  expect(sha256([passed(recorded, 's2c')])).toBe(out.sha256);

  const long = fixture('echo');
  const line = Buffer.alloc(100_000_001, 'x');
  line[100_000_000] = 0x0a;
  long.child.stdin.end(line);
  expect(await long.ended).toMatchObject({ code: 7, out: { bytes: line.length, sha256: sha256([line]) } });
});

/** The length of the recording, as far as it is written. */
function recordedBytes(home: string): number {
  const folder = join(home, 'recordings');
  const [name] = existsSync(folder) ? readdirSync(folder).filter((each) => each.endsWith('.mcprec')) : [];
  return name === undefined ? 0 : statSync(join(folder, name)).size;
}

describe('an end looks as without the tap', () => {
  test.each(['crash', 'killed', 'mute', 'deaf'])('%s', async (mode) => {
    const [tapped, bare] = await alike(mode, async ({ child }) => {
      child.stdin.write('{}\n');
      if (mode === 'mute') await once(child.stdout, 'end');
      if (mode !== 'deaf') return;
      // Whoever writes to a server that does not listen is told.
      const broken = new Promise((resolve) => child.stdin.once('close', resolve));
      await once(child.stdout, 'data');
      const again = setInterval(() => child.stdin.write('{}\n'), 20);
      await broken;
      clearInterval(again);
    });
    expect(tapped).toEqual(bare);
  });

  test('a signal reaches the server, which ends in its own way', async () => {
    for (const signal of ['SIGTERM', 'SIGUSR2'] as const) {
      const [tapped, bare] = await alike('signals', async ({ child, out }) => {
        child.stdin.write('ready\n');
        await eventually(() => out().length > 0);
        child.kill(signal);
      });
      expect(tapped).toEqual(bare);
      expect(tapped).toMatchObject({ code: 9, report: { how: signal } });
    }
  });

  test('a host that closes its pipes', async () => {
    const [tapped, bare] = await alike('echo', async ({ child }) => {
      child.stdin.write('{}\n');
      await once(child.stdout, 'data');
      child.stdout.destroy();
      // A pipe tells its writer only when it writes: the tap at the first answer, the server at the next one.
      const again = setInterval(() => child.stdin.write('{}\n'), 20);
      await once(child, 'exit');
      clearInterval(again);
    });
    expect(tapped).toEqual(bare);
    expect(tapped).toMatchObject({ code: 8 });
  });

  test('a host that sends for the end and reads nothing any more', async () => {
    const { child, ended, home } = fixture('flood');
    child.stdout.pause();
    // With what the server's pipe holds that is more than the host's takes.
    await eventually(() => recordedBytes(home) > 400_000);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
    child.stdout.resume();
    await ended;
  });

  test('a working directory that is gone, a file that can’t be made: the server starts, and is recorded', async () => {
    const out = join(temporaryFolder(), 'a.mcprec');
    // A file that is not there, by a name that is taken all the same.
    symlinkSync('/not/there', out);
    const { ended } = host(['echo', 'here'], {
      own: ['--out', out],
      before: ['sh', '-c', 'gone=$(mktemp -d) && cd "$gone" && rmdir "$gone" && exec "$0" "$@"'],
    });
    expect(await ended).toMatchObject({ code: 0, err: '', out: { sha256: sha256([Buffer.from('here\n')]) } });
    const { recorded } = readRecorded(readFileSync(out.replace('a.', 'a-2.'), 'utf8'));
    expect(recorded?.footer?.reason).toBe('server-exited');
  });

  test('the command may follow without “--”, with options of its own; a new folder is made where --out ends in /', async () => {
    const folder = join(temporaryFolder(), 'new');
    const { ended } = host(['echo', '--name', 'here'], { own: ['--name', 'mine', '--out', `${folder}/`], between: [] });
    expect(await ended).toMatchObject({ code: 0, err: '', out: { sha256: sha256([Buffer.from('--name here\n')]) } });
    const [name = '', ...more] = readdirSync(folder).filter((each) => each.endsWith('.mcprec'));
    expect(more).toEqual([]);
    const { recorded } = readRecorded(readFileSync(join(folder, name), 'utf8'));
    expect(recorded).toMatchObject({ header: { title: 'mine' }, footer: { reason: 'server-exited' } });
  });

  test('SIGKILL of the tap leaves no server behind, and the recording is cut short', async () => {
    const { child, out, home, ended } = fixture('stay');
    const pid = Number(await eventually(() => /^\d+\n/.exec(out().toString())?.[0]));
    await eventually(() => recordingText(home) !== '');
    child.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
    await ended;
    expect(recordingUnder(home).footer).toBeUndefined();
  });

  test('a command that is not there: one line, and the code that a shell gives', async () => {
    const { ended, home } = host(['/not/there', 'x']);
    const expected = { code: 127, signal: null, err: 'mcp-lifeline tap: /not/there can’t be started: ENOENT\n' };
    expect(await ended).toMatchObject(expected);
    expect(recordingUnder(home).events).toMatchObject([
      { event: 'opening' },
      { event: 'spawn-failed', error: 'ENOENT' },
      { event: 'problem', reason: 'command-not-found' },
      { event: 'closed', reason: 'command-not-found' },
    ]);
    const deaf = host(['/not/there']);
    deaf.child.stderr.destroy();
    expect(await deaf.ended).toMatchObject({ code: 127 });
  });
});

describe('whatever becomes of the recording, the traffic goes on', () => {
  /** A program whose recorder is this. */
  function recordedBy(code: string): HostOptions {
    const folder = temporaryFolder();
    cpSync(dirname(programFile()), folder, { recursive: true });
    writeFileSync(join(folder, 'tap-recorder.js'), code);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    return { program: join(folder, 'cli.js') };
  }
  const LIMITED = ['sh', '-c', 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"'];

  const STILL = 'mcp-lifeline tap: The recording is incomplete: after .* without progress\\..*\n$';
  const UNWRITTEN = /^mcp-lifeline tap: The recording is incomplete\.[^\n]+\n$/;

  test.each<[string, () => HostOptions, RegExp]>([
    [
      'the thread can’t start',
      () => recordedBy('throw new Error("no");'),
      new RegExp(`^mcp-lifeline tap: .* ended early \\(no\\), and was started again\\.\n${STILL}`),
    ],
    [
      'the thread is killed',
      () => recordedBy('setTimeout(() => process.exit(1), 20);'),
      new RegExp(`^mcp-lifeline tap: .* ended early, and was started again\\.\n${STILL}`),
    ],
    ['the thread hangs', () => recordedBy('for (;;);'), new RegExp(`^${STILL}`)],
    [
      'the folder can’t be made',
      () => {
        const home = join(temporaryFolder(), 'file');
        writeFileSync(home, '');
        return { home };
      },
      UNWRITTEN,
    ],
    ['the disk is full', () => ({ before: LIMITED }), UNWRITTEN],
  ])('%s', async (_name, options, said) => {
    const sent = Buffer.from(LINES.toString().repeat(20_000));
    const { child, ended } = host(['cat'], options());
    child.stdin.end(sent);
    const expected = { code: 0, signal: null, out: { bytes: sent.length, sha256: sha256([sent]) } };
    expect(await ended).toEqual({ ...expected, err: expect.stringMatching(said) });
  });
});

test('a relay shows the session live, and its end, whether it was started before or after', async () => {
  const home = temporaryFolder();
  const folder = join(home, 'recordings');
  mkdirSync(folder);
  const before = await Page.connect(await testRelay({ folder }));
  before.send({ type: 'recordings', request: 1 });
  const { child } = fixture('echo', { home });
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const listed = (page: Page): string | undefined =>
    page.messages
      .flatMap((each) => (each.type === 'recordings-changed' || each.type === 'recordings' ? each.recordings : []))
      .find(({ live, header }) => live && header.route === 'tap')?.id;
  const id = await eventually(() => listed(before));
  const after = await Page.connect(await testRelay({ folder }));
  after.send({ type: 'recordings', request: 1 });
  expect(await eventually(() => listed(after))).toBe(id);
  for (const page of [before, after]) page.watch(id);
  for (const page of [before, after]) await page.event(id, (event) => event.k === 'message' && event.dir === 's2c');
  child.stdin.end('{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
  for (const page of [before, after]) {
    await page.closed(id);
    expect(page.of(id).filter((event) => event.k === 'message')).toHaveLength(4);
  }
});
