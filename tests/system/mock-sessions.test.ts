/** Clients of a mock over HTTP: each has its session and its course through the recording, and gets back the stream it lost. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { planMock, readFault } from '#shared/mock';
import type { EventBody, HeaderPairs, HeldRecording as Recorded } from '#shared/recording';
import { serveHttp } from '../../relay/mock/serve-http.ts';
import { recordedOf, recordedTexts } from '../unit/recorded-of.ts';

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const SSE_TYPE = ['Content-Type', 'text/event-stream'] as const;
const SESSION = 'Mcp-Session-Id';

const ask = (id: number, method: string): string => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
const answer = (id: number, what: string): string => `{"jsonrpc":"2.0","id":${id},"result":"${what}"}`;
const INIT = ask(1, 'initialize');

let exchanges = 0;
/** A POST as it was recorded, with the session that the client named and the answer's. */
function posted(
  text: string,
  status: number,
  headers: HeaderPairs,
  session: string | undefined,
  ...got: readonly EventBody[]
): EventBody[] {
  const x = `x${++exchanges}`;
  return [
    { k: 'http', x, phase: 'request', method: 'POST', headers: session === undefined ? [] : [[SESSION, session]] },
    { k: 'message', dir: 'c2s', raw: text, x },
    { k: 'http', x, phase: 'response', status, headers },
    ...got.map((event): EventBody => ({ ...event, x }) as EventBody),
  ];
}
const s2c = (raw: string, id?: string): EventBody => ({
  k: 'message',
  dir: 's2c',
  raw,
  ...(id ? { sse: { id } } : {}),
});
const begun = (session: string, what: string): EventBody[] =>
  posted(INIT, 200, [JSON_TYPE, [SESSION, session]], undefined, s2c(answer(1, what)));
const counted = (session: string, ...whats: readonly string[]): EventBody[] =>
  whats.flatMap((what) => posted(ask(2, 'm'), 200, [JSON_TYPE], session, s2c(answer(2, what))));

async function serve(recorded: Recorded, ...faults: readonly string[]) {
  const rules = faults.flatMap((text) => readFault(text) ?? []);
  const mock = await serveHttp(planMock(recorded), { faults: rules, speed: 0 }, 0, () => undefined);
  onTestFinished(() => mock.close());
  const send = (method: string, session?: string, body?: string, headers: Record<string, string> = {}, path = '') =>
    fetch(mock.url + path, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: { ...(session === undefined ? {} : { [SESSION]: session }), ...headers },
    });
  const begin = async (before?: string): Promise<string> =>
    (await send('POST', before, INIT)).headers.get(SESSION) ?? '';
  /** What `m` gives, or the status where it is refused. */
  const next = async (session?: string, path = ''): Promise<unknown> => {
    const response = await send('POST', session, ask(2, 'm'), {}, path);
    return response.ok ? ((await response.json()) as { readonly result: unknown }).result : response.status;
  };
  return { send, begin, next };
}

describe('sessions', () => {
  const recording = recordedOf([...begun('s1', 'a'), ...counted('s1', '1', '2', '3')]);

  test('two clients at once: each has a session of its own, the first the recorded one, and its own course', async () => {
    const { begin, next } = await serve(recording);
    const [one, two] = [await begin(), await begin()];
    expect([one, new Set([one, two, '']).size]).toEqual(['s1', 3]);
    expect([await next(one), await next(two), await next(two), await next(one)]).toEqual(['1', '1', '2', '2']);
    expect([await next(two), await next(one)]).toEqual(['3', '3']);
  });

  test('none, an unknown one, and one that was ended are refused as the protocol says', async () => {
    const { begin, next, send } = await serve(recording);
    const session = await begin();
    expect([await next(), await next('none'), await next(session)]).toEqual([400, 404, '1']);
    expect((await send('GET')).status).toBe(400);
    expect([(await send('DELETE')).status, (await send('DELETE', 'none')).status]).toEqual([400, 404]);
    expect((await send('DELETE', session)).status).toBe(200);
    expect([await next(session), (await send('GET', session)).status]).toEqual([404, 404]);
    // Who comes next begins at the first.
    expect(await next(await begin())).toBe('1');
  });

  test('a text that names the session names the live one', async () => {
    const named = 'session-1';
    const { begin, next } = await serve(recordedOf([...begun(named, named), ...counted(named, `in ${named}`)]));
    const [one, two] = [await begin(), await begin()];
    expect([one, await next(one), await next(two)]).toEqual([named, `in ${named}`, `in ${two}`]);
  });

  test('a server that lets nobody end a session', async () => {
    const x = 'delete';
    const { begin, next, send } = await serve(
      recordedOf([
        ...begun('s1', 'a'),
        ...counted('s1', '1', '2'),
        { k: 'http', x, phase: 'request', method: 'DELETE', headers: [[SESSION, 's1']] },
        { k: 'http', x, phase: 'response', status: 405, headers: [] },
      ]),
    );
    const session = await begin();
    expect([await next(session), (await send('DELETE', session)).status, await next(session)]).toEqual(['1', 405, '2']);
  });

  test('several in one recording: who was told 404, or left, goes on where the recording does', async () => {
    const { begin, next, send } = await serve(
      recordedOf([
        ...begun('s1', 'a'),
        ...counted('s1', '1'),
        ...posted(ask(2, 'm'), 404, [], 's1'),
        ...begun('s2', 'b'),
        ...counted('s2', '2'),
      ]),
    );
    const first = await begin();
    expect([await next(first), await next(first), await next(first)]).toEqual(['1', 404, 404]);
    const second = await begin();
    expect(await next(second)).toBe('2');
    // Another begins at the first meanwhile, and leaves.
    const other = await begin();
    expect(await next(other)).toBe('1');
    await send('DELETE', other);
    expect(await next(await begin())).toBe(404);
    expect(await next(second)).toBe('2');
  });

  test('an initialize that was refused is followed by the next, for the same client and no other', async () => {
    const { send, begin, next } = await serve(
      recordedOf([
        ...posted(
          INIT,
          400,
          [JSON_TYPE],
          undefined,
          s2c('{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}'),
        ),
        ...begun('s1', 'a'),
        ...counted('s1', '1'),
      ]),
    );
    const refused = await send('POST', undefined, INIT);
    expect([refused.status, refused.headers.get(SESSION)]).toEqual([400, null]);
    expect(await next(await begin())).toBe('1');
    expect((await send('POST', undefined, INIT)).status).toBe(400);
  });

  test('what was refused without a session is refused so again, and what was said in one is not', async () => {
    const { send, begin, next } = await serve(
      recordedOf([
        ...posted(ask(2, 'm'), 400, [JSON_TYPE], undefined, s2c('{"jsonrpc":"2.0","id":null,"error":"first"}')),
        ...begun('s1', 'a'),
        ...counted('s1', '1'),
      ]),
    );
    const probe = await send('POST', undefined, ask(2, 'm'));
    expect([probe.status, await probe.text()]).toEqual([400, '{"jsonrpc":"2.0","id":null,"error":"first"}']);
    expect(await next(await begin())).toBe('1');
  });

  test('a recording of a process gives sessions too; one of a server without sessions, or without a handshake, does not', async () => {
    const texts = ['1', '2'].flatMap((what): string[] => [ask(2, 'm'), `<${answer(2, what)}`]);
    const stdio = await serve(recordedTexts(INIT, `<${answer(1, 'a')}`, ...texts));
    const [one, two] = [await stdio.begin(), await stdio.begin()];
    expect([one === two, await stdio.next(one), await stdio.next(two)]).toEqual([false, '1', '1']);
    const stateless = recordedOf([
      ...posted(ask(1, 'server/discover'), 200, [JSON_TYPE], undefined, s2c(answer(1, 'a'))),
      ...['1', '2'].flatMap((what) => posted(ask(2, 'm'), 200, [JSON_TYPE], undefined, s2c(answer(2, what)))),
    ]);
    const { next, send } = await serve(stateless);
    // Nobody can tell them apart, unless they use addresses of their own.
    expect([await next(), await next(), await next(undefined, '/b'), await next(undefined, '/c')]).toEqual([
      '1',
      '2',
      '1',
      '1',
    ]);
    expect((await send('DELETE')).status).toBe(405);
    expect((await send('GET', undefined, undefined, {}, '/../.well-known/oauth-protected-resource')).status).toBe(404);
  });
});

describe('a stream that broke', () => {
  const end = (x: string): EventBody => ({ k: 'http', x, phase: 'end', by: 'server' });
  const get = (x: string, last: string): EventBody[] => [
    {
      k: 'http',
      x,
      phase: 'request',
      method: 'GET',
      headers: [
        [SESSION, 's1'],
        ['Last-Event-ID', last],
      ],
    },
    { k: 'http', x, phase: 'response', status: 200, headers: [SSE_TYPE] },
  ];
  const priming = (id: string): EventBody => ({
    k: 'sse',
    x: '',
    text: `id: ${id}\nretry: 5\ndata: \n`,
    id,
    retry: 5,
  });
  const note = (n: number): string => `{"jsonrpc":"2.0","method":"note","params":{"n":${n}}}`;
  /** A call whose stream the server ended twice before it answered. */
  const polled = (): EventBody[] => {
    const sent = posted(ask(2, 'm'), 200, [SSE_TYPE], 's1', priming('e0'), s2c(note(1), 'e1'));
    const x = `x${exchanges}`;
    return [
      ...sent,
      end(x),
      ...get('g1', 'e1'),
      { ...s2c(note(2), 'e2'), x: 'g1' } as EventBody,
      end('g1'),
      ...get('g2', 'e2'),
      { ...s2c(answer(2, 'done'), 'e3'), x: 'g2' } as EventBody,
      end('g2'),
    ];
  };

  test('ends where the recorded one ended, and goes on after the event that is named', async () => {
    const { begin, send } = await serve(recordedOf([...begun('s1', 'a'), ...polled()]));
    const session = await begin();
    const resume = async (last: string): Promise<string> =>
      (await send('GET', session, undefined, { 'Last-Event-ID': last })).text();
    const e1 = `id: e1\ndata: ${note(1)}\n\n`;
    expect(await (await send('POST', session, ask(2, 'm'))).text()).toBe(`id: e0\nretry: 5\ndata: \n\n${e1}`);
    // As from the middle of it: what had arrived comes again to who has not seen it.
    const e2 = `id: e2\ndata: ${note(2)}\n\n`;
    expect(await resume('e0')).toBe(e1 + e2);
    expect(await resume('e2')).toBe(`id: e3\ndata: ${answer(2, 'done')}\n\n`);
    expect(await resume('e3')).toBe('');
    expect((await send('GET', session, undefined, { 'Last-Event-ID': 'none' })).status).toBe(405);
  });

  test('the same call again has ids of its own, and each client gets its own stream back', async () => {
    const { begin, send } = await serve(recordedOf([...begun('s1', 'a'), ...polled()]));
    const [one, two] = [await begin(), await begin()];
    const texts = [];
    for (const session of [one, one, two]) texts.push(await (await send('POST', session, ask(2, 'm'))).text());
    const last = texts.map((text) => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1]);
    expect(last).toEqual(['e1', 'e1-2', 'e1']);
    const resumed = await send('GET', one, undefined, { 'Last-Event-ID': 'e1-2' });
    expect(await resumed.text()).toBe(`id: e2-2\ndata: ${note(2)}\n\n`);
  });

  test('a disconnect on demand loses the answer until the stream is taken up again', async () => {
    const answered = posted(ask(2, 'm'), 200, [SSE_TYPE], 's1', s2c(note(1), 'e1'), s2c(answer(2, 'done'), 'e2'));
    const recording = recordedOf([...begun('s1', 'a'), ...answered]);
    const { begin, send } = await serve(recording, 'disconnect@m', 'truncate@m#2');
    const session = await begin();
    for (const more of ['', '-2']) {
      const response = await send('POST', session, ask(2, 'm'));
      await expect(response.text()).rejects.toThrow();
      const rest = await send('GET', session, undefined, { 'Last-Event-ID': `e1${more}` });
      expect(await rest.text()).toBe(`id: e2${more}\ndata: ${answer(2, 'done')}\n\n`);
    }
  });

  test('a response that the network cut off is cut off', async () => {
    const cut = posted(ask(2, 'm'), 200, [SSE_TYPE], 's1', s2c(note(1)));
    const broken: EventBody = { k: 'http', x: `x${exchanges}`, phase: 'end', by: 'network' };
    const { begin, send } = await serve(recordedOf([...begun('s1', 'a'), ...cut, broken]));
    const response = await send('POST', await begin(), ask(2, 'm'));
    await expect(response.text()).rejects.toThrow();
  });
});

describe('faults on a response', () => {
  const both = [JSON_TYPE, SSE_TYPE].flatMap((type, at) =>
    posted(ask(2, at === 0 ? 'm' : 'stream'), 200, [type], undefined, s2c(answer(2, 'done'))),
  );
  const whole = answer(2, 'done');
  const half = whole.slice(0, Math.ceil(whole.length / 2));
  const noise = 'This line is no JSON.';

  test.each<[string[], readonly string[]]>([
    [[], [whole]],
    [['noise'], [noise, whole]],
    [['duplicate'], [whole, whole]],
    [['truncate'], [half]],
    [
      ['noise', 'duplicate', 'truncate'],
      [noise, half, half],
    ],
    [
      ['wrong-id', 'duplicate'],
      [whole.replace(':2,', ':"wrong 2",'), whole.replace(':2,', ':"wrong 2",')],
    ],
    [
      ['delay:1', 'noise'],
      [noise, whole],
    ],
  ])('%j', async (faults, parts) => {
    const { send } = await serve(recordedOf(both), ...faults);
    expect(await (await send('POST', undefined, ask(2, 'm'))).text()).toBe(parts.join('\n'));
    const events = await (await send('POST', undefined, ask(2, 'stream'))).text();
    expect(events).toBe(parts.map((part) => `data: ${part}\n\n`).join(''));
  });
});
