/** `mcp-lifeline call` against real servers: what it prints where, how it exits, and which server a configuration names. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callLine } from '../../relay/call/args.ts';
import { paramsText } from '../../relay/call/params.ts';
import { SDK_V1, STDIO_MISBEHAVE, startSdkV2 } from '../fixtures/start.ts';
import { carryOut } from '../relay/support/carry-out.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { openRecording, recordingUnder } from './support/recorded.ts';

const V1 = ['--', process.execPath, SDK_V1];
const misbehave = (mode: string): string[] => ['--', process.execPath, STDIO_MISBEHAVE, mode];

interface Called {
  readonly code: number;
  readonly stdout: string;
  /** Standard output and standard error. */
  readonly output: string;
  readonly home: string;
}
async function call(...args: readonly string[]): Promise<Called> {
  const home = temporaryFolder();
  const { stdout, output, ended } = carryOut(['call', ...args], home);
  return { code: await ended, stdout: stdout(), output: output(), home };
}

describe('one request', () => {
  test('prints its result and nothing else to standard output, and leaves a recording', async () => {
    const { code, stdout, output, home } = await call('prompts/list', ...V1);
    expect(code, output).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty('prompts');
    const path = recordingUnder(home);
    expect(output).toContain(`Recording: ${path}`);
    const sent = openRecording(path).events.flatMap((event) =>
      event.k === 'message' && event.dir === 'c2s' ? [/"method":"([^"]+)"/.exec(event.raw ?? '')?.[1]] : [],
    );
    // Nothing is listed that was not asked for.
    expect(sent.filter((method) => method?.endsWith('/list'))).toEqual(['prompts/list']);
  });

  test('keeps every digit of the answer, and is one line however it is typed', async () => {
    const params = '{"name":\n  "echo"\r\n}';
    const { code, stdout } = await call('tools/call', '--params', params, '--quiet', ...misbehave('big-numbers'));
    expect(code).toBe(0);
    expect(stdout).toContain('"big": 9007199254740993,\n    "one": 1.0,\n    "twice": 1,\n    "twice": 2');
  });

  test('makes arguments as the tool’s schema wants them, repeats them as headers, and sends _meta', async () => {
    const server = await startSdkV2('modern');
    onTestFinished(() => server.close());
    const args = ['--name', 'region', '--arg', 'region=1', '--arg', 'zone=2', '--arg', 'urgent=true'];
    const { code, output, home } = await call('tools/call', ...args, '--meta', '{"trace":7}', server.url);
    expect(code, output).toBe(0);
    const { events } = openRecording(recordingUnder(home));
    const sent = events.find((event) => event.k === 'message' && (event.raw ?? '').includes('"tools/call"'));
    expect(sent?.k === 'message' && sent.raw).toContain('"arguments":{"region":"1","zone":2,"urgent":true}');
    expect(sent?.k === 'message' && sent.raw).toContain('"trace":7');
    expect(JSON.stringify(events)).toMatch(/"mcp-param-zone","2"/i);
  });

  test.each<[schema: unknown, value: string, text: string]>([
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, '123', '"123"'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'null', 'null'],
    [{ type: ['string', 'integer'] }, '7', '7'],
    [{ $ref: '#/$defs/Digit' }, '1', '"1"'],
    [{ allOf: [{ $ref: '#/$defs/Loop' }] }, '1', '1'],
    [{ const: '5' }, '5', '"5"'],
    [{}, '{"a":\n1}', '{"a":\n1}'],
    [undefined, '1.50', '1.50'],
  ])('a schema %j takes %s as %s', (schema, value, text) => {
    const $defs = { Digit: { enum: ['1', '2'] }, Loop: { $ref: '#/$defs/Loop' } };
    const tool = { name: 't', inputSchema: { $defs, properties: schema === undefined ? {} : { toString: schema } } };
    const params = paramsText('tools/call', { name: 't', args: [['toString', value]] }, [tool]);
    expect(params).toBe(`{"name":"t","arguments":{"toString":${text}}}`);
  });

  test('runs a tool that wants to be a task as one, and prints the result of the task', async () => {
    const { code, stdout, output } = await call('tools/call', '--name', 'task-required', '--arg', 'ms=5', ...V1);
    expect(code, output).toBe(0);
    expect(stdout).toContain('the task is done');
  });
});

describe('what goes wrong', () => {
  test('an error is 1, and not on standard output', async () => {
    const { code, stdout, output } = await call('no/such', ...V1);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(output).toContain('"code": -32601');
  });

  test('a server that ends says why on its standard error', async () => {
    const { code, output } = await call('tools/list', ...misbehave('crash-after'));
    expect(code).toBe(1);
    expect(output).toContain('the connection closed before the response');
    expect(output).toContain('fixture: crashed while listing tools');
  });

  test('a server that never comes up is 3', async () => {
    const { code, output } = await call('tools/list', ...misbehave('crash-before'));
    expect(code).toBe(3);
    expect(output).toContain('fixture: cannot read its configuration');
  });

  test.each([
    [[], /No method given/],
    [['tools/list'], /No server given/],
    [['http://localhost:1/mcp', 'tools/list'], /No method given before the URL/],
    [['ping', '--params', '{', 'http://localhost:1/mcp'], /--params is not JSON/],
    [['ping', '--params', '{}', '--uri', 'a:b', 'http://localhost:1/mcp'], /Use either --params/],
    [['ping', '--meta', '[]', 'http://localhost:1/mcp'], /--meta is not a JSON object/],
    [['ping', '--arg', 'x=1', '--arg', 'x=2', 'http://localhost:1/mcp'], /repeats an argument/],
    [['ping', '--arg', 'x', 'http://localhost:1/mcp'], /not NAME=VALUE/],
    [['ping', '--server', 'a', 'http://localhost:1/mcp'], /--server needs --config/],
    [['ping', '--env', 'LIFELINE_NOT_SET', '--', 'node'], /this environment variable is not set/],
  ])('%j is refused', (args, words) => {
    expect(callLine.read(args, {})).toMatchObject({ type: 'wrong', sentence: expect.stringMatching(words) });
  });
});

describe('a server of a configuration', () => {
  function config(): string {
    const path = join(temporaryFolder(), 'mcp.json');
    const fixture = { command: '${LIFELINE_NODE:-node}', args: ['${env:LIFELINE_FIXTURE}'], env: {} };
    const servers = {
      v1: fixture,
      plain: { command: 'node' },
      lacks: { command: 'x', args: ['${LIFELINE_NOT_SET}', '${toString}'] },
      asks: { command: 'x', args: ['${input:token}'], cwd: '${workspaceFolder}' },
      filed: { command: 'x', envFile: '.env', env: { A: 'entry' } },
      odd: {},
    };
    writeFileSync(path, `\ufeff// mine\n${JSON.stringify({ mcpServers: servers })}`);
    return path;
  }

  test('is called by its name, with variables of the shell filled in', async () => {
    process.env['LIFELINE_FIXTURE'] = SDK_V1;
    onTestFinished(() => void delete process.env['LIFELINE_FIXTURE']);
    const { code, output } = await call('ping', '--config', config(), '--server', 'v1');
    expect(code, output).toBe(0);
  });

  test.each([
    [[], /Select a server with --server NAME: v1, plain, lacks, asks, filed\./],
    [['--server', 'nobody'], /no server “nobody”; it has: v1, plain, lacks, asks, filed/],
    [['--server', 'odd'], /neither a command nor a URL/],
    [['--server', 'lacks'], /variables that are not set: LIFELINE_NOT_SET, toString\./],
    [['--server', 'asks'], /asks for values; give them with --input NAME=VALUE: token\./],
    [['--server', 'plain', '--header', 'A: b'], /--header needs a server with a URL/],
    [['--server', 'plain', 'http://localhost:1/mcp'], /not both/],
  ])('%j is refused', (args, words) => {
    const read = callLine.read(['ping', '--config', config(), ...args], {});
    expect(read).toMatchObject({ type: 'wrong', sentence: expect.stringMatching(words) });
  });

  test('that has a file of variables which can’t be read is no wrong use', () => {
    const read =
      (...args: string[]) =>
      () =>
        callLine.read(['ping', '--config', config(), '--server', ...args], {});
    expect(read('filed')).toThrow(/^The file of variables \/\S+\.env can’t be read/);
    expect(read('plain', '--env-file', '/nowhere/.env')).toThrow(/\/nowhere\/\.env can’t be read/);
  });

  test('takes inputs from the command line, folders and files of variables from where it is', () => {
    const path = config();
    const folder = dirname(path);
    writeFileSync(join(folder, '.env'), '# mine\nA=file\nexport B="two words"\nC=\'$A\'\n');
    const spec = (...args: string[]): unknown =>
      callLine.read(['ping', '--config', path, ...args], { MY_TOKEN: 'handed' });
    expect(spec('--server', 'asks', '--input', 'token=t=1')).toMatchObject({ spec: { args: ['t=1'], cwd: folder } });
    expect(spec('--server', 'filed')).toMatchObject({ spec: { env: { A: 'entry', B: 'two words', C: '$A' } } });
    expect(spec('--server', 'plain', '--env-file', join(folder, '.env'), '--env', 'A=line')).toMatchObject({
      spec: { env: { A: 'line', B: 'two words', C: '$A' } },
    });
  });

  test('takes variables of the command line over its own', () => {
    const args = ['ping', '--config', config(), '--server', 'plain', '--env', 'A=b', '--env', 'HANDED', '--cwd', '/x'];
    expect(callLine.read(args, { HANDED: 'on' })).toMatchObject({
      spec: { command: 'node', env: { A: 'b', HANDED: 'on' }, cwd: '/x' },
    });
  });
});
