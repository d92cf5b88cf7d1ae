/** `mcp-lifeline tap --listen`, armed: what is stopped and changed is what was asked for, and nothing else. */
import { describe, expect, test } from 'vitest';
import { eventually } from '../relay/support/page.ts';
import { Commander, told } from './support/armed.ts';
import { call, CHANGED, only, post, reading, rulesFile, serving, tapped } from './support/http-tap.ts';
import { recordingsUnder } from './support/tapped.ts';

/** A server that says what it was asked, as JSON or, for the tool `stream`, as events. */
async function asking(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const url = await serving((request, response) => {
    const pieces: Buffer[] = [];
    request
      .on('data', (data: Buffer) => pieces.push(data))
      .on('end', () => {
        const body = Buffer.concat(pieces).toString();
        asked.push(body);
        const answer = `{"jsonrpc":"2.0","id":1,"result":{"x":1.0,"length":${request.headers['content-length']}}}`;
        if (!body.includes('stream'))
          return void response
            .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length })
            .end(answer);
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.end(`: hello\r\n\r\ndata: ${CHANGED}\n\nid: 7\ndata: ${answer}\n\n`);
      });
  });
  return { url: `${url}/mcp`, asked };
}

test('rules of a file delay, change, answer and fail what passes, cut it, and kill a session', async () => {
  const file = rulesFile(
    ['tool:other', { do: 'edit', set: [{ pointer: '/params/name', value: 'quite another' }] }],
    ['tool:made', { do: 'answer', result: { made: true } }],
    ['tool:down', { do: 'fail', status: 503 }],
    ['tool:bad', { do: 'fail', code: -1, message: 'no' }],
    ['kind:notification dir:s2c', { do: 'drop' }],
    ['tool:*stream dir:s2c', { do: 'edit', set: [{ pointer: '/result/x', value: 'new' }] }],
    ['tool:reply dir:s2c', { do: 'edit', set: [{ pointer: '/result/x' }] }],
    ['tool:cut', { do: 'cut' }],
    ['tool:kill', { do: 'kill' }],
  );
  const { url, asked } = await asking();
  const tap = await tapped(url, '--rules', file);
  expect(await post(tap.url, call('as it is'))).toEqual([200, expect.stringContaining('"x":1.0')]);
  const [, other] = await post(tap.url, call('other'));
  expect(asked.at(-1)).toBe(call('quite another'));
  expect(other).toContain(`"length":${call('quite another').length}`);
  expect(await post(tap.url, call('made'))).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":{"made":true}}']);
  expect(await post(tap.url, call('down'))).toEqual([503, '']);
  expect(await post(tap.url, call('bad'))).toEqual([
    200,
    expect.stringContaining('"error":{"code":-1,"message":"no"}'),
  ]);
  const [, events] = await post(tap.url, call('stream'));
  expect(events).toMatch(/^: hello\r\n\r\nid: 7\ndata: .*"x":"new".*\n\n$/);
  const [, reply] = await post(tap.url, call('reply'));
  expect(reply).toMatch(/"result":\{"length":\d+\}\}$/);
  await expect(post(tap.url, call('cut'))).rejects.toThrow();
  expect(await post(tap.url, call('kill'))).toEqual([404, '']);
  expect(await post(tap.url, call('again'))).toEqual([404, '']);
  expect(asked).toHaveLength(4);
  const all = told(only(await tap.recorded()).events);
  expect(all[0]).toBe('armed');
  expect(all.filter((each) => / rule /.test(each)).map((each) => each.split(' ')[0])).toEqual([
    ...['edit', 'answer', 'fail', 'fail', 'drop', 'edit', 'edit', 'cut', 'kill'],
  ]);
  expect(all).toContainEqual(expect.stringMatching(/c2s server of \d+ by tap .*quite another/));
  expect(all).toContainEqual(expect.stringMatching(/s2c client by tap .*"made":true/));
});

test('secrets of what is no message are masked, also where a rule has changed it', async () => {
  const file = rulesFile(
    ['dir:c2s', { do: 'delay', ms: 1 }],
    ['dir:s2c', { do: 'edit', set: [{ pointer: '/expires_in', value: 1 }] }],
  );
  const origin = await serving((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{"access_token":"secret-token","token_type":"Bearer","expires_in":3600}');
  });
  const tap = await tapped(`${origin}/mcp`, '--rules', file);
  const { origin: own } = new URL(tap.url);
  const [, got] = await post(`${own}/token`, '{"grant_type":"refresh_token","refresh_token":"secret-token"}');
  expect(got).toBe('{"access_token":"secret-token","token_type":"Bearer","expires_in":1}');
  const recorded = JSON.stringify(await tap.recorded());
  expect(recorded).toContain('expires_in');
  expect(recorded).not.toContain('secret-token');
});

test('a person holds a request and its response; a client that goes takes what it sent along', async () => {
  const { url, asked } = await asking();
  const tap = await tapped(url);
  await post(tap.url, call('first'));
  const person = await Commander.of(tap);
  const recording = only(recordingsUnder(tap.home)).header.id;
  await person.hold('tool:held');
  const answer = post(tap.url, call('held'));
  const at = await person.held(0);
  expect(asked).toHaveLength(1);
  const edit = { type: 'verdict', at, verdict: { do: 'edit', text: call('new') } } as const;
  expect(await person.tell(edit)).toMatchObject({ refused: /no message/ });
  expect(await person.tell(edit, recording)).toEqual({});
  const response = await person.held(1);
  expect(asked.at(-1)).toBe(call('new'));
  expect(await person.tell({ type: 'verdict', at: response, verdict: { do: 'forward' } }, recording)).toEqual({});
  expect((await answer)[1]).toContain('"x":1.0');
  const gone = new AbortController();
  const left = fetch(tap.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'mcp-session-id': 's1' },
    body: call('held'),
    signal: gone.signal,
  });
  await person.held(2);
  gone.abort();
  await expect(left).rejects.toThrow();
  const kept = post(tap.url, call('held'));
  await person.held(3);
  person.gone();
  expect((await kept)[0]).toBe(200);
  expect(asked).toHaveLength(3);
  const all = told(only(await tap.recorded()).events);
  expect(all.filter((each) => /^(?:drop|forward|edit)/.test(each)).map((each) => each.replace(/ \d+/, ''))).toEqual([
    ...['edit user', 'forward user', 'drop gone', 'forward gone'],
  ]);
});

test('a message of one’s own comes on the stream as if the server had sent it, where an event begins', async () => {
  let say = (_text: string): void => undefined;
  const url = await serving((request, response) => {
    request.resume();
    if (request.method !== 'GET') return void response.writeHead(202).end();
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Mcp-Session-Id': 's1' });
    say = (text) => void response.write(text);
    say(': open\n\ndata: {"half":');
  });
  const tap = await tapped(`${url}/mcp`);
  const headers = { accept: 'text/event-stream', 'mcp-session-id': 's1' };
  const stream = await fetch(tap.url, { headers });
  let got = '';
  void stream.body
    ?.pipeTo(new WritableStream({ write: (bytes) => void (got += Buffer.from(bytes).toString()) }))
    .catch(() => undefined);
  const person = await Commander.of(tap);
  await eventually(() => got.endsWith('half":'));
  const recording = only(recordingsUnder(tap.home)).header.id;
  const inject = (to: string, text: string): Promise<unknown> =>
    person.tell({ type: 'inject', to, text } as never, recording);
  expect(await inject('client', CHANGED)).toEqual({});
  expect(await inject('client', '{"jsonrpc":"2.0","id":1,\n"method":"ping"}')).toEqual({});
  expect(await inject('server', CHANGED)).toMatchObject({
    refused: expect.stringMatching(/has sent nothing/) as unknown,
  });
  say('1}\n\n');
  const ping = '{"jsonrpc":"2.0","id":"lifeline-tap-1", "method":"ping"}';
  await eventually(() => got.endsWith(`${ping}\n\n`));
  expect(got).toBe(`: open\n\ndata: {"half":1}\n\ndata: ${CHANGED}\n\ndata: ${ping}\n\n`);
  expect(await post(tap.url, '{"jsonrpc":"2.0","id":"lifeline-tap-1","result":{}}')).toEqual([202, '']);
  const all = told(only(await tap.recorded()).events);
  expect(all.filter((each) => /^inject \d+ user$/.test(each))).toHaveLength(2);
  expect(all).toContainEqual(expect.stringMatching(/c2s client \{"jsonrpc":"2.0","id":"lifeline-tap-1","result"/));
});

describe('a condition on a response asks what its own client asked, whatever ids others use', () => {
  const rules = (): string =>
    rulesFile(['tool:one dir:s2c', { do: 'edit', set: [{ pointer: '/result/x', value: 'new' }] }]);
  const answer = (name: string): string => `{"jsonrpc":"2.0","id":1,"result":{"name":"${name}","x":0}}`;

  test.each([
    ['of two sessions', { 'mcp-session-id': 's1' }, { 'mcp-session-id': 's2' }],
    ['of two clients without sessions', {}, {}],
  ])('%s', async (_name, one, two) => {
    const asked: (() => void)[] = [];
    const url = await serving((request, response) => {
      let body = '';
      request.on('data', (data: Buffer) => (body += data.toString()));
      request.on('end', () => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        const name = body.includes('"one"') ? 'one' : 'two';
        asked.push(() => void response.end(`data: ${answer(name)}\n\n`));
      });
    });
    const tap = await tapped(`${url}/mcp`, '--rules', rules());
    const first = post(tap.url, call('one'), one);
    await eventually(() => asked.length === 1);
    const second = post(tap.url, call('two'), two);
    await eventually(() => asked.length === 2);
    for (const go of asked) go();
    expect(await first).toEqual([200, `data: ${answer('one').replace('"x":0', '"x":"new"')}\n\n`]);
    expect(await second).toEqual([200, `data: ${answer('two')}\n\n`]);
  });

  test('of two clients over HTTP+SSE, whose responses come on streams of their own', async () => {
    const streams: ((text: string) => void)[] = [];
    const url = await serving((request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        streams.push((text) => void response.write(text));
        return void response.write(`event: endpoint\ndata: /messages?client=${streams.length}\n\n`);
      }
      request.resume();
      response.writeHead(202).end();
    });
    const tap = await tapped(`${url}/sse`, '--rules', rules());
    const clients = [await reading(tap.url, undefined, {}), await reading(tap.url, undefined, {})];
    const { origin } = new URL(tap.url);
    for (const [at, name] of ['one', 'two'].entries())
      expect((await post(`${origin}/messages?client=${at + 1}`, call(name), {}))[0]).toBe(202);
    for (const [at, name] of ['one', 'two'].entries()) streams[at]?.(`data: ${answer(name)}\n\n`);
    await eventually(() => clients[0]?.text().includes(answer('one').replace('"x":0', '"x":"new"')));
    await eventually(() => clients[1]?.text().includes(answer('two')));
  });
});
