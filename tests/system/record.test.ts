/** `mcp-lifeline record` against real servers: what it does, what it prints, how it exits, what it leaves. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { decodeText } from '#shared/jsonrpc';
import type { WireEvent } from '#shared/recording';
import { ENGLISH } from '#shared/words';
import {
  EVERYTHING,
  SDK_V1,
  SDK_V2,
  STDIO_MISBEHAVE,
  startEverythingHttp,
  startHttpMisbehave,
  startSdkV1,
  startSdkV2,
} from '../fixtures/start.ts';
import { eventually } from '../relay/support/page.ts';
import { run } from '../relay/support/program.ts';
import { server, temporaryFolder } from '../relay/support/relay.ts';
import { openRecording, recordingUnder, recordJson, startRecord } from './support/recorded.ts';

/** A file with this content, gone after the test. */
function file(name: string, content: unknown): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Quick arguments for the slow tools of server-everything, and none for the one that leaves this machine. */
const QUICK = {
  tools: { 'trigger-long-running-operation': { duration: 0.02, steps: 2 }, 'gzip-file-as-resource': false },
};

/** Methods that the client sent, each once, in the order in which they first came. */
function methodsIn(events: readonly WireEvent[]): string[] {
  const methods = events.flatMap((event) => {
    const decoded = event.k === 'message' && event.dir === 'c2s' ? decodeText(event.raw ?? '') : undefined;
    return decoded && 'method' in decoded ? [decoded.method] : [];
  });
  return [...new Set(methods)];
}

describe('server-everything', () => {
  test('over stdio: connects, reads every list, closes in order, and leaves a recording', async () => {
    const out = join(temporaryFolder(), 'all.mcprec');
    const { code, printed } = await recordJson(['--out', out, '--', process.execPath, EVERYTHING]);
    expect({ code, ...printed }).toEqual({
      code: 0,
      recording: out,
      connected: true,
      server: expect.objectContaining({ name: 'mcp-servers/everything', version: expect.any(String) }),
      revision: '2025-11-25',
      // A machine that is slow to start the server takes its silence for the answer.
      era: { era: 'handshake', reason: expect.stringMatching(/^(error--32601|silence)$/) },
      lists: {
        tools: { count: expect.any(Number), pages: 1, complete: true },
        resources: { count: 7, pages: 1, complete: true },
        resourceTemplates: { count: 2, pages: 1, complete: true },
        prompts: { count: 4, pages: 1, complete: true },
      },
      steps: [],
      counts: { steps: 0, answered: 0, answeredWithError: 0, refused: 0, failed: 0, skipped: 0 },
      exitCode: 0,
    });
    const { events, summary } = openRecording(out);
    expect(summary).toMatchObject({ cutShort: false, problems: [], footer: { reason: 'finished' } });
    expect(methodsIn(events)).not.toContain('tools/call');
    expect(events.at(-1)).toMatchObject({ k: 'connection', event: 'closed' });
  });

  test.each(['stdio', 'HTTP'])('over %s: --exercise --yes uses everything there is', async (transport) => {
    let target = ['--', process.execPath, EVERYTHING];
    if (transport === 'HTTP') {
      const running = await startEverythingHttp();
      onTestFinished(() => running.close());
      target = [running.url];
    }
    const args = ['--exercise', '--yes', '--lint', '--answers', file('answers.json', QUICK), ...target];
    const { code, printed, recorded } = await recordJson(args);
    expect(printed.steps.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(code).toBe(0);
    expect(printed.counts).toMatchObject({ failed: 0, skipped: 1 });
    const outcome = (about: string): unknown => printed.steps.find((step) => step.about === about)?.outcome;
    expect(outcome('gzip-file-as-resource')).toBe('skipped');
    for (const tool of ['echo', 'trigger-sampling-request', 'trigger-elicitation-request', 'get-roots-list'])
      expect([tool, outcome(tool)]).toEqual([tool, 'result']);
    const research = printed.steps.find(({ about }) => about === 'simulate-research-query');
    expect(research).toMatchObject({ outcome: 'result', detail: expect.stringContaining('completed') });
    const { events, summary } = openRecording(recordingUnder(recorded.home));
    expect(printed.recording).toBe(recordingUnder(recorded.home));
    expect(summary).toMatchObject({ cutShort: false, problems: [] });
    expect(methodsIn(events)).toEqual(
      expect.arrayContaining([
        'ping',
        'logging/setLevel',
        'tools/call',
        'tasks/result',
        'resources/read',
        'completion/complete',
        'prompts/get',
        'resources/subscribe',
        'resources/unsubscribe',
      ]),
    );
  });
});

describe('the steps', () => {
  test('a person reads them as lines, with the recording at the end', async () => {
    const answers = file('answers.json', { tools: { never: false } });
    const target = ['--', process.execPath, SDK_V2, '--mode', 'modern'];
    const recorded = startRecord(['--exercise', '--answers', answers, ...target]);
    await recorded.ended;
    expect(recorded.output()).toContain(
      'Connected to v2-fixture 1.0.0, protocol version 2026-07-28 (the server supports server/discover).',
    );
    expect(recorded.output()).toMatch(/^ok +\d+ ms {2}tools\/call echo \[text generated\]$/m);
    expect(recorded.output()).toMatch(/^error +\d+ ms {2}tools\/call fail: isError: the tool failed$/m);
    expect(recorded.output()).toMatch(/^skipped +0 ms {2}tools\/call erase: may modify data \(needs --yes\)$/m);
    expect(recorded.stdout()).toMatch(
      /^\d+ responded, \d+ error responses?, \d+ refused, \d+ failed, \d+ skipped\.\nRecording: \S+\.mcprec\n$/,
    );
  });

  test('over HTTP leave out tools whose headers cannot be made, and give input where it is asked for', async () => {
    const running = await startSdkV2('dual');
    onTestFinished(() => running.close());
    const answers = file('answers.json', { tools: { never: false, 'change-lists': false } });
    const { code, printed } = await recordJson(['--exercise', '--yes', '--answers', answers, running.url]);
    expect(printed.steps.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(code).toBe(0);
    expect(printed).toMatchObject({ revision: '2026-07-28', era: { era: 'per-request', reason: 'discovered' } });
    const outcomes = Object.fromEntries(printed.steps.map(({ about, outcome }) => [about, outcome]));
    expect(outcomes).toMatchObject({
      'broken-header': 'skipped',
      'broken-header-type': 'skipped',
      order: 'result',
      form: 'result',
      'only-state': 'result',
      fail: 'tool-error',
    });
    expect(printed.steps.filter(({ method }) => method === 'subscriptions/listen')).toMatchObject([
      { outcome: 'result' },
    ]);
  });

  test('fail with an error or without an answer in time, and what comes after them goes on', async () => {
    const answers = file('answers.json', { tools: { 'change-lists': false, 'sample-task': false } });
    const args = ['--exercise', '--yes', '--timeout', '15000', '--answers', answers, '--', process.execPath, SDK_V1];
    const { code, printed, recorded } = await recordJson(args);
    expect(code).toBe(1);
    expect(printed).toMatchObject({ exitCode: 1, counts: { failed: 2 } });
    expect(printed.steps.filter(({ verdict }) => verdict === 'failed')).toMatchObject([
      { about: 'refuse', outcome: 'error', detail: expect.stringMatching(/^-32000 /) },
      { about: 'never', outcome: 'timeout' },
    ]);
    expect(printed.steps.at(-1)).toMatchObject({ method: 'tasks/list', outcome: 'result' });
    const { events } = openRecording(recordingUnder(recorded.home));
    expect(methodsIn(events)).toContain('notifications/cancelled');
  });

  test('name what the server wrote that is no message', async () => {
    const target = ['--', process.execPath, STDIO_MISBEHAVE, 'garbage'];
    const { code, printed } = await recordJson(target);
    expect(code).toBe(1);
    const { events } = openRecording(printed.recording);
    const broken = events.filter(
      (event) => event.k === 'message' && event.dir === 's2c' && !event.raw?.startsWith('{"'),
    );
    expect(broken.length).toBeGreaterThan(1);
    expect(printed).toMatchObject({ broken: { count: broken.length, events: broken.map(({ s }) => s) } });
    const told = startRecord(target);
    expect(await told.ended).toBe(1);
    expect(told.stdout()).toContain(`Malformed messages from the server: ${broken.length} (`);
    const [first] = broken;
    if (first?.k === 'message') expect(told.stdout()).toContain(`\n  ${first.raw?.slice(0, 20) ?? ''}`);
  });

  test('end where the server does', async () => {
    const target = ['--', process.execPath, STDIO_MISBEHAVE, 'half-line'];
    const { code, printed } = await recordJson(['--exercise', '--yes', ...target]);
    expect(code).toBe(1);
    expect(printed).toMatchObject({ connected: true, problem: { reason: 'server-exited' } });
    const called = printed.steps.filter(({ verdict }) => verdict !== 'skipped');
    expect(called.at(-1)).toMatchObject({ method: 'tools/call', outcome: 'ended', verdict: 'failed' });
  });

  test('are done again in a new session when the server has forgotten the old one', async () => {
    const running = await startSdkV1();
    onTestFinished(() => running.close());
    const left = ['never', 'change-lists', 'refuse', 'sample-task'].map((name) => [name, false]);
    const answers = file('answers.json', { tools: Object.fromEntries(left) as unknown });
    const { code, printed, recorded } = await recordJson(['--exercise', '--yes', '--answers', answers, running.url]);
    expect(printed.steps.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(code).toBe(0);
    const { events } = openRecording(recordingUnder(recorded.home));
    expect(events.filter((event) => event.k === 'connection' && event.event === 'restarted')).toHaveLength(1);
  });
});

describe('no session', () => {
  test.each([
    ['nothing listens', ['http://127.0.0.1:9/mcp'], 'http-nobody-listens'],
    ['there is no such program', ['--', 'lifeline-no-such-program'], 'command-not-found'],
    ['the program ends at once', ['--', process.execPath, '-e', ''], 'server-exited'],
  ])('exits with 3 when %s, and leaves a recording all the same', async (_when, target, evidence) => {
    const { code, printed } = await recordJson(target);
    expect(code).toBe(3);
    expect(printed).toMatchObject({ connected: false, exitCode: 3 });
    expect(JSON.stringify(printed.problem)).toContain(evidence);
    expect(openRecording(printed.recording).summary).toMatchObject({ cutShort: false, problems: [] });
  });

  test.each([
    [404, 'http-not-found', 'Not Found here'],
    [406, 'http-not-acceptable', 'Client must accept both'],
    [421, 'http-misdirected', 'Host not in the list'],
    [422, 'http-unprocessable', 'field required'],
    [429, 'http-busy', 'slow down'],
    [500, 'http-server-error', 'it broke'],
  ])(
    'HTTP %d is told with its status and the server’s words: JSON, text, call and explanation',
    async (status, reason, text) => {
      const answering = createServer((_request, response) =>
        response
          .writeHead(status, { 'Content-Type': 'text/plain', ...(status === 429 ? { 'Retry-After': '7' } : {}) })
          .end(text),
      );
      await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void answering.close());
      const url = `http://127.0.0.1:${(answering.address() as AddressInfo).port}/mcp`;
      const { code, printed } = await recordJson([url]);
      expect(code).toBe(3);
      expect(printed.problem).toMatchObject({ reason, status, quote: [text], detail: `POST ${url} → ${status}` });
      expect(printed.problem?.retryAfter).toBe(status === 429 ? '7' : undefined);
      const title = ENGLISH.problems.reasons[reason]?.title ?? 'none';
      const called = run(['call', 'tools/list', url], temporaryFolder());
      expect(await called.ended).toBe(3);
      for (const each of [reason, `→ ${status}`, title, text]) expect(called.output()).toContain(each);
      const shown = run(['show', '--explain', printed.recording], temporaryFolder());
      expect(await shown.ended).toBe(0);
      expect(shown.output().replaceAll(/\s+/g, ' ')).toContain(title);
    },
  );

  test('exits with 3 when no answer comes in time', async () => {
    const args = ['--timeout', '300', '--revision', '2025-11-25', '--', process.execPath, server('mute')];
    const { code, printed } = await recordJson(args);
    expect(code).toBe(3);
    expect(printed).toMatchObject({ connected: false, problem: { reason: 'initialize-timeout' } });
  });

  test('says that initialize has no response before the time for it is over', async () => {
    const args = ['--timeout', '8000', '--revision', '2025-11-25', '--', process.execPath, server('mute')];
    const { code, recorded, printed } = await recordJson(args);
    expect(code).toBe(3);
    expect(recorded.output()).toContain('No response to initialize after 6 s.');
    expect(printed).toMatchObject({ problem: { reason: 'initialize-timeout' } });
  });

  test('exits with 1 and names the list that gets no answer', async () => {
    const sample = new URL('../samples/v1/asked.mcprec', import.meta.url).pathname;
    // It listens already, so that nothing but what is dropped takes as long.
    const silent = run(['mock', '--http', sample, '--fault', 'drop@tools/list'], temporaryFolder());
    const address = await eventually(() => /^http:\S+$/m.exec(silent.output())?.[0]);
    const recorded = startRecord(['--timeout', '10000', '--revision', '2025-11-25', address]);
    expect(await recorded.ended).toBe(1);
    expect(recorded.stdout()).toContain('Only partially fetched: tools.');
  });

  test('exits with 3 when the server refuses', async () => {
    const running = await startHttpMisbehave('500');
    onTestFinished(() => running.close());
    const { code, printed } = await recordJson([running.url]);
    expect({ code, connected: printed.connected }).toEqual({ code: 3, connected: false });
  });
});

describe('wrong usage', () => {
  test.each([
    [[], /add a URL, a command after “--”, or --config/],
    [['recording.mcprec'], /“recording\.mcprec” is not a URL/],
    [['http://localhost:1/', 'http://localhost:2/'], /at a time/],
    [['--nonsense', 'http://localhost:1/'], /--nonsense/],
    [['--yes', 'http://localhost:1/'], /--yes needs --exercise/],
    [['--timeout', 'soon', 'http://localhost:1/'], /“soon” is not a time/],
    [['--timeout', '0', 'http://localhost:1/'], /“0” is not a time/],
    [['--header', 'A', 'http://localhost:1/'], /“A” is not “Name: value”/],
    [['--client-secret-env', 'NO_SUCH_VARIABLE', 'http://localhost:1/'], /environment variable “NO_SUCH_VARIABLE/],
    [['--out', 'package.json', 'http://localhost:1/'], /package\.json already exists/],
  ])('%j exits with 2 and says what is wrong', async (args, words) => {
    const recorded = startRecord(args);
    expect(await recorded.ended).toBe(2);
    expect(recorded.output()).toMatch(words);
    expect(recorded.stdout()).toBe('');
  });

  test.each([
    [['--answers', 'no-such-file', 'http://localhost:1/'], /no-such-file can’t be read/],
    [['--out', 'no-such-folder/x.mcprec', 'http://localhost:1/'], /The recording can’t be written/],
  ])('%j names a file that can’t be read or written: 3, as of every command', async (args, words) => {
    const recorded = startRecord(args);
    expect(await recorded.ended).toBe(3);
    expect(recorded.output()).toMatch(words);
    expect(recorded.stdout()).toBe('');
  });

  test('answers that are none are refused in words, --json or not', async () => {
    const recorded = startRecord(['--json', '--answers', file('wrong.json', '{"tool":{}}'), 'http://localhost:1/']);
    expect(await recorded.ended).toBe(3);
    expect(recorded.output()).toMatch(/wrong\.json has a member “tool” that is none of tools, prompts/);
  });

  test('--help says everything', async () => {
    const recorded = startRecord(['--help']);
    expect(await recorded.ended).toBe(0);
    for (const option of ['--out', '--revision', '--exercise', '--yes', '--answers', '--header', '--timeout', '--json'])
      expect(recorded.stdout()).toContain(`  ${option}`);
  });
});

test('a signal ends the session in order', async () => {
  const answers = file('answers.json', { tools: { never: {} } });
  const args = ['--exercise', '--answers', answers, '--', process.execPath, SDK_V1];
  const home = temporaryFolder();
  const recorded = run(['record', ...args], home);
  let stdout = '';
  recorded.child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
  // The step before the one that never ends.
  await eventually(() => /tools\/call touch/.test(recorded.output()));
  recorded.child.kill('SIGINT');
  expect(await recorded.ended).toBe(130);
  const path = recordingUnder(home);
  expect(openRecording(path).summary).toMatchObject({ cutShort: false, footer: { reason: 'interrupted' } });
  expect(stdout).toContain(path);
});

test('headers that were given go out with every request, and only their names are in the recording’s header', async () => {
  const running = await startSdkV2('dual');
  onTestFinished(() => running.close());
  const { code, printed } = await recordJson(['--header', 'X-Test: abc', running.url]);
  expect(code).toBe(0);
  const [head = ''] = readFileSync(printed.recording, 'utf8').split('\n');
  expect(JSON.parse(head)).toMatchObject({ connection: { headerNames: ['X-Test'] } });
  const log = (await (await fetch(new URL('/_log', running.url))).json()) as { readonly headers: object }[];
  expect(log.length).toBeGreaterThan(2);
  expect(log.every(({ headers }) => (headers as { readonly 'x-test'?: string })['x-test'] === 'abc')).toBe(true);
});
