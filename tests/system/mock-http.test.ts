/** What carries a mock: HTTP as other programs speak it, lines on pipes, the command's arguments and exit codes. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { planMock, readFault, type FaultRule } from '#shared/mock';
import type { EventBody, HeaderPairs } from '#shared/recording';
import { mockLine } from '../../relay/mock/args.ts';
import { mockCommand } from '../../relay/mock/command.ts';
import { serveHttp } from '../../relay/mock/serve-http.ts';
import { serveStdio } from '../../relay/mock/serve-stdio.ts';
import { saveRecording } from '../../relay/recording/index.ts';
import { temporaryFolder } from '../relay/support/relay.ts';
import { eventually } from '../relay/support/page.ts';
import { closed, recordedOf, recordedTexts } from '../unit/recorded-of.ts';

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const SSE_TYPE = ['Content-Type', 'text/event-stream'] as const;

/** One exchange: the client's text, and what HTTP and the server answered. */
function exchange(
  x: string,
  sent: string,
  status: number,
  headers: HeaderPairs,
  ...got: readonly EventBody[]
): EventBody[] {
  return [
    { k: 'http', x, phase: 'request', method: 'POST' },
    { k: 'message', dir: 'c2s', raw: sent, x },
    { k: 'http', x, phase: 'response', status, headers },
    ...got.map((event): EventBody => ({ ...event, x }) as EventBody),
  ];
}
const s2c = (raw: string, id?: string): EventBody => ({
  k: 'message',
  dir: 's2c',
  raw,
  ...(id ? { sse: { id, retry: 9 } } : {}),
});
const ask = (id: number, method: string): string => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
const answer = (id: number, what: string): string => `{"jsonrpc":"2.0","id":${id},"result":"${what}"}`;
const NOTE = '{"jsonrpc":"2.0","method":"note"}';

const OVER_HTTP = [
  ...exchange('x1', ask(1, 'json'), 200, [JSON_TYPE, ['Mcp-Session-Id', 's-1'], ['X-Else', 'no']], s2c(answer(1, 'é'))),
  ...exchange('x2', ask(2, 'sse'), 200, [SSE_TYPE], s2c(NOTE, 'e1'), s2c(answer(2, 'sse'), 'e2')),
  ...exchange('x3', '{"method":"notifications/x"}', 202, []),
  ...exchange('x4', 'broken', 400, [JSON_TYPE], s2c('{"error":"told"}')),
  ...exchange('x5', ask(5, 'gone'), 404, []),
  ...exchange('x6', ask(6, 'odd'), 99_999, [['Mcp-Session-Id', 'a\nb'], JSON_TYPE], s2c(answer(6, 'odd'))),
];

async function serve(
  events: readonly EventBody[],
  { faults = [], speed = 0 }: { readonly faults?: readonly string[]; readonly speed?: number } = {},
) {
  const rules = faults.flatMap((text): FaultRule[] => {
    const rule = readFault(text);
    return rule ? [rule] : [];
  });
  const said: string[] = [];
  const mock = await serveHttp(planMock(recordedOf(events)), { faults: rules, speed }, 0, (text) => said.push(text));
  onTestFinished(() => mock.close());
  const post = (body: string | Uint8Array<ArrayBuffer>, init: RequestInit = {}): Promise<Response> =>
    fetch(mock.url, { method: 'POST', body, ...init });
  return { ...mock, said, post };
}

/** Send a head as no fetch would; gives the status. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { method: 'POST', headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end(ask(1, 'json'));
  });
}

describe('over HTTP', () => {
  test('answers as was recorded: JSON, streams, accepted, refused, and never with what HTTP can not carry', async () => {
    const { post } = await serve(OVER_HTTP);
    const json = await post(ask(7, 'json'));
    expect([json.status, json.headers.get('mcp-session-id'), json.headers.get('x-else')]).toEqual([200, null, null]);
    expect(await json.text()).toBe(answer(7, 'é'));
    const sse = await post(ask(8, 'sse'));
    expect(sse.headers.get('content-type')).toBe('text/event-stream');
    expect(await sse.text()).toBe(`id: e1\nretry: 9\ndata: ${NOTE}\n\nid: e2\nretry: 9\ndata: ${answer(8, 'sse')}\n\n`);
    const texts = [
      '{"method":"notifications/x"}',
      '{"method":"notifications/y"}',
      'broken',
      'other',
      ask(5, 'gone'),
      ask(6, 'odd'),
    ];
    const got = [];
    for (const text of texts) {
      const response = await post(text);
      got.push([response.status, await response.text()]);
    }
    expect(got).toEqual([
      [202, ''],
      [202, ''],
      [400, '{"error":"told"}'],
      [400, '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'],
      [404, ''],
      [500, answer(6, 'odd')],
    ]);
    expect(await (await post(ask(9, 'new'))).json()).toMatchObject({ id: 9, error: { code: -32601 } });
  });

  test('keeps strangers out, knows its methods, and outlives clients that break off or send too much', async () => {
    const { url, post } = await serve(OVER_HTTP);
    expect(await statusOf(url, { Host: 'evil.example' })).toBe(403);
    expect(await statusOf(url, { Origin: 'https://evil.example' })).toBe(403);
    const methods = ['GET', 'DELETE', 'PUT'].map(async (method) => (await fetch(url, { method })).status);
    expect(await Promise.all(methods)).toEqual([405, 405, 405]);
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    await new Promise((resolve) =>
      socket.write(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 100\r\n\r\n{`, resolve),
    );
    socket.destroy();
    expect((await post(new Uint8Array(64 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await post(new Uint8Array([0xff, 0xfe]))).status).toBe(400);
    expect(await (await post(ask(1, 'json'))).text()).toBe(answer(1, 'é'));
  });

  test('requests of the server go to the stream of their call, each client answers its own', async () => {
    const roots = '{"jsonrpc":"2.0","id":0,"method":"roots/list"}';
    const { post } = await serve([
      ...exchange('x1', ask(1, 'm'), 200, [SSE_TYPE], s2c(roots)),
      ...exchange('x2', '{"jsonrpc":"2.0","id":0,"result":{}}', 202, []),
      { ...s2c(answer(1, 'done')), x: 'x1' } as EventBody,
    ]);
    const [first, second] = [await post(ask(1, 'm')), await post(ask(1, 'm'))];
    expect((await post('{"jsonrpc":"2.0","id":"mock-1","result":{}}')).status).toBe(202);
    expect(await second.text()).toContain(answer(1, 'done'));
    await post('{"jsonrpc":"2.0","id":0,"result":{}}');
    const text = await first.text();
    expect(text).toBe(`data: ${roots}\n\ndata: ${answer(1, 'done')}\n\n`);
  });

  test('the GET stream has what belongs to no call, the newest of them first, and never another client’s answer', async () => {
    const get: EventBody[] = [
      { k: 'http', x: 'g', phase: 'request', method: 'GET' },
      { k: 'http', x: 'g', phase: 'response', status: 200, headers: [SSE_TYPE] },
    ];
    const { url, post, said } = await serve(
      [
        ...get,
        ...exchange('x1', ask(1, 'm'), 200, [JSON_TYPE], s2c(answer(1, 'm'))),
        { ...s2c(NOTE), x: 'g' } as EventBody,
      ],
      { faults: ['delay:100@slow'] },
    );
    await post(ask(1, 'm'));
    const read = async (): Promise<{ next: () => Promise<string>; leave: () => void }> => {
      const leaving = new AbortController();
      const response = await fetch(url, { signal: leaving.signal });
      const reader = response.body?.getReader();
      return {
        next: async () => Buffer.from((await reader?.read())?.value ?? []).toString(),
        leave: () => leaving.abort(),
      };
    };
    const first = await read();
    expect(await first.next()).toBe(`data: ${NOTE}\n\n`);
    const second = await read();
    await post(ask(1, 'm'));
    expect(await second.next()).toBe(`data: ${NOTE}\n\n`);
    second.leave();
    // Whose client has left its answer goes nowhere; timers of the same length run out in order.
    const leaving = new AbortController();
    const slow = post(ask(1, 'slow'), { signal: leaving.signal });
    await eventually(() => said.length === 1 || undefined);
    leaving.abort();
    await expect(slow).rejects.toThrow();
    expect(await (await post(ask(2, 'slow'))).json()).toMatchObject({ id: 2 });
    await post(ask(1, 'm'));
    expect(await first.next()).toMatch(/^(data: {"jsonrpc":"2.0","method":"note"}\n\n)+$/);
  });

  test('faults: drop leaves the connection open, disconnect breaks it off, truncate cuts the body', async () => {
    const cut = answer(1, 'é').slice(0, Math.ceil(answer(1, 'é').length / 2));
    const faults = [
      'drop@odd',
      'truncate@json#1',
      'disconnect@json#2',
      'disconnect@sse',
      'truncate@sse',
      'noise@json#3',
    ];
    const { post, said } = await serve(OVER_HTTP, { faults });
    const leaving = new AbortController();
    let settled = false;
    const dropped = post(ask(6, 'odd'), { signal: leaving.signal }).finally(() => (settled = true));
    dropped.catch(() => undefined);
    expect(await (await post(ask(1, 'json'))).text()).toBe(cut);
    expect(settled).toBe(false);
    leaving.abort();
    await expect(dropped).rejects.toThrow();
    await expect(post(ask(1, 'json'))).rejects.toThrow();
    const stream = await post(ask(2, 'sse'));
    const reader = stream.body?.getReader();
    let got = '';
    const whole = async (): Promise<void> => {
      for (let part = await reader?.read(); part?.value; part = await reader?.read())
        got += Buffer.from(part.value).toString();
    };
    await expect(whole()).rejects.toThrow();
    expect(got).toMatch(/id: e2\nretry: 9\ndata: {"jsonrpc":"2\.0","i?d?$/);
    expect(await (await post(ask(1, 'json'))).text()).toBe(`This line is no JSON.\n${answer(1, 'é')}`);
    expect(said).toEqual([]);
  });

  test('faults: an HTTP status comes late where that is asked for, an error has the recorded status or its own', async () => {
    const { post } = await serve(OVER_HTTP, {
      faults: [
        'status:503@json#1',
        'delay:1@json#1',
        'error:-32000:Busy@sse',
        'error:-1:Gone@json',
        'status:404@json#2',
        'status:500@notifications/x',
      ],
    });
    const got = [];
    for (const text of [
      ask(1, 'json'),
      ask(2, 'json'),
      ask(3, 'json'),
      ask(4, 'sse'),
      '{"method":"notifications/x"}',
    ]) {
      const response = await post(text);
      got.push([response.status, response.headers.get('content-type'), await response.text()]);
    }
    const error = (id: number, code: number, message: string): string =>
      JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
    expect(got).toEqual([
      [503, 'application/json', error(1, -1, 'Gone')],
      [404, 'application/json', error(2, -1, 'Gone')],
      [200, 'application/json', error(3, -1, 'Gone')],
      [
        200,
        'text/event-stream',
        `id: e1\nretry: 9\ndata: ${NOTE}\n\nid: e2\nretry: 9\ndata: ${error(4, -32000, 'Busy')}\n\n`,
      ],
      [500, null, ''],
    ]);
  });

  test('a recorded end of the process ends it, after what was said', async () => {
    const { post, ended } = await serve([
      ...recordedTexts(ask(1, 'm'), `<${answer(1, 'm')}`).events,
      { k: 'process', event: 'exit', code: 7 },
    ]);
    expect(await (await post(ask(1, 'm'))).text()).toBe(answer(1, 'm'));
    expect(await ended).toBe(7);
  });
});

describe('over stdio', () => {
  function start(texts: readonly EventBody[], faults: readonly string[] = []) {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const written: Buffer[] = [];
    stdout.on('data', (data: Buffer) => written.push(data));
    const rules = faults.flatMap((text) => readFault(text) ?? []);
    const ended = serveStdio(
      planMock(recordedOf(texts)),
      { speed: 0, faults: rules },
      { stdin, stdout, stderr },
      new AbortController().signal,
    );
    return { stdin, stderr, ended, output: () => Buffer.concat(written).toString('latin1') };
  }
  const { events } = recordedTexts(ask(1, 'm'), `<${answer(1, 'a')}`, 'hello?', '<no');

  test('lines that end in CR LF, a last one that does not end, and bytes that are not UTF-8', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    const { stdin, ended, output } = start([
      ...events,
      { k: 'message', dir: 'c2s', raw: ask(2, 'bytes') },
      { k: 'message', dir: 's2c', b64: bytes.toString('base64') },
    ]);
    stdin.write(`${ask(5, 'm')}\r\nhel`);
    stdin.write(`lo?\r\n\n${ask(3, 'bytes')}\n`);
    stdin.end(ask(6, 'm'));
    expect(await ended).toBe(0);
    expect(output()).toBe(`${answer(5, 'a')}\nno\n{ÿ}\n${answer(6, 'a')}\n`);
  });

  test('faults: a cut line is a line, noise is one, and who disconnects has exit code 1', async () => {
    const half = answer(5, 'a').slice(0, 19);
    const noisy = start(events, ['noise', 'truncate']);
    noisy.stdin.end(`${ask(5, 'm')}\n`);
    expect([await noisy.ended, noisy.output()]).toEqual([0, `This line is no JSON.\n${half}\n`]);
    const refused = start(events, ['error:-32000:Busy@m']);
    refused.stdin.end(`${ask(5, 'm')}\n`);
    expect([await refused.ended, refused.output()]).toEqual([
      0,
      '{"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"Busy"}}\n',
    ]);
    const gone = start(events, ['disconnect', 'truncate']);
    gone.stdin.write(`${ask(5, 'm')}\n${ask(6, 'm')}\n`);
    expect([await gone.ended, gone.output()]).toEqual([1, half]);
  });
});

describe('the command', () => {
  test('reads its arguments', () => {
    expect(mockLine.read(['--http', '6000', 'f'])).toMatchObject({ file: 'f', port: 6000 });
    expect(mockLine.read(['f', '--http'])).toMatchObject({ file: 'f', port: 0 });
    expect(mockLine.read(['f', '--speed', '×2.5', '--fault', 'drop@ping#2'])).toMatchObject({
      options: { speed: 2.5, faults: [{ fault: 'drop', method: 'ping', nth: 2 }] },
    });
    expect(mockLine.read(['f'])).not.toHaveProperty('port');
    expect(mockLine.read(['f', '--match', 'sequence', '--match', 'name', '--strict'])).toMatchObject({
      options: { match: { by: 'name', sequence: true } },
      strict: true,
    });
    expect(mockLine.read(['f', '--match', 'sequence'])).toMatchObject({ options: { match: { by: 'params' } } });
    const wrong = [
      [],
      ['--match', 'x', 'f'],
      ['--fault', 'status:503', 'f'],
      ['a', 'b'],
      ['--http', 'x', 'f'],
      ['--http', '65536', 'f'],
      ['--speed', '0', 'f'],
      ['--fault', 'x', 'f'],
      ['--no'],
    ];
    for (const argv of wrong) expect(mockLine.read(argv), argv.join(' ')).toMatchObject({ type: 'wrong' });
  });

  test('--strict ends with 1 and lists what does not fit; a fault that names nothing is wrong usage', async () => {
    const path = join(temporaryFolder(), 'r.mcprec');
    await saveRecording(
      path,
      closed(recordedTexts(ask(1, 'm'), `<${answer(1, 'a')}`, ask(2, 'other'), `<${answer(2, 'b')}`)),
    );
    const served = async (...texts: readonly string[]): Promise<{ code: number; warned: string[] }> => {
      const ending = new AbortController();
      const warned: string[] = [];
      let url = '';
      const print = (text: string): void => void (url = text.trim());
      const io = {
        say: () => undefined,
        warn: (line: string) => void warned.push(line),
        print,
        signal: ending.signal,
        env: {},
      };
      const code = mockCommand.run(['--http', '--strict', path], io);
      const to = await eventually(() => (url === '' ? undefined : url));
      for (const body of texts) await (await fetch(to, { method: 'POST', body })).text();
      ending.abort();
      return { code: await code, warned };
    };
    expect(await served(ask(1, 'm'), ask(2, 'other'))).toEqual({ code: 0, warned: [] });
    expect(await served(ask(1, 'm'), ask(2, 'none'))).toEqual({
      code: 1,
      warned: [
        '1 called and not in the recording:',
        '  Nothing recorded fits none.',
        '1 in the recording and not called:',
        '  event 2, other',
      ],
    });
    const told: string[] = [];
    const io = {
      say: () => undefined,
      warn: (line: string) => void told.push(line),
      print: () => undefined,
      signal: AbortSignal.abort(),
      env: {},
    };
    expect(await mockCommand.run(['--fault', 'drop@n', path], io)).toBe(2);
    expect(told).toEqual([`“drop@n” names nothing in ${path}: the recording has no n; it has m, other.`]);
  });

  test('says by its exit code what went wrong', async () => {
    const folder = temporaryFolder();
    const texts: string[] = [];
    const io = {
      say: () => undefined,
      warn: (line: string) => void texts.push(line),
      print: (text: string) => void texts.push(text),
      signal: AbortSignal.abort(),
      env: {},
    };
    const none = join(folder, 'none.mcprec');
    const rubbish = join(folder, 'rubbish.mcprec');
    const empty = join(folder, 'empty.mcprec');
    writeFileSync(rubbish, 'rubbish');
    await saveRecording(empty, closed(recordedOf([])));
    expect(await mockCommand.run([], io)).toBe(2);
    for (const path of [none, rubbish, empty]) expect(await mockCommand.run([path], io)).toBe(3);
    expect(await mockCommand.run(['--help'], io)).toBe(0);
    expect(texts).toHaveLength(5);
    expect(texts[3]).toMatch(/contains no messages/);
  });
});
