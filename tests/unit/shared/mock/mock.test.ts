/** A recorded server without clock or wire: what it plans from a recording, and what a live client gets of it. */
import { describe, expect, test } from 'vitest';
import { Mock, planMock, readFault, serve, type FaultRule, type LiveCall, type MockAction } from '#shared/mock';
import type { EventBody, HeldRecording as Recorded } from '#shared/recording';
import { asked, called, recordedOf, recordedTexts } from '../../recorded-of.ts';

const c2s = (raw: string, x?: string): EventBody => ({ k: 'message', dir: 'c2s', raw, ...(x ? { x } : {}) });
const s2c = (raw: string, x?: string): EventBody => ({ k: 'message', dir: 's2c', raw, ...(x ? { x } : {}) });
const call = (id: unknown, name = 't', more: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {}, ...more } });

interface Options {
  readonly speed?: number;
  readonly faults?: readonly string[];
}

/** A mock that is started, with what it does, in words, and a clock that the test moves. */
function mockOf(recorded: Recorded, { speed = 0, faults = [] }: Options = {}) {
  const done: { readonly action: MockAction; readonly call: LiveCall }[] = [];
  const said: string[] = [];
  let now = 0;
  const timers: { readonly ms: number; readonly run: () => void }[] = [];
  const rules = faults.map((text): FaultRule => readFault(text) ?? { fault: 'delay', ms: -1 });
  const mock = new Mock(serve(planMock(recorded), { speed, faults: rules }), {
    begin: () => undefined,
    perform: (action, call) => void done.push({ action, call }),
    now: () => now,
    later: (ms, run) => void timers.push({ ms, run }),
    say: (sentence) => void said.push(sentence),
  });
  mock.start();
  let told = 0;
  /** What it did since the last look. */
  const news = (): string[] => {
    const since = done.slice(told).map(({ action }) => wordsOf(action));
    told = done.length;
    return since;
  };
  return {
    done,
    said,
    timers,
    news,
    live: (text: string): string[] => {
      mock.receive(text);
      return news();
    },
    /** Let the next timer run out, so many milliseconds late; gives how long it took, and what was done then. */
    tick: (late = 0): readonly [number, string[]] => {
      const timer = timers.shift();
      now += (timer?.ms ?? 0) + late;
      timer?.run();
      return [timer?.ms ?? -1, news()];
    },
  };
}

function wordsOf(action: MockAction): string {
  switch (action.do) {
    case 'message':
      return (action.payload.raw ?? `b64:${action.payload.b64}`) + (action.unterminated ? '…' : '');
    case 'stderr':
      return `stderr ${action.payload.raw}`;
    case 'exit':
      return `exit ${action.code}`;
    case 'event':
      return `event ${action.text}`;
    case 'end':
    case 'disconnect':
      return action.do;
  }
}

describe('the plan', () => {
  test('gives each call what came for it, in order, with the time between', () => {
    const token = { _meta: { progressToken: 'p' } };
    const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}';
    const { calls, opening } = planMock(
      recordedOf([
        { k: 'process', event: 'spawn' },
        { k: 'stderr', text: 'ready\n' },
        c2s(call(1, 'a', token)),
        c2s(call(2, 'b')),
        s2c(progress),
        s2c('{"jsonrpc":"2.0","id":9,"method":"roots/list"}'),
        c2s('{"jsonrpc":"2.0","id":9,"result":{"roots":[]}}'),
        s2c('{"jsonrpc":"2.0","id":2,"result":{}}'),
        { k: 'stderr', text: 'a is slow\n' },
        s2c('{"jsonrpc":"2.0","id":1,"result":{}}'),
        s2c('no JSON'),
        { k: 'process', event: 'exit', code: 3 },
      ]),
    );
    expect(opening.map(({ action }) => wordsOf(action))).toEqual(['stderr ready\n']);
    expect(calls.map(({ s, outputs }) => [s, outputs.map(({ after, action }) => [after, wordsOf(action)])])).toEqual([
      [
        2,
        [
          [2000, progress],
          [4000, 'stderr a is slow\n'],
          [1000, '{"jsonrpc":"2.0","id":1,"result":{}}'],
        ],
      ],
      [
        3,
        [
          [2000, '{"jsonrpc":"2.0","id":9,"method":"roots/list"}'],
          [1000, '{"jsonrpc":"2.0","id":2,"result":{}}'],
          [3000, 'no JSON'],
          [1000, 'exit 3'],
        ],
      ],
    ]);
    expect(calls[1]?.outputs[1]?.waitsFor).toEqual(['n:9']);
  });

  test('leaves out what ended because the client ended it, and a process that a signal ended has code 1', () => {
    const exit: EventBody = { k: 'process', event: 'exit', code: null, signal: 'SIGSEGV' };
    const outputs = (...events: readonly EventBody[]): string[] =>
      planMock(recordedOf([c2s(call(1)), ...events])).calls[0]?.outputs.map(({ action }) => wordsOf(action)) ?? [];
    expect(outputs(exit)).toEqual(['exit 1']);
    expect(outputs({ k: 'connection', event: 'closing' }, exit)).toEqual([]);
    expect(outputs({ k: 'process', event: 'exit', code: 1e300 })).toEqual(['exit 1']);
  });

  test('takes the body of an HTTP response as the answer, whatever its id, and only an opened GET as listening', () => {
    const http = (x: string, method: string, status: number): EventBody[] => [
      { k: 'http', x, phase: 'request', method },
      { k: 'http', x, phase: 'response', status, headers: [['Content-Type', 'application/json']] },
    ];
    const refused = '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no"}}';
    const [request, response] = http('x1', 'POST', 400);
    const events = [request, c2s(call(1), 'x1'), response, s2c(refused, 'x1')].flatMap((event) => event ?? []);
    const plan = planMock(recordedOf([...events, ...http('x2', 'GET', 405)]));
    expect(plan.calls[0]).toMatchObject({ http: { status: 400 }, outputs: [{ action: { answers: true } }] });
    expect(plan.listens).toBe(false);
    expect(planMock(recordedOf([...events, ...http('x2', 'GET', 200)])).listens).toBe(true);
  });

  test('what belongs to no call in particular is none of a call’s that was given up, nor of another’s than the task’s', () => {
    const [note, status] = ['{"method":"note"}', '{"method":"notifications/tasks/status","params":{"taskId":"x"}}'];
    const created = '{"jsonrpc":"2.0","id":2,"result":{"task":{"taskId":"x","status":"working"}}}';
    const heard = (...events: readonly EventBody[]): unknown =>
      planMock(recordedOf(events)).calls.map(({ method, outputs }) => [
        method,
        outputs.map(({ action }) => wordsOf(action)),
      ]);
    const slow = c2s('{"jsonrpc":"2.0","id":1,"method":"slow"}');
    const ping = [c2s('{"jsonrpc":"2.0","id":2,"method":"ping"}'), s2c('{"id":2}')];
    const given: EventBody[] = [
      { k: 'timeout', at: 0, limit: 'idle', ms: 1 },
      c2s('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'),
    ];
    for (const end of given) {
      const [first, ...rest] = [slow, end, ...ping, s2c(note)];
      const calls = heard(first, ...rest) as unknown[];
      expect([calls[0], calls.at(-1)]).toEqual([
        ['slow', []],
        ['ping', ['{"id":2}', note]],
      ]);
    }
    expect(heard(slow, c2s('{"jsonrpc":"2.0","id":2,"method":"make"}'), s2c(created), s2c(status), s2c(note))).toEqual([
      ['slow', [note]],
      ['make', [created, status]],
    ]);
  });

  test('a call that wanted authorization first counts once, unless it was never let in', () => {
    const refusal: EventBody = { k: 'http', x: 'x1', phase: 'response', status: 401, headers: [] };
    const first = [c2s(call(1), 'x1'), refusal];
    const again = [c2s(call(2), 'x2'), s2c('{"jsonrpc":"2.0","id":2,"result":{}}', 'x2')];
    expect(planMock(recordedOf([...first, ...again])).calls.map(({ s }) => s)).toEqual([2]);
    expect(planMock(recordedOf(first)).calls).toMatchObject([{ s: 0, http: { status: 401 } }]);
  });

  test('the text of an error is the answer', () => {
    const failed: EventBody = { k: 'http', x: 'x1', phase: 'response', status: 500, headers: [] };
    const text: EventBody = { k: 'body', x: 'x1', dir: 's2c', raw: 'upstream exploded' };
    expect(planMock(recordedOf([c2s(call(1), 'x1'), failed, text])).calls).toMatchObject([
      { http: { status: 500 }, outputs: [{ action: { payload: { raw: 'upstream exploded' }, answers: true } }] },
    ]);
  });
});

describe('finding the call', () => {
  const three = recordedTexts(...called(1, 't', {}, 'one'), ...called(2, 't', {}, 'two'), ...called(3, 'u', {}, 'u'));

  test('equal calls in order and the last again, whatever their ids, metadata, order of members and white space', () => {
    const { live } = mockOf(three);
    expect(live(call(7))).toEqual([expect.stringMatching(/"id":7.*"one"/)]);
    expect(
      live(' {"params":{"arguments":{},"_meta":{"a":1},"name":"t"},"id":8,"method":"tools/call","jsonrpc":"2.0"}'),
    ).toEqual([expect.stringMatching(/"id":8.*"two"/)]);
    expect(live(call(9))).toEqual([expect.stringMatching(/"id":9.*"two"/)]);
    expect(live(call(10, 'u'))).toEqual([expect.stringMatching(/"id":10.*"u"/)]);
  });

  test('a client that begins anew gets everything from the first again', () => {
    const initialize = (id: number, name: string): [string, string] =>
      asked(id, 'initialize', { clientInfo: { name } }, { serverInfo: { name: 's' } });
    const [[begin], [other]] = [initialize(1, 'a'), initialize(1, 'b')];
    const { live } = mockOf(
      recordedTexts(...initialize(1, 'a'), ...called(2, 't', {}, '1'), ...called(3, 't', {}, '2')),
    );
    const texts = [begin, call(2), call(3), other, call(2)].map((text) => live(text)[0]);
    expect(texts.map((text) => /"text":"(\d)"/.exec(text ?? '')?.[1])).toEqual([undefined, '1', '2', undefined, '1']);
  });

  test('what was not recorded is refused with the nearest, pings are answered, notifications are not', () => {
    const { live, said } = mockOf(
      recordedTexts(...called(1, 'a', { x: 1, y: 1 }, ''), ...called(2, 'b', { x: 1, y: 2 }, ''), 'hello?'),
    );
    const [refusal] = live(call(5, 'b', { arguments: { x: 2, y: 2 } }));
    expect(JSON.parse(refusal ?? '')).toMatchObject({
      id: 5,
      error: {
        code: -32602,
        message: 'The recording has no such tools/call b; the nearest is event 2: arguments.x is 2 and was 1',
        data: { nearest: { event: 2, method: 'tools/call', about: 'b' } },
      },
    });
    expect(live('{"jsonrpc":"2.0","id":6,"method":"x\\u001b[2J/y"}')[0]).toMatch(/"id":6,"error":{"code":-32601/);
    expect(live('{"jsonrpc":"2.0","id":7,"method":"ping"}')).toEqual(['{"jsonrpc":"2.0","id":7,"result":{}}']);
    for (const text of ['{"jsonrpc":"2.0","method":"notifications/x"}', 'hello', 'hello?', '', '[]', 'null'])
      expect(live(text)).toEqual([]);
    expect(said).toEqual([
      'Nothing recorded fits tools/call b. The nearest is event 2: arguments.x is 2 and was 1.',
      'Nothing recorded fits x␛[2J/y.',
    ]);
  });

  test('no arguments, and a part that is new: asked for in either way, told in few words', () => {
    const { live } = mockOf(recordedTexts(...asked(1, 'tools/call', { name: 't' }, 'none')));
    expect(live(call(2))[0]).toContain('"none"');
    const [refusal] = live(call(3, 't', { arguments: { a: 1, b: 'x'.repeat(99), c: [], d: {}, e: null } }));
    const { message } = (JSON.parse(refusal ?? '') as { readonly error: { readonly message: string } }).error;
    expect(message).toMatch(
      /event 0: arguments\.a is 1 and was absent, arguments\.b is "x{59}… and was absent, .*, and more$/,
    );
    const deep = mockOf(recordedTexts(...called(1, 't', { a: { b: 1 } }, '')));
    expect(deep.live(call(2, 't', { arguments: { a: { b: 2 } } }))[0]).toContain('arguments.a is {\\"b\\":2} and was');
  });

  test('an id beyond 2^53 finds what was recorded with a small one, but first what was recorded with such a one', () => {
    const big = '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}';
    const answer = '<{"jsonrpc":"2.0","id":9007199254740993,"result":{"big":1}}';
    const small = asked(1, 'ping', undefined, { small: 1 });
    expect(mockOf(recordedTexts(...small)).live(big)[0]).toContain('{"small":1}');
    const both = mockOf(recordedTexts(...small, big, answer));
    expect(both.live(big.replace('993', '995'))).toEqual([
      '{"jsonrpc":"2.0","id":9007199254740995,"result":{"big":1}}',
    ]);
    expect(both.live(big.replace('9007199254740993', '4'))[0]).toContain('{"small":1}');
  });
});

describe('ids and tokens', () => {
  test.each([
    ['1', '{ "id" : 1 , "result":{"id":1, "e":1e2} }', '"käse"', '{ "id" : "käse" , "result":{"id":1, "e":1e2} }'],
    ['"a"', '{"result":{"a":"a"},"id":"\\u0061"}', '9007199254740993', '{"result":{"a":"a"},"id":9007199254740993}'],
    ['2', '{"id":1,"result":{},"id":2}', '3', '{"id":1,"result":{},"id":3}'],
    ['9007199254740993', '{"id":9007199254740992,"result":{}}', '1', '{"id":9007199254740992,"result":{}}'],
  ])('recorded %s as %s for %s', (id, recorded, live, given) => {
    const { live: send } = mockOf(recordedTexts(`{"jsonrpc":"2.0","id":${id},"method":"m"}`, `<${recorded}`));
    expect(send(`{"jsonrpc":"2.0","id":${live},"method":"m"}`)).toEqual([given]);
  });

  test('in an answer that is not UTF-8, no byte but those of the id', () => {
    const bytes = Buffer.concat([Buffer.from('{"id":1,"result":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const { live } = mockOf(
      recordedOf([
        c2s('{"jsonrpc":"2.0","id":1,"method":"m"}'),
        { k: 'message', dir: 's2c', b64: bytes.toString('base64') },
      ]),
    );
    const [given] = live('{"jsonrpc":"2.0","id":"é","method":"m"}');
    const back = Buffer.from((given ?? '').slice(4), 'base64');
    expect(back.toString('latin1')).toBe(Buffer.from('{"id":"é","result":"').toString('latin1') + 'ÿ"}');
  });

  test('progress has the live token, and is kept from a client that gave none', () => {
    const progress = '{"method":"notifications/progress","params":{"progressToken":5,"progress":1}}';
    const recorded = recordedTexts(
      call(5, 't', { _meta: { progressToken: 5 } }),
      `<${progress}`,
      '<{"id":5,"result":{}}',
    );
    const { live } = mockOf(recorded);
    expect(live(call(6, 't', { _meta: { progressToken: 'p' } }))).toEqual([
      progress.replace('5', '"p"'),
      '{"id":6,"result":{}}',
    ]);
    expect(live(call(7))).toEqual(['{"id":7,"result":{}}']);
  });

  test('a batch is one call, answered item by item or as a whole', () => {
    const ping = (id: unknown): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
    const whole = '<[{"id":2,"result":{"b":1}} , {"id":1,"result":{"a":1}}]';
    const note = '{"jsonrpc":"2.0","method":"n"}';
    const { live, done } = mockOf(
      recordedTexts(`[${ping(1)},${ping(2)}]`, whole, `[${ping(3)},${note}]`, '<{"id":3,"result":{}}'),
    );
    expect(live(`[${ping('"x"')}, ${ping(9007199254740993n)}]`)).toEqual([
      '[{"id":9007199254740993,"result":{"b":1}} , {"id":"x","result":{"a":1}}]',
    ]);
    expect(done.at(-1)?.action).toMatchObject({ answers: true });
    expect(live(`[${ping(8)},${note}]`)).toEqual(['{"id":8,"result":{}}']);
    expect(live(`[${ping(1)}]`)[0]).toMatch(/^\[{"jsonrpc":"2.0","id":1,"error"/);
  });

  test('a subscription hears of what brought it about, under its live id, for as long as it is there', () => {
    const listen = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"subscriptions/listen","params":{}}`;
    const told = (what: string, id: number): string =>
      `{"method":"notifications/${what}","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":${id}}}}`;
    const { live, done } = mockOf(
      recordedTexts(listen(2), call(3), `<${told('ack', 2)}`, '<{"id":3,"result":{}}', `<${told('changed', 2)}`),
    );
    expect(live(listen(20))).toEqual([told('ack', 20)]);
    expect(live(call(30))).toEqual(['{"id":30,"result":{}}', told('changed', 20)]);
    expect(done.map(({ call: { number } }) => number)).toEqual([1, 2, 1]);
    expect(live('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":20}}')).toEqual([]);
    expect(live(call(31))).toEqual(['{"id":31,"result":{}}']);
  });
});

describe('requests of the server', () => {
  const ask = '{"jsonrpc":"2.0","id":0,"method":"roots/list"}';
  const answer = (id: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result: { roots: [] } });
  const recorded = recordedTexts(call(1), `<${ask}`, answer(0), '<{"id":1,"result":{}}');

  test('what came after the answer waits for it, also when the answer is an error', () => {
    const { live } = mockOf(recorded);
    expect(live(call(1))).toEqual([ask]);
    expect(live(answer(1))).toEqual([]);
    expect(live('{"jsonrpc":"2.0","id":0,"error":{"code":-1,"message":"no"}}')).toEqual(['{"id":1,"result":{}}']);
    expect(live(answer(0))).toEqual([]);
  });

  test('an id that is in use is replaced, and each answer finds its call', () => {
    const { live } = mockOf(recorded);
    expect([live(call(1)), live(call(2))]).toEqual([[ask], [ask.replace('0,', '"mock-1",')]]);
    expect(live(answer('mock-1'))).toEqual(['{"id":2,"result":{}}']);
    expect(live(answer(0))).toEqual(['{"id":1,"result":{}}']);
    expect(live(call(3))).toEqual([ask]);
  });

  test('what is cancelled goes no further', () => {
    const { live } = mockOf(recorded);
    live(call('a'));
    expect(live('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"\\u0061"}}')).toEqual([]);
    expect(live(answer(0))).toEqual([]);
  });
});

describe('time', () => {
  const ticking = recordedOf([c2s(call(1)), s2c('one'), s2c('two'), s2c('{"id":1,"result":{}}')]);
  test('none, as recorded, and faster', () => {
    expect(mockOf(ticking).live(call(1))).toHaveLength(3);
    const recorded = mockOf(ticking, { speed: 1 });
    expect(recorded.live(call(1))).toEqual([]);
    expect([recorded.tick(), recorded.tick(), recorded.tick()]).toEqual([
      [1, ['one']],
      [1, ['two']],
      [1, ['{"id":1,"result":{}}']],
    ]);
    expect(recorded.timers).toEqual([]);
    // Waiting too short for a timer is not lost.
    const fast = mockOf(ticking, { speed: 2 });
    expect(fast.live(call(1))).toEqual(['one']);
    expect(fast.tick()).toEqual([1, ['two', '{"id":1,"result":{}}']]);
  });

  test('what was late makes nothing after it late, and what waits for the client is timed from its answer', () => {
    const answer = '{"id":1,"result":{}}';
    const late = mockOf(recordedOf([c2s(call(1)), ...['one', 'two', 'three', answer].map((text) => s2c(text))]), {
      speed: 1,
    });
    late.live(call(1));
    expect([late.tick(1.5), late.tick()]).toEqual([
      [1, ['one', 'two', 'three']],
      [1.5, [answer]],
    ]);
    const ask = '{"jsonrpc":"2.0","id":0,"method":"roots/list"}';
    const [asking, roots] = [[c2s(call(1)), s2c(ask)], '{"jsonrpc":"2.0","id":0,"result":{"roots":[]}}'];
    const waiting = mockOf(recordedOf([...asking, c2s(roots), s2c(answer)]), { speed: 1 });
    waiting.live(call(1));
    waiting.tick(500);
    waiting.live(roots);
    expect(waiting.tick()).toEqual([1, [answer]]);
  });

  test('a cancelled call does nothing when its time comes', () => {
    const { live, tick } = mockOf(ticking, { speed: 1 });
    live(call(1));
    live('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}');
    expect(tick()).toEqual([1, []]);
  });
});

describe('faults', () => {
  const given = (...faults: readonly string[]): string[] =>
    mockOf(recordedTexts(...asked(1, 'm', {}, {})), { faults }).live('{"jsonrpc":"2.0","id":1,"method":"m"}');
  const whole = '{"jsonrpc":"2.0","id":1,"result":{}}';

  test('are done to the wire', () => {
    expect(given()).toEqual([whole]);
    expect(given('drop')).toEqual([]);
    expect(given('truncate')).toEqual([whole.slice(0, 18)]);
    expect(given('noise')).toEqual(['This line is no JSON.', whole]);
    expect(given('wrong-id')).toEqual([whole.replace(':1', ':"wrong 1"')]);
    expect(given('duplicate')).toEqual([whole, whole]);
    expect(given('disconnect')).toEqual(['disconnect']);
    expect(given('truncate', 'disconnect')).toEqual([`${whole.slice(0, 18)}…`, 'disconnect']);
    expect(given('noise', 'drop')).toEqual(['This line is no JSON.']);
  });

  test('of a method, the nth time, and to what is refused', () => {
    const { live, tick, timers } = mockOf(recordedTexts(...called(1, 't', {}, '')), {
      faults: ['drop@ping', 'delay:70@tools/call#2', 'delay:5@tools/call#2'],
    });
    expect(live('{"jsonrpc":"2.0","id":1,"method":"ping"}')).toEqual([]);
    expect(live(call(1))).toHaveLength(1);
    expect(live(call(2))).toEqual([]);
    expect(tick()).toEqual([75, [expect.stringContaining('"id":2')]]);
    expect(live(call(3))).toHaveLength(1);
    expect(timers).toEqual([]);
  });

  test('that are none are refused', () => {
    for (const text of ['', 'x', 'drop:5', 'drop#0', 'drop@', 'delay:-1', 'delay:12345678', 'drop#1#2', 'drop '])
      expect(readFault(text)).toBeUndefined();
    expect(readFault('delay@a/b#3')).toEqual({ fault: 'delay', ms: 1000, method: 'a/b', nth: 3 });
  });
});

describe('what is hostile', () => {
  test('deep and strange texts, recorded and live, throw nothing', () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"m","params":${'{"a":['.repeat(2000)}${']}'.repeat(2000)}}`;
    const strange = [
      deep,
      `[${deep},${deep}]`,
      '{"jsonrpc":"2.0","id":1,"method":"m","params":{"__proto__":{"x":1},"constructor":5}}',
      '{"id":"__proto__","method":"__proto__","params":[]}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":null}',
      '{"jsonrpc":"2.0","id":{},"method":"m"}',
      '{"id":"constructor","result":1}',
      '\ud800',
      '\0',
      '{"id":1,"method":"m","params":{"_meta":{"progressToken":{"a":1}}}}',
    ];
    const recorded = recordedTexts(...strange, ...strange.map((text) => `<${text}`));
    for (const speed of [0, 1]) {
      const { live } = mockOf(recorded, { speed, faults: ['wrong-id', 'truncate', 'noise'] });
      for (const text of strange) expect(() => live(text)).not.toThrow();
    }
    expect(() => planMock({ ...recorded, events: recorded.events.toReversed() })).not.toThrow();
  });

  test('40,000 calls in 100,000 messages are planned and answered in linear time, and a large call has a nearest at once', () => {
    const events: EventBody[] = [];
    for (let id = 0; id < 40_000; id++) {
      events.push(c2s(`{"jsonrpc":"2.0","id":${id},"method":"m","params":{"n":${id}}}`));
      if (id % 2 === 0) events.push(s2c(`{"id":${id},"result":{}}`));
      events.push(s2c('{"method":"n"}'));
    }
    const began = process.cpuUsage();
    const { live } = mockOf(recordedOf(events));
    for (let id = 0; id < 2000; id++) live(`{"jsonrpc":"2.0","id":${id},"method":"m","params":{"n":${id}}}`);
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, at]));
    expect(live(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'm', params: many }))[0]).toContain('nearest');
    // Of the processor, which other tests use too.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(20_000);
  });
});
