/** `mcp-lifeline rerun` against real servers: the same over another transport, exact bytes, silence, live values, consent. */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compareRecordings, type Comparison } from '#shared/compare';
import { readRecorded, recordingLines, type EventBody } from '#shared/recording';
import { rerunLine } from '../../relay/rerun/args.ts';
import {
  BYTE_LOG,
  EVERYTHING,
  SDK_V1,
  SDK_V2,
  startEverythingHttp,
  startSdkV2,
  STDIO_MISBEHAVE,
} from '../fixtures/start.ts';
import { BY_HAND, eventually } from '../relay/support/page.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { recordedOf } from '../unit/rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../unit/script.ts';
import { recordJson } from './support/recorded.ts';
import { rerun, rerunJson } from './support/rerun.ts';
import { Session, stdio } from './support/session.ts';

/** What differs, a line an operation. */
const differing = ({ pairs }: Comparison): string[] =>
  pairs.flatMap(({ verdict, method, about, kind }) =>
    verdict === 'equal' || verdict === 'masked' ? [] : [[verdict, method ?? kind, about ?? ''].join(' ').trim()],
  );

function file(name: string, content: unknown): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** These servers would go on when their input ends, and be waited for; the environment they tell is the same. */
const NODE = [process.execPath, '--import', 'data:text/javascript,process.stdin.on("end",()=>process.exit())'] as const;

/** Record an exercise of a server over stdio. */
async function recorded(command: readonly string[], answers: object = {}): Promise<string> {
  const out = join(temporaryFolder(), 'recorded.mcprec');
  const args = ['--exercise', '--yes', '--out', out, '--answers', file('answers.json', answers)];
  const { recorded: process } = await recordJson([...args, '--timeout', '40000', '--', ...command]);
  await process.ended;
  return out;
}

test('a recording of server-everything over stdio passes against it over Streamable HTTP', async () => {
  const recording = await recorded([...NODE, EVERYTHING], {
    tools: {
      'trigger-long-running-operation': { duration: 0.02, steps: 2 },
      'gzip-file-as-resource': false,
      // Takes seconds; tasks are run again below.
      'simulate-research-query': false,
    },
  });
  const server = await startEverythingHttp();
  onTestFinished(() => server.close());
  // The process has another environment, which no default may cover: the command says so, and how it is masked.
  const first = await rerun(['--yes', recording, server.url]);
  expect(first.code).toBe(1);
  expect(first.output).toMatch(/^changed {3}tools\/call get-env \/result\/content\/0\/text#\/\w+ is new: "/m);
  // One run can't tell what differs in every run, so it offers no mask: the person says what may differ.
  expect(first.output).toContain('use --calibrate');
  expect(first.output).not.toContain('"pointer"');
  const mask = { pointer: '/result/content/0/text', method: 'tools/call', about: 'get-env' };
  writeFileSync(`${recording}.masks.json`, JSON.stringify({ mcprecMasks: 1, off: [], pointers: [mask] }));
  const { code, run: ran, comparison, after } = await rerunJson(['--yes', recording, server.url]);
  expect(differing(comparison)).toEqual([]);
  expect(code).toBe(0);
  expect(ran.complete).toBe(true);
  expect(ran.steps.every(({ became }) => became === 'taken')).toBe(true);
  expect(ran.answered.map(({ method, from }) => `${method} ${from}`).sort()).toEqual([
    'elicitation/create equal',
    'elicitation/create equal',
    'roots/list equal',
    'sampling/createMessage equal',
  ]);
  expect(comparison.facts).toContainEqual(
    expect.objectContaining({ fact: 'transport', after: 'streamable-http', counts: false }),
  );

  // Two tools name the session, which only HTTP has: that is masked by itself, and told.
  const before = readRecorded(readFileSync(recording, 'utf8')).recorded;
  const live = readRecorded(readFileSync(after, 'utf8')).recorded;
  if (!before || !live) throw new Error('a recording can’t be read');
  const bare = compareRecordings(before, live);
  expect(differing(bare)).toEqual(['changed tools/call get-env']);
  const named = bare.pairs.flatMap(({ about, maskedValues }) =>
    maskedValues.filter(({ mask: by }) => by === 'session-id').map((value) => [about, value.before]),
  );
  expect(named).toEqual([
    ['toggle-simulated-logging', 'undefined'],
    ['toggle-subscriber-updates', 'undefined'],
  ]);
});

const NEVER = { never: false };

test('tasks, answers to the server and changed lists of the handshake era are run again', async () => {
  const command = [...NODE, SDK_V1];
  // The server takes its request back after so long: on a busy machine the answer needs more than the 50 ms of its default.
  const recording = await recorded(command, { tools: { ...NEVER, 'sample-cancelled': { ms: 2000 } } });
  const { code, run: ran, comparison } = await rerunJson(['--yes', recording, '--', ...command]);
  expect(differing(comparison)).toEqual([]);
  expect(code).toBe(0);
  expect(ran.answered.some(({ from }) => from === 'unknown')).toBe(false);
  const tasks = comparison.pairs.filter(({ about }) => about === 'task-required');
  expect(tasks.map(({ after }) => after?.outcome)).toEqual(['result']);
});

test('input that is asked for in rounds is given from the recording, over another transport too', async () => {
  const recording = await recorded([process.execPath, SDK_V2, '--mode', 'modern'], {
    // A client over HTTP can’t call the first: its header marks are invalid. The state of the second equals that of another
    // tool when both are asked for in one second.
    tools: { ...NEVER, 'broken-header-type': false, 'only-state': false },
  });
  const server = await startSdkV2('modern');
  onTestFinished(() => server.close());
  const { code, comparison } = await rerunJson(['--yes', recording, server.url]);
  expect(differing(comparison)).toEqual([]);
  expect(code).toBe(0);
  const order = comparison.pairs.find(({ about }) => about === 'order');
  expect(order).toMatchObject({ after: { outcome: 'result' } });
});

/** A server over HTTP that forgets its sessions once, when it is asked for the tool `note`; counts the calls that it answers. */
async function startForgetful(): Promise<{ readonly url: string; readonly calls: () => number }> {
  let [sessions, calls, forgot] = [0, 0, false];
  const server = createServer((request, response) => {
    const body: Buffer[] = [];
    request.on('data', (data: Buffer) => body.push(data));
    request.on('end', () => {
      const say = (status: number, message?: object): void =>
        void response
          .writeHead(
            status,
            message ? { 'Content-Type': 'application/json', 'Mcp-Session-Id': `session-${sessions}` } : {},
          )
          .end(message && JSON.stringify(message));
      if (request.method !== 'POST') return say(405);
      const { id, method, params } = JSON.parse(Buffer.concat(body).toString()) as {
        id?: number;
        method?: string;
        params: { name: string; protocolVersion: string };
      };
      if (id === undefined) return say(202);
      if (method === 'initialize') {
        sessions++;
        const { protocolVersion } = params;
        return say(200, {
          jsonrpc: '2.0',
          id,
          result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'forgetful', version: '1' } },
        });
      }
      if (request.headers['mcp-session-id'] !== `session-${sessions}`) return say(404);
      if (method === 'tools/call' && params.name === 'note' && !forgot) {
        forgot = true;
        return say(404);
      }
      calls++;
      say(200, { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `did ${params.name}` }] } });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, calls: () => calls };
}

test('what met a session that the server has forgotten goes out again in the new one, once', async () => {
  const did = (id: number, name: string): EventBody[] => [
    c2s(request(id, 'tools/call', { name, arguments: {} }), { by: 'host' }),
    s2c(result(id, { content: [{ type: 'text', text: `did ${name}` }] })),
  ];
  const recording = join(temporaryFolder(), 'noted.mcprec');
  const before = recordedOf(...handshake(), ...did(2, 'look'), ...did(3, 'note'), ...did(4, 'look'));
  writeFileSync(recording, `${[...recordingLines(before)].join('\n')}\n`);
  const server = await startForgetful();
  const { run: ran, comparison } = await rerunJson(['--yes', recording, server.url]);
  expect(ran.steps.map(({ became, outcome }) => `${became} ${outcome}`)).toEqual(Array(3).fill('taken result'));
  expect(server.calls()).toBe(3);
  // The refusal is not hidden.
  expect(comparison.same).toBe(false);
  expect(differing(comparison).filter((each) => !each.endsWith('note'))).toEqual(['extra initialize']);
});

describe('the command', () => {
  const COMMAND = [process.execPath, STDIO_MISBEHAVE] as const;

  test('shows the plan, runs nothing that may change something without consent, and says so', async () => {
    const recording = await recorded(COMMAND, { tools: { flood: false, ask: false } });
    const plan = await rerun(['--plan', recording]);
    expect(plan).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('needs consent unless the server marks the tool as read-only (readOnlyHint)'),
    });
    // Nobody can be asked here: nothing is started, and what would be left out is said.
    const { code, stdout, output } = await rerun([recording, '--', ...COMMAND]);
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(output).toMatch(/Nothing was sent\. Of 7 steps, 1 step needs consent: logging\/setLevel info \(/);
    expect(output).toMatch(/Calls that need it too, unless the server marks the tool as read-only: 4\./);
    expect(output).toMatch(/--yes consents to everything, --read-only skips these/);
    const [skipped, page] = [`${recording}.skipped.xml`, `${recording}.skipped.html`];
    const files = ['--junit', skipped, '--html', page];
    const left = await rerun(['--read-only', ...files, recording, '--', ...COMMAND]);
    expect(left.code).toBe(0);
    expect(left.stdout).toMatch(/^Same: \d+ operations?: .*; 5 not rerun\.$/m);
    expect(left.stdout).toMatch(/^not run {3}tools\/call echo: no consent$/m);
    expect(left.stdout).not.toContain('needs consent');
    expect(readFileSync(skipped, 'utf8')).toMatch(/<testsuite [^>]* skipped="5"/);
    expect(readFileSync(page, 'utf8')).toContain('5 not rerun');
    expect((await rerunJson(['--read-only', recording, '--', ...COMMAND])).run).toMatchObject({ declined: 5 });
    // The baseline would lose them.
    const kept = readFileSync(recording, 'utf8');
    expect((await rerun(['--read-only', '--update', recording, '--', ...COMMAND])).output).toContain('was not updated');
    expect(readFileSync(recording, 'utf8')).toBe(kept);

    const [junit, html] = [`${recording}.xml`, `${recording}.html`];
    const updated = await rerun(['--yes', '--update', '--junit', junit, '--html', html, recording, '--same']);
    expect(updated.code).toBe(0);
    expect(readFileSync(junit, 'utf8')).toMatch(/<testcase classname="[^"]*" name="tools\/call echo"[^>]*\/>/);
    expect(readFileSync(html, 'utf8')).toContain('echo');
    expect(readFileSync(recording, 'utf8')).not.toBe(kept);
    const calibrated = await rerun(['--yes', '--calibrate', recording, '--same']);
    expect(calibrated).toMatchObject({ code: 0, output: expect.stringContaining('no unmasked differences') });
  });

  test.each([
    [['x']],
    [[]],
    [['x', 'http://localhost/', '--same']],
    [['x', '--same', '--yes', '--read-only']],
    [['x', '--same', '--update', '--write-masks']],
    [['x', '--same', '--write-masks']],
    [['x', '--same', '--timeout', 'soon']],
    [['x', '--same', '--calibrate', '--junit', 'y']],
  ])('%j is wrong usage', (args) => {
    expect(rerunLine.read(args)).toMatchObject({ type: 'wrong', sentence: expect.stringContaining('--help') });
  });

  test('a server that can’t be had is told apart from one that changed', async () => {
    const recording = await recorded(COMMAND, { tools: { flood: false, ask: false } });
    expect((await rerun(['no-such-file', '--same'])).code).toBe(3);
    const { code, output } = await rerun(['--yes', recording, '--', process.execPath, '-e', 'process.exit(1)']);
    expect(code).toBe(3);
    expect(output).toContain('Couldn’t connect (server-exited)');
    expect(output).toContain('The server exited with code 1.');
  });
});

describe('what a person typed', () => {
  const TEXTS = [
    '{"id": 1,}',
    '\t{\t"a":\t1}\t',
    '😀 e\u0301 \u2028 \u0000 \u007F',
    'x'.repeat(300_000),
    '{"first":1}\n{"second":2}',
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping","a":1.0,"a":1e2}',
    '',
    '{"jsonrpc":"2.0"',
  ];
  const BYTES = Buffer.from([0x7b, 0xff, 0xc3, 0x28, 0x7d]);

  /** A recording of a server that keeps silent about what it can't read; gives the bytes that reached it. */
  async function typed(): Promise<{ readonly path: string; readonly bytes: Buffer }> {
    const log = join(temporaryFolder(), 'stdin');
    const session = await Session.open(stdio('', { LOG: log }), { policy: BY_HAND });
    for (const text of TEXTS) session.send(text);
    session.page.send({ type: 'send', session: session.id, text: '{\uFFFD\uFFFD(}', b64: BYTES.toString('base64') });
    const size = TEXTS.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, BYTES.length + 1);
    await eventually(() => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) >= size);
    await eventually(() => session.log.operations.some(({ method, outcome }) => method === 'ping' && outcome));
    await session.end();
    const name = readdirSync(session.relay.folder).find((each) => each.includes(session.id)) ?? '';
    return { path: join(session.relay.folder, name), bytes: readFileSync(log) };
  }

  test('reaches the server byte for byte, and the silence about it is checked', async () => {
    const { path, bytes } = await typed();
    const log = join(temporaryFolder(), 'stdin');
    const again = await rerunJson(['--yes', path, '--env', `LOG=${log}`, '--', process.execPath, STDIO_MISBEHAVE]);
    expect(again.code).toBe(0);
    expect(readFileSync(log).equals(bytes)).toBe(true);
    expect(again.run.steps).toHaveLength(TEXTS.length + 1);
    expect(again.run.steps.filter(({ silent }) => silent)).toHaveLength(TEXTS.length);

    // A person's text stays a person's, so that the new recording can be run again in the same way.
    const third = join(temporaryFolder(), 'stdin');
    const args = ['--yes', again.after, '--env', `LOG=${third}`, '--', process.execPath, STDIO_MISBEHAVE];
    expect((await rerun(args)).code).toBe(0);
    expect(readFileSync(third).equals(bytes)).toBe(true);
  });

  test('fails where a server now answers what it was silent about', async () => {
    const { path } = await typed();
    const again = await rerunJson(['--yes', path, '--', process.execPath, BYTE_LOG]);
    expect(again.code).toBe(1);
    expect(again.run.steps.some(({ silent }) => silent === false)).toBe(true);
    expect(differing(again.comparison)).toContain('changed malformed');
  });
});

describe('what the command says of its files', () => {
  const called = recordedOf(
    ...handshake(),
    c2s(request(2, 'tools/call', { name: 'flaky', arguments: {} }), { by: 'host' }),
    s2c(result(2, { content: [{ type: 'text', text: 'good' }] })),
  );
  function written(): string {
    const path = join(temporaryFolder(), 'flaky.mcprec');
    writeFileSync(path, `${[...recordingLines(called)].join('\n')}\n`);
    return path;
  }
  /** Its call fails in every second run, of which the file `STATE` tells. */
  const FLAKY = `
    const { existsSync, rmSync, writeFileSync } = require('node:fs');
    const state = process.env.STATE;
    const fails = existsSync(state);
    const say = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
    const lines = require('node:readline').createInterface({ input: process.stdin });
    lines.on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (method === 'initialize')
        say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'server', version: '1' } });
      else if (id !== undefined) {
        if (fails) rmSync(state);
        else writeFileSync(state, '');
        say(id, { content: [{ type: 'text', text: fails ? 'bad' : 'good' }], ...(fails ? { isError: true } : {}) });
      }
    });
    lines.on('close', () => process.exit());`;
  const against = (): string[] => [
    ...['--env', `STATE=${join(temporaryFolder(), 'state')}`],
    ...['--', process.execPath, '-e', FLAKY],
  ];

  test('where nobody can be asked, the run ends before a call that the server’s list leaves in doubt', async () => {
    const { code, stdout, output } = await rerun([written(), ...against()]);
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(output).toMatch(
      /The run was stopped\. Of 1 step, 1 step needs consent: tools\/call flaky \(the tool is not in the server’s list/,
    );
    expect(output).toMatch(/--yes consents to everything, --read-only skips these\. Recording: \//);
  });

  test('a file that can’t be read or written is no wrong usage', async () => {
    const path = written();
    const nowhere = join(temporaryFolder(), 'none', 'x');
    expect((await rerun(['--yes', '--masks', nowhere, path, ...against()])).code).toBe(3);
    expect((await rerun(['--yes', '--out', join(path, 'x.mcprec'), path, ...against()])).code).toBe(3);
    expect((await rerun(['--yes', path])).code).toBe(2);
  });

  test('the masks that apply are named, to a machine too; the plan is one JSON object for it', async () => {
    const path = written();
    const masks = `${path}.masks.json`;
    const bare = await rerunJson(['--yes', path, ...against()]);
    expect(bare).not.toHaveProperty('masks');
    writeFileSync(masks, JSON.stringify({ mcprecMasks: 1, pointers: [{ pointer: '/result/other' }] }));
    expect(await rerunJson(['--yes', path, ...against()])).toMatchObject({ masks });
    expect((await rerun(['--yes', path, ...against()])).output).toContain(`Masks: ${masks}.`);
    const { code, stdout } = await rerun(['--plan', '--json', path]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      before: path,
      masks,
      plan: { steps: [{ do: 'send', method: 'tools/call', about: 'flaky' }] },
    });
  });

  test('a call that fails now and then is told by calibration, and no mask is written for it', async () => {
    const path = written();
    const { code, output } = await rerun(['--yes', '--calibrate', '--write-masks', path, ...against()]);
    expect(code).toBe(1);
    expect(output).toMatch(/Only in one run: tools\/call flaky \(/);
    // A server that keeps data needs two runs that began alike: the recording and the first.
    expect(output).toMatch(/: npx mcp-lifeline compare --calibrate --write-masks \S+ \S+\.mcprec\n$/);
    expect(output).not.toContain('Can be masked');
    expect(() => statSync(`${path}.masks.json`)).toThrow('ENOENT');
  });
});
