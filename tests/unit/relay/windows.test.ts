/** What is done on Windows alone, with the system's part played: nothing here was run there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EventBody } from '#shared/recording';
import { renamePatiently } from '../../../relay/recording/index.ts';
import { StdioTransport } from '../../../relay/stdio/index.ts';
import { serverEnvironment } from '../../../relay/stdio/environment.ts';
import { signalGroup } from '../../../relay/stdio/process-group.ts';
import { processesIn, ProcessTree, type ListedProcess } from '../../../relay/stdio/process-tree.ts';
import { startCommand } from '../../../relay/stdio/start-command.ts';
import { endStrays } from '../../../relay/stdio/strays.ts';

/** A rename that the system refuses with these codes, one after the other, before it takes place. */
function refusing(...codes: string[]): { readonly rename: () => void; readonly calls: () => number } {
  let calls = 0;
  const rename = (): void => {
    const code = codes[calls++];
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  };
  return { rename, calls: () => calls };
}

test('a rename that another program is in the way of for a moment is tried again on Windows, and only there', () => {
  const busy = refusing('EPERM', 'EBUSY', 'EACCES');
  renamePatiently('a', 'b', { platform: 'win32', rename: busy.rename });
  expect(busy.calls()).toBe(4);

  const refused = refusing('EACCES');
  expect(() => renamePatiently('a', 'b', { platform: 'linux', rename: refused.rename })).toThrow('EACCES');
  expect(refused.calls()).toBe(1);
});

test('what will not change, or lasts, fails with the words of the system', () => {
  const missing = refusing('ENOENT');
  expect(() => renamePatiently('a', 'b', { platform: 'win32', rename: missing.rename })).toThrow('ENOENT');
  expect(missing.calls()).toBe(1);

  const lasting = refusing(...Array.from({ length: 100 }, () => 'EBUSY'));
  expect(() => renamePatiently('a', 'b', { platform: 'win32', rename: lasting.rename })).toThrow('EBUSY');
  expect(lasting.calls()).toBeLessThan(20);
});

/** No process has this number: a signal that is sent all the same reaches nobody. */
const NOBODY = 999_999_999;

test('the tree of a server is asked to close on Windows before it is killed', () => {
  const asked: (readonly string[])[] = [];
  const taskkill = (args: readonly string[]): void => void asked.push(args);
  signalGroup(NOBODY, 'SIGTERM', { platform: 'win32', taskkill });
  signalGroup(NOBODY, 'SIGKILL', { platform: 'win32', taskkill });
  expect(asked).toEqual([
    ['/T', '/PID', String(NOBODY)],
    ['/T', '/PID', String(NOBODY), '/F'],
  ]);
});

describe('a command on Windows', () => {
  /** A folder with `npx.cmd`, as Node's installer makes it, and a `cmd.exe` that prints what it was started with. */
  function windows(): { readonly bin: string } {
    const folder = mkdtempSync(join(tmpdir(), 'lifeline-windows-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'npx.cmd'), '@node npx-cli.js %*\r\n');
    const shell = join(folder, 'cmd.exe');
    writeFileSync(shell, `#!${process.execPath}\nconsole.log(JSON.stringify(process.argv.slice(2)))`, { mode: 0o755 });
    vi.stubEnv('comspec', shell);
    vi.stubEnv('PATH', bin);
    // In lower case, because this system's names differ by it.
    vi.stubEnv('PATHEXT', '.com;.exe;.bat;.cmd');
    const real = Object.getOwnPropertyDescriptor(process, 'platform');
    Object.defineProperty(process, 'platform', { ...real, value: 'win32' });
    onTestFinished(() => {
      vi.unstubAllEnvs();
      Object.defineProperty(process, 'platform', real ?? {});
    });
    return { bin };
  }

  test('that is a script is run by cmd.exe, with its arguments as they were given', async () => {
    const { bin } = windows();
    for (const command of ['npx', join(bin, 'npx'), 'npx.cmd']) {
      const child = startCommand(command, ['-y', 'a b', 'x&calc', '"q"']);
      const said: string[] = [];
      for await (const piece of child.stdout) said.push(String(piece));
      const [, , , line] = JSON.parse(said.join('')) as string[];
      expect(JSON.parse(said.join(''))).toEqual(['/d', '/s', '/c', expect.any(String)]);
      expect(line).toBe(`"${command} ^"-y^" ^"a^ b^" ^"x^&calc^" ^"\\^"q\\^"^""`);
    }
  });

  test('that is nowhere is not found, as elsewhere', () => {
    windows();
    expect(() => startCommand('npz', [])).toThrow(expect.objectContaining({ code: 'ENOENT' }));

    const seen: EventBody[] = [];
    const spec = { transport: 'stdio', command: 'npz', args: [], env: {} } as const;
    new StdioTransport(spec, (bodies) => seen.push(...bodies)).open();
    expect(seen).toContainEqual({ k: 'process', event: 'spawn-failed', error: 'ENOENT' });
    expect(seen).toContainEqual({ k: 'connection', event: 'problem', reason: 'command-not-found', detail: 'npz' });
    expect(seen.at(-1)).toMatchObject({ k: 'connection', event: 'closed' });
  });
});

test('a variable that is given takes the place of one that differs in case', () => {
  const own = { PATH: 'C:\\Windows', TEMP: 't' };
  expect(serverEnvironment({ Path: 'D:\\bin' }, own, 'win32')).toEqual({ Path: 'D:\\bin', TEMP: 't' });
  expect(serverEnvironment({ Path: '/bin' }, own, 'linux')).toEqual({ Path: '/bin', PATH: 'C:\\Windows' });
});

describe('the process tree', () => {
  const of = (pid: number, parent: number, born: number): ListedProcess => ({ pid, parent, born, command: `p${pid}` });
  const numbers = async (tree: ProcessTree): Promise<number[]> => (await tree.look()).map(({ pid }) => pid);

  test('is what the root started, and what that did, also when those between have ended', async () => {
    const looks = [
      [of(13, 12, 30), of(10, 1, 10), of(12, 10, 20), of(14, 1, 40), of(1, 0, 0)],
      [of(13, 12, 30), of(15, 13, 60), of(14, 1, 40)],
    ];
    const tree = new ProcessTree(10, () => Promise.resolve(looks.shift() ?? []));
    expect(await numbers(tree)).toEqual([12, 13]);
    expect(await numbers(tree)).toEqual([13, 15]);
    expect(await numbers(tree)).toEqual([]);
  });

  test('has nothing of whoever has a number afterwards', async () => {
    const looks = [
      [of(10, 1, 10), of(12, 10, 20)],
      // 10 and 12 are others by now: what they start is theirs, what is older was the root's.
      [of(10, 1, 100), of(12, 1, 110), of(20, 10, 120), of(21, 12, 130), of(22, 10, 50), of(5, 10, 1)],
    ];
    const tree = new ProcessTree(10, () => Promise.resolve(looks.shift() ?? []));
    expect(await numbers(tree)).toEqual([12]);
    expect(await numbers(tree)).toEqual([22]);
  });

  test('is not guessed when the root had ended before the first look', async () => {
    expect(await numbers(new ProcessTree(10, () => Promise.resolve([of(12, 10, 20)])))).toEqual([]);
  });

  test('is read from lines of the system', () => {
    const printed =
      '4 0 638000000000000000 System\r\n10 4 638000000000010000 My server.exe\r\nGet-CimInstance : Access denied\r\n';
    const [system, server, ...rest] = processesIn(printed);
    expect(rest).toEqual([]);
    expect(server).toMatchObject({ pid: 10, parent: 4, command: 'My server.exe' });
    expect((server?.born ?? 0) - (system?.born ?? 0)).toBe(1);
  });

  test('of a root that has ended is told and ended', async () => {
    const child = startCommand(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1e6)']);
    const ended = new Promise<unknown>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const left = of(child.pid ?? 0, 10, 20);
    const looks = [[of(10, 1, 10), left]];
    const list = (): Promise<ListedProcess[]> => Promise.resolve(looks.shift() ?? (child.signalCode ? [] : [left]));
    const tree = new ProcessTree(10, list);
    await tree.look();
    const told: EventBody[] = [];
    const report = (bodies: readonly EventBody[]): void => void told.push(...bodies);
    expect(await endStrays({ mark: '', group: 10, tree, term: 5000, report })).toBe(true);
    expect(await ended).toBe('SIGTERM');
    expect(told).toEqual([
      { k: 'process', event: 'stray', pid: left.pid, command: left.command },
      { k: 'process', event: 'signal', signal: 'SIGTERM', pid: left.pid, by: 'host' },
    ]);
  });
});
