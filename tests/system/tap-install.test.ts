/** `mcp-lifeline tap install`, `status` and `uninstall` as people run them, on the files of hosts below a folder of their own. */
import { execFile } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject } from '#shared/jsonrpc';
import { programFile } from '../relay/support/program.ts';
import { temporaryFolder } from '../relay/support/relay.ts';

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A person's folder with these files, and the program run below it, without a terminal. */
function person(files: { readonly [path: string]: string }) {
  const home = temporaryFolder();
  const at = (path: string): string => join(home, path);
  mkdirSync(at('project'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
  const env = { PATH: process.env['PATH'], HOME: home, USERPROFILE: home, CI: '1' };
  const tap = (...args: readonly string[]): Promise<Ran> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        [programFile(), 'tap', ...args],
        { env, cwd: at('project') },
        (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      );
    });
  return { at, tap, read: (path: string) => readFileSync(at(path), 'utf8') };
}

const DESKTOP = '.config/Claude/claude_desktop_config.json';
const CODEX = '.codex/config.toml';
const VSCODE = 'project/.vscode/mcp.json';
const FILES = {
  [DESKTOP]: `{
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "files"], "env": { "TOKEN": "s3cret" } },
    "web": { "url": "https://x.test" }
  }
}
`,
  [CODEX]: '# mine\r\n[mcp_servers.docs]\r\ncommand = "docs"\r\n',
  [VSCODE]: '{ "servers": { "here": { "command": "${workspaceFolder}/s", /* none */ "args": [] } } }',
  '.cursor/mcp.json': '{ "mcpServers": ',
  '.gemini/settings.json': '{ "theme": "x" }',
};
const PATHS = [DESKTOP, CODEX, VSCODE] as const;

test('shown, written with consent only, told by status, and taken back to the byte', async () => {
  const { at, tap, read } = person(FILES);
  chmodSync(at(CODEX), 0o640);

  const shown = await tap('install');
  expect(shown.code).toBe(3);
  expect(shown.stderr).toContain('Use --yes');
  expect(shown.stderr).toMatch(/\.cursor\/mcp\.json can’t be parsed as JSON/);
  expect(shown.stdout).toContain('Claude Desktop: ~/.config/Claude/claude_desktop_config.json\n');
  expect(shown.stdout).toMatch(/^ {2}-.*"command": "npx"/m);
  expect(shown.stdout).toMatch(/^ {2}\+.*"tap", "--name", "files", "--", "npx", "-y"/m);
  expect(shown.stdout).toContain('web: HTTP; use mcp-lifeline tap --listen');
  expect(shown.stdout).toContain('Do not commit it');
  expect(shown.stdout + shown.stderr).not.toContain('s3cret');
  for (const path of PATHS) expect(read(path)).toBe(FILES[path]);

  const installed = await tap('install', '--yes');
  expect(installed.code).toBe(0);
  expect(installed.stdout).toContain('Restart Claude Desktop, VS Code, Codex');
  const entry: unknown = JSON.parse(read(DESKTOP));
  expect(isObject(entry) && isObject(entry['mcpServers']) && entry['mcpServers']['files']).toEqual({
    command: process.execPath,
    args: [programFile(), 'tap', '--name', 'files', '--', 'npx', '-y', 'files'],
    env: { TOKEN: 's3cret' },
  });
  expect(statSync(at(CODEX)).mode & 0o777).toBe(0o640);
  expect(statSync(at(`${CODEX}.before-tap`)).mode & 0o777).toBe(0o600);
  expect(read(`${CODEX}.before-tap`)).toBe(FILES[CODEX]);

  const again = await tap('install', '--yes');
  expect([again.code, again.stdout.includes('files: already tapped')]).toEqual([0, true]);
  const { stdout } = await tap('status', '--json');
  const rows = (JSON.parse(stdout) as { host: string; server: string[]; state: string }[]).map(
    ({ host, server, state }) => `${host} ${server.join('/')} ${state}`,
  );
  expect(rows).toEqual([
    'claude-desktop mcpServers/files tapped',
    'claude-desktop mcpServers/web http',
    'vscode servers/here tapped',
    'codex mcp_servers/docs tapped',
  ]);

  const undone = await tap('uninstall', '--yes', '--quiet');
  expect([undone.code, undone.stdout]).toEqual([0, '']);
  for (const path of PATHS) {
    expect(read(path)).toBe(FILES[path]);
    expect(() => statSync(at(`${path}.before-tap`))).toThrow();
  }
});

test('one host, one server, a link, an edit in between; a program that is gone', async () => {
  const { at, tap, read } = person({
    'dotfiles/mcp.json': '{"mcpServers":{"a":{"command":"a"},"b":{"command":"b"}}}',
    [DESKTOP]: '{"mcpServers":{"a":{"command":"/gone/node","args":["/gone/relay/cli.js","tap","--","x"]}}}',
  });
  mkdirSync(at('.cursor'));
  symlinkSync('../dotfiles/mcp.json', at('.cursor/mcp.json'));

  expect((await tap('install', '--host', 'cursor', '--server', 'b', '--yes')).code).toBe(0);
  expect(lstatSync(at('.cursor/mcp.json')).isSymbolicLink()).toBe(true);
  expect(read('dotfiles/mcp.json')).toContain('{"a":{"command":"a"},"b":{"command":"');
  writeFileSync(at('dotfiles/mcp.json'), read('dotfiles/mcp.json').replace('"a":{', '"c":{"command":"c"},"a":{'));
  const { code, stdout } = await tap('uninstall', '--config', at('dotfiles/mcp.json'), '--yes');
  expect(code).toBe(0);
  expect(read('dotfiles/mcp.json')).toBe(
    '{"mcpServers":{"c":{"command":"c"},"a":{"command":"a"},"b":{"command":"b"}}}',
  );
  // The file is not what it was, so what it was is kept.
  expect(stdout).toContain('mcp.json.before-tap');

  const status = await tap('status');
  expect(status.code).toBe(1);
  expect(status.stdout).toMatch(/a {2}tapped, but can’t start/);
  expect((await tap('install', '--server', 'nobody')).code).toBe(3);
  expect((await tap('install', '--host', 'nobody')).code).toBe(2);
});

test('a file that was named when it was tapped is found without its name, and nothing to uninstall is no failure', async () => {
  const text = '{"mcpServers":{"a":{"command":"a"}}}';
  const { at, tap, read } = person({ 'elsewhere/mcp.json': text });
  expect(await tap('uninstall', '--yes')).toMatchObject({ code: 0, stdout: 'Nothing to uninstall.\n' });
  expect(JSON.parse((await tap('uninstall', '--json')).stdout)).toEqual({ files: [] });
  expect((await tap('uninstall', '--server', 'nobody', '--yes')).code).toBe(3);
  expect((await tap('install', '--config', at('elsewhere/mcp.json'), '--yes')).code).toBe(0);
  expect(read('elsewhere/mcp.json')).toContain('"tap"');
  expect((await tap('status')).stdout).toMatch(/a {2}tapped\n/);
  expect((await tap('uninstall', '--yes')).code).toBe(0);
  expect(read('elsewhere/mcp.json')).toBe(text);
  // It is kept in mind, and no more than that.
  rmSync(at('elsewhere/mcp.json'));
  expect(await tap('uninstall', '--yes')).toMatchObject({ code: 0, stdout: 'Nothing to uninstall.\n' });
});
