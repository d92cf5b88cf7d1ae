/** What a rerun connects to: a server of a configuration, a command with a file of variables; and whose messages of a log are opened. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { RecordingHeader } from '#shared/recording';
import { rerunLine } from '../../../../relay/rerun/args.ts';
import { specOf } from '../../../../relay/rerun/spec.ts';
import { readTarget } from '../../../../relay/command/target.ts';

const folder = mkdtempSync(join(tmpdir(), 'rerun-target-'));
afterAll(() => rmSync(folder, { recursive: true }));
const config = join(folder, 'mcp.json');
writeFileSync(
  config,
  JSON.stringify({
    mcpServers: { a: { command: 'one', args: ['${input:key}'] }, b: { url: 'http://localhost:1/mcp' } },
  }),
);
writeFileSync(join(folder, '.env'), 'NAME=from the file\n');

const connection = { transport: 'stdio', command: 'node', args: [], envKeys: ['NAME'] } as const;

/** What a command line connects to; `server` is taken out of it before it is read. */
function specFor(argv: readonly string[], server?: string): unknown {
  const request = rerunLine.read(['FILE', ...argv], {});
  if (request.type !== 'asked') return request;
  return specOf(request, { connection } as unknown as RecordingHeader, server);
}

test('a server of a configuration, by its name, with its inputs', () => {
  expect(specFor(['--config', config, '--input', 'key=k'], 'a')).toMatchObject({ command: 'one', args: ['k'] });
  expect(specFor(['--config', config, '--header', 'A: b'], 'b')).toMatchObject({
    url: 'http://localhost:1/mcp',
    headers: [['A', 'b']],
  });
  expect(specFor(['--config', config])).toBe('Select a server with --server NAME: a, b.');
  expect(specFor(['--config', config, '--same'])).toMatchObject({ type: 'wrong' });
  expect(specFor(['--input', 'a=b', '--', 'node'])).toBe('--input needs --config.');
});

test('a file of variables is read, with --same too', () => {
  const file = ['--env-file', join(folder, '.env')];
  expect(specFor([...file, '--', 'node'])).toMatchObject({ env: { NAME: 'from the file' } });
  expect(specFor([...file, '--same'])).toMatchObject({ command: 'node', env: { NAME: 'from the file' } });
  expect(specFor(['--same'])).toMatch(/does not have the values of variables/);
});

test('without a configuration --server is of the file: whose messages are run again', () => {
  expect(specFor(['--', 'node'], 'a')).toMatchObject({ command: 'node' });
});

test('a file that is opened takes --server; what is connected to needs a configuration for it', () => {
  const given = { header: [], env: [], server: 'a' };
  expect(readTarget(['several.log'], undefined, given, {})).toEqual({ type: 'file', path: 'several.log', server: 'a' });
  expect(readTarget(['http://localhost:1/mcp'], undefined, given, {})).toBe('--server needs --config');
  const scheme = '“localhost:3000/mcp” has no scheme; write http://localhost:3000/mcp';
  expect(readTarget(['localhost:3000/mcp'], undefined, given, {})).toBe(scheme);
});
