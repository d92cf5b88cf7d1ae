/** Processes that left their group are ended with the session, and by the guard; the guard itself is replaced. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WireEvent } from '#shared/recording';
import { MARK, straysIn, straysOf } from '../../relay/stdio/strays.ts';
import { BY_HAND, eventually, Page, script } from './support/page.ts';
import { addressOf, isRunning, programFile, run } from './support/program.ts';
import { server, temporaryFolder, testRelay } from './support/relay.ts';

/** What happened to the server, and to the processes that the test knows by name. */
function story(events: readonly WireEvent[], names: ReadonlyMap<number, string>): string[] {
  return events.flatMap((event) => {
    if (event.k !== 'process') return [];
    const who = event.pid === undefined ? '' : names.get(event.pid);
    if (who === undefined) return [];
    return [[event.event, event.signal ?? event.code ?? '', who].join(' ').trim().replace(/\s+/g, ' ')];
  });
}

const pidIn = (text: string): number => Number(/daemon (\d+)/.exec(text)?.[1] ?? -1);

async function daemonOf(page: Page, id: string): Promise<number> {
  const said = await page.event(id, (event) => event.k === 'message' && /^daemon \d/.test(event.raw ?? ''));
  const pid = pidIn(said.k === 'message' ? (said.raw ?? '') : '');
  expect(await isRunning(pid)).toBe(true);
  return pid;
}

function spawnMarked(mark: string): ChildProcess & { readonly pid: number } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60000); console.log("up")'], {
    env: { [MARK]: mark },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.pid === undefined) throw new Error('no process');
  return Object.assign(child, { pid: child.pid });
}

describe('a daemon of the server', () => {
  test.each([
    ['is shown and asked to end at the close', [], 20_000, ['signal SIGTERM daemon']],
    ['is killed when it ignores that', ['stubborn'], 200, ['signal SIGTERM daemon', 'signal SIGKILL daemon']],
  ])('%s', async (_name, args, term, signals) => {
    const page = await Page.connect(await testRelay({ stdioTimes: { stdin: 20_000, term, quiet: 200 } }));
    const id = await page.open(script('daemons', args), BY_HAND);
    const daemon = await daemonOf(page, id);
    page.send({ type: 'close', session: id });
    await page.closed(id);
    expect(await isRunning(daemon)).toBe(false);
    const names = new Map([[daemon, 'daemon']]);
    expect(story(page.of(id), names)).toEqual(['stdin-end', 'exit 0', 'stray daemon', ...signals]);
    const stray = page.of(id).find((event) => event.k === 'process' && event.event === 'stray');
    expect(stray).toMatchObject({ command: expect.stringMatching(/node|MainThread/) as string });
  });

  test('that starts itself anew again and again is ended all the same', async () => {
    const tag = join(temporaryFolder(), 'stop');
    const hop = `trap "" TERM; sleep 0.05; [ -e "${tag}" ] && exit; setsid /bin/sh -c "$hop" & exit`;
    const start = 'setsid /bin/sh -c "$hop" & echo up; exec cat';
    onTestFinished(() => writeFileSync(tag, ''));
    const page = await Page.connect(await testRelay({ stdioTimes: { stdin: 20_000, term: 200, quiet: 200 } }));
    const spec = { transport: 'stdio', command: '/bin/sh', args: ['-c', start], env: { hop } } as const;
    const id = await page.open(spec, BY_HAND);
    await page.event(id, (event) => event.k === 'message');
    const hopping = (): number[] => numbersIn('/proc').filter((pid) => readIf(`/proc/${pid}/environ`).includes(tag));
    await eventually(() => hopping().length > 0);
    page.send({ type: 'close', session: id });
    await page.closed(id);
    expect(page.of(id)).toContainEqual(expect.objectContaining({ event: 'stray' }));
    for (let look = 0; look < 20; look++) expect(hopping()).toEqual([]);
  });

  test('is heard to its last word', async () => {
    const page = await Page.connect(await testRelay());
    const id = await page.open(script('daemons', ['last-words']), BY_HAND);
    await daemonOf(page, id);
    page.send({ type: 'close', session: id });
    await page.closed(id);
    expect(page.of(id)).toContainEqual(expect.objectContaining({ k: 'message', raw: 'last words' }));
  });

  test('does not outlive a relay that was killed, whoever killed the guard before', async () => {
    const home = temporaryFolder();
    const program = run(['--no-open', '--port', '0', '--', process.execPath, server('daemons'), 'stubborn'], home);
    await addressOf(program);
    const folder = join(home, 'recordings');
    const recording = (): string => readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8');
    await eventually(() => pidIn(recording()) > 0);
    const daemon = pidIn(recording());
    const pid = Number(/"event":"spawn","pid":(\d+)/.exec(recording())?.[1]);
    const [first = 0] = await eventually(() => guardsOf(program.child.pid));
    process.kill(first, 'SIGKILL');
    const [second = 0] = await eventually(() => guardsOf(program.child.pid, first));
    expect(await isRunning(daemon)).toBe(true);
    program.child.kill('SIGKILL');
    await program.ended;
    await expect.poll(() => isRunning(daemon), { timeout: 20_000 }).toBe(false);
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
    await expect.poll(() => isRunning(second), { timeout: 20_000 }).toBe(false);
  });

  test.each([0, 1, 2])('does not outlive a relay that was killed as it started its server: kill %i', async (n) => {
    const tag = `killed-${process.pid}-${n}`;
    const script = `trap '' TERM HUP INT PIPE; while :; do sleep 1000; done; : ${tag}`;
    const args = [
      programFile(),
      'record',
      '--out',
      join(temporaryFolder(), 'one.mcprec'),
      '--',
      '/bin/sh',
      '-c',
      script,
    ];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, LIFELINE_HOME: temporaryFolder() },
      stdio: 'ignore',
    });
    const isServer = (pid: number): boolean => readIf(`/proc/${pid}/cmdline`).includes(tag);
    // Without a turn for others: what comes after the start of the server is over within milliseconds.
    let server: number | undefined;
    for (const end = performance.now() + 20_000; server === undefined && performance.now() < end;)
      server = childrenOf(child.pid).find(isServer);
    child.kill('SIGKILL');
    expect(server).toBeDefined();
    onTestFinished(() => {
      if (server !== undefined && isServer(server)) process.kill(-server, 'SIGKILL');
    });
    await expect.poll(() => isRunning(server ?? 0), { timeout: 20_000 }).toBe(false);
  });

  test('of a command without a page is ended too', async () => {
    const out = join(temporaryFolder(), 'one.mcprec');
    const args = [programFile(), 'record', '--out', out, '--', process.execPath, server('daemons')];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, LIFELINE_HOME: temporaryFolder() },
      stdio: 'ignore',
    });
    await eventually(() => readIf(out).includes('daemon '));
    const daemon = pidIn(readIf(out));
    child.kill('SIGINT');
    await once(child, 'close');
    expect(await isRunning(daemon)).toBe(false);
    expect(readIf(out)).toContain('"event":"stray"');
  });
});

describe('only exactly this mark', () => {
  test('is looked for, outside the group', async () => {
    const mark = `test${process.pid}`;
    const [same, longer] = [spawnMarked(mark), spawnMarked(`${mark}0`)];
    for (const child of [same, longer]) await once(child.stdout ?? child, 'data');
    expect((await straysOf(mark, -1)).map(({ pid }) => pid)).toEqual([same.pid]);
    expect(await straysOf(mark, same.pid)).toEqual([]);
    expect((await straysOf(`${mark}0`, -1)).map(({ pid }) => pid)).toEqual([longer.pid]);
  });

  test('and where ps tells, this user', () => {
    const lines = [
      '    1     1     0 /sbin/launchd',
      `  501   500   501 /usr/local/bin/node server.js HOME=/Users/a ${MARK}=m`,
      `  502   502   501 /bin/sleep 60 ${MARK}=m PATH=/bin`,
      `  503   503     0 /bin/sleep 60 ${MARK}=m`,
      `  504   504   501 /bin/sleep 60 ${MARK}=mm`,
      `  505   505   501 sh X${MARK}=m`,
    ];
    expect(straysIn(lines.join('\n'), { mark: 'm', group: 500, user: 501 })).toEqual([{ pid: 502, command: 'sleep' }]);
  });
});

/** The guards that relay `pid` has started and that run, without `except`; undefined where there is none. */
function guardsOf(pid: number | undefined, except?: number): number[] | undefined {
  const found = childrenOf(pid).filter(
    (each) => each !== except && readIf(`/proc/${each}/cmdline`).startsWith('/bin/sh\0-c\0\nread -r group'),
  );
  return found.length > 0 ? found : undefined;
}

const numbersIn = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));

function childrenOf(pid: number | undefined): number[] {
  return readIf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function readIf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
