/** The program as people get it: packed, installed into an empty folder, run; and started from a clone. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PROGRAM } from '../../relay/base/program.ts';
import { freePort } from '../fixtures/start.ts';
import { readNotices, ROOT } from '../relay/support/bundle.mjs';
import { enter, PRINTED } from '../enter.mjs';
import { eventually, Page, type Address } from '../relay/support/page.ts';
import { temporaryFolder } from '../relay/support/relay.ts';

const run = promisify(execFile);
/** Building the page and installing packages take longer than any other step of the tests. */
const LONG = 300_000;

/** Start a command that ends as a relay does; gives what it printed, and ends it after the test. */
function start(
  command: string,
  args: readonly string[],
  cwd: string,
): { output: () => string; end: () => Promise<void> } {
  const env = { ...process.env, LIFELINE_HOME: temporaryFolder() };
  // A group of its own: npx runs the program as its child.
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (data: Buffer) => (output += data.toString()));
  const closed = once(child, 'close');
  const end = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGTERM');
    await closed;
  };
  onTestFinished(end);
  return { output: () => output, end };
}

/** Signed in with the address that a start printed. */
async function addressIn(output: () => string): Promise<Address> {
  const [printed] = await eventually(() => PRINTED.exec(output()));
  return enter(printed);
}

/** A file of the relay as it travels. */
async function fetched(
  { port, origin }: Address,
  path: string,
): Promise<{ status: number; encoding: string; bytes: Buffer }> {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    get(
      { host: '127.0.0.1', port, path, headers: { Host: new URL(origin).host, 'Accept-Encoding': 'br' } },
      resolve,
    ).on('error', reject);
  });
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  const encoding = response.headers['content-encoding'] ?? '';
  return { status: response.statusCode ?? 0, encoding, bytes: Buffer.concat(pieces) };
}

/** The packages that the sources of page and relay import and that are not installed beside them. */
function importedPackages(): string[] {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: object;
    peerDependencies: object;
  };
  const files = ['shared', 'relay', 'web'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|svelte)$/.test(name) && !/^vite\./.test(name))
      .map((name) => readFileSync(join(ROOT, top, name), 'utf8')),
  );
  const named = /^import (?!type\b)[^'"]*['"]((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^'"]*)?['"]/gm;
  const names = files.flatMap((text) => [...text.matchAll(named)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => name !== 'node' && !(name in dependencies || name in peerDependencies));
}

describe('the package', () => {
  let folder = '';
  let files: string[] = [];

  beforeAll(async () => {
    await run(process.execPath, [join(ROOT, 'relay/boot/build.mjs'), '--types'], { cwd: ROOT });
    folder = mkdtempSync(join(tmpdir(), 'lifeline-package-'));
    const packed = await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT });
    const tarball = packed.stdout.trim();
    files = (await run('tar', ['-tzf', join(folder, tarball)])).stdout.trimEnd().split('\n');
    await run('npm', ['init', '--yes'], { cwd: folder });
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${tarball}`], { cwd: folder });
  }, LONG);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('holds what is built and nothing else', () => {
    const top = new Set(files.map((path) => path.split('/').slice(0, 2).join('/')));
    expect([...top].sort()).toEqual(['package/LICENSE', 'package/README.md', 'package/dist', 'package/package.json']);
    const some = [
      'relay/cli.js',
      'relay/program.js',
      'relay/tap-armed.js',
      'relay/tap-http-recorder.js',
      'relay/tap-recorder.js',
      'lib/vitest.js',
      'lib/vitest.d.ts',
      'lib/FORMAT.md',
      'lib/recording.schema.json',
      'web/index.html',
      'THIRD-PARTY-NOTICES.txt',
      'web/THIRD-PARTY-NOTICES.txt',
    ];
    expect(files).toEqual(expect.arrayContaining(some.map((path) => `package/dist/${path}`)));
    expect(files.filter((path) => /\.stamp$|(?<!\.d)\.ts$|\.map$|\.test\./.test(path))).toEqual([]);
  });

  test('says under which licence everything is that is bundled into it', () => {
    const built = join(folder, 'node_modules/mcp-lifeline/dist');
    const notices = readFileSync(join(built, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    expect(readFileSync(join(built, 'web/THIRD-PARTY-NOTICES.txt'), 'utf8')).toBe(notices);
    // Those that the sources import, and some that these bring.
    const names = [...importedPackages(), 'zod', 'jose', '@floating-ui/dom', 'svelte-toolbelt', 'dompurify', 'marked'];
    expect(names).toEqual(expect.arrayContaining(['svelte', 'monaco-editor', 'idb']));
    for (const name of names) expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
    for (const text of [
      'Permission is hereby granted, free of charge',
      'Permission to use, copy, modify, and/or distribute',
      'Apache License',
      // What Monaco and the schema validator contain themselves.
      'markedjs NOTICES',
      'Codicons',
      'punycode.js',
    ])
      expect(notices).toContain(text);
  });

  test('gives its exported pages the licences of what is in them', () => {
    const page = readFileSync(join(folder, 'node_modules/mcp-lifeline/dist/web/viewer.html'), 'utf8');
    const [, comment = ''] = /<\/html>\s*<!--([^]*)-->\s*$/.exec(page) ?? [];
    for (const name of ['svelte', 'bits-ui', 'paneforge', '@cfworker/json-schema', 'clsx'])
      expect(comment).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(comment).toContain('Permission is hereby granted, free of charge');
    expect(comment).not.toMatch(/--!?>|^monaco-editor/m);
  });

  test('is not built with code of which the licence is not known', () => {
    const unknown = temporaryFolder();
    writeFileSync(join(unknown, 'package.json'), '{"name":"nameless","version":"1.0.0","license":"MIT"}');
    expect(() => readNotices([unknown])).toThrow(/nameless is bundled and has no licence text/);
    writeFileSync(join(unknown, 'license.js'), 'export const licence = "of something else";');
    expect(() => readNotices([unknown])).toThrow(/no licence text/);
    writeFileSync(join(unknown, 'LICENCE.md'), 'Do what you like.');
    expect(readNotices([unknown])).toEqual([{ name: 'nameless 1.0.0', license: 'MIT', text: 'Do what you like.' }]);
  });

  test('brings few other packages', () => {
    const names = readdirSync(join(folder, 'node_modules'));
    expect(names).toContain('mcp-lifeline');
    for (const development of ['vite', 'svelte', 'monaco-editor', 'typescript'])
      expect(names).not.toContain(development);
  });

  describe('its exports, in the project of somebody', () => {
    const bin = (path: string): string => join(ROOT, 'node_modules', path);
    beforeAll(() => {
      cpSync(join(ROOT, 'tests/system/package-project'), folder, { recursive: true });
      // What such a project has installed itself.
      for (const name of ['vitest', '@modelcontextprotocol', '@types'])
        symlinkSync(bin(name), join(folder, 'node_modules', name), 'junction');
    });

    test.each(['tsconfig.json', 'tsconfig.tests.json', 'tsconfig.vitest-3.json', 'tsconfig.vitest-5.json'])(
      'have types that hold (%s)',
      async (config) => {
        const compiled = run(process.execPath, [bin('@typescript/native/bin/tsc'), '-p', config], { cwd: folder });
        await expect(compiled.catch((error: { stdout: string }) => error)).resolves.toMatchObject({ stdout: '' });
      },
    );

    test('record a server, run the recording again, serve it, and notice a change', async () => {
      const runTests = async (env: object): Promise<string> => {
        const args = [bin('vitest/vitest.mjs'), 'run', '--reporter=tap-flat', '--testTimeout=120000'];
        const home = temporaryFolder();
        const options = { cwd: folder, env: { ...process.env, CI: '', LIFELINE_HOME: home, ...env } };
        const { stdout } = await run(process.execPath, args, options).catch((error: { stdout: string }) => error);
        // What it records for tests is not kept among a person’s recordings.
        expect(readdirSync(home)).toEqual([]);
        return stdout;
      };
      const lines = (text: string, start: RegExp): string[] => text.split('\n').filter((line) => start.test(line));
      expect(lines(await runTests({}), /^(?:not )?ok/).map((line) => line.slice(0, 3))).toEqual(Array(5).fill('ok '));
      const changed = await runTests({ GREETING: 'Good bye' });
      expect(lines(changed, /^not ok/).map((line) => line.replace(/^not ok \d+ - | # time.*$/g, ''))).toEqual([
        'calls.spec.ts > the server is as it was',
        'calls.spec.ts > what was recorded comes out again',
      ]);
      expect(changed).toMatch(/is not like .*calls\.mcprec.*Good bye, /s);
    });

    test('have the description of the format', async () => {
      const script = `
        import { createRequire } from 'node:module';
        import { readFileSync } from 'node:fs';
        const { resolve } = createRequire(import.meta.url);
        const [format, schema] = ['FORMAT.md', 'recording.schema.json'].map((name) => readFileSync(resolve('mcp-lifeline/' + name), 'utf8'));
        console.log(format.split('\\n')[0], JSON.parse(schema).$id);`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
      expect(stdout).toBe(
        '# The recording format, version 1 https://unpkg.com/mcp-lifeline/dist/lib/recording.schema.json\n',
      );
    });
  });

  test('says its version', async () => {
    const { stdout } = await run('npx', ['mcp-lifeline', '--version'], { cwd: folder });
    expect(stdout).toBe(`${PROGRAM.version}\n`);
  });

  test('runs, and serves the page', async () => {
    const wanted = await freePort();
    const program = start('npx', ['mcp-lifeline', '--no-open', '--port', String(wanted)], folder);
    const address = await addressIn(program.output);
    const { port } = address;
    expect(port).toBeGreaterThanOrEqual(wanted);
    expect(program.output()).toContain(`MCP Lifeline ${PROGRAM.version} is running.`);

    const index = (await fetched(address, '/')).bytes.toString();
    expect(index).toContain('<meta name="lifeline-served-by" content="relay"');
    const script =
      /<script[^>]* src="\.?((?:\/launch-[\w-]+)?\/assets\/first-[^"]+\.js)"/.exec(index)?.[1] ?? 'no script';
    const asset = await fetched(address, script);
    expect(asset).toMatchObject({ status: 200, encoding: 'br' });
    expect(brotliDecompressSync(asset.bytes).length).toBeGreaterThan(asset.bytes.length);

    // Its socket speaks, and a server process can be started.
    const page = await Page.connect(address);
    const id = await page.open({ transport: 'stdio', command: 'no-such-mcp-server', args: [], env: {} });
    expect(await page.closed(id)).toMatchObject({ reason: 'command-not-found' });
  });
});

describe('a clone', () => {
  test(
    'builds at its first start and not at its second',
    async () => {
      for (const first of [true, false]) {
        const args = [join(ROOT, 'relay/boot/start.mjs'), '--no-open', '--port', String(await freePort())];
        const program = start(process.execPath, args, ROOT);
        // The first start may have to build everything.
        await expect.poll(program.output, { timeout: LONG }).toContain('token=');
        const address = await addressIn(program.output);
        expect((await fetched(address, '/')).bytes.toString()).toContain('content="relay"');
        if (!first) expect(program.output()).not.toMatch(/Building|Installing/);
        await program.end();
      }
    },
    LONG,
  );
});
