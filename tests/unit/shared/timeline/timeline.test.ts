import fc from 'fast-check';
import { describe as suite, expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import {
  describe,
  FILTER_PROPERTIES,
  isTrouble,
  parseFilter,
  parseTimeRange,
  Timeline,
  timeRangeToken,
  withTimeRange,
} from '#shared/timeline';
import { operationOrder } from '#shared/operations';
import { ENGLISH, rowText } from '#shared/words';
import { anyEvents } from '../../arbitraries.ts';
import { c2s, failure, handshake, logOf, notification, OPEN, request, result, s2c } from '../../script.ts';
import { anySession, batchSizes, grow, rowsOf } from '../../timeline-grown.ts';

/** A log of events at given times in milliseconds. */
function timed(...events: readonly (readonly [ms: number, body: EventBody])[]): SessionLog {
  const log = new SessionLog();
  for (const [s, [ms, body]] of events.entries()) log.append({ ...body, s, t: ms * 1000 });
  return log;
}

function timelineOf(log: SessionLog, filter = '', routine = false): Timeline {
  const timeline = new Timeline(log, { filter, routine, whole: true });
  timeline.advance();
  return timeline;
}

/** Numbers of the events that a filter leaves. */
const left = (log: SessionLog, filter: string, routine = true): number[] =>
  rowsOf(timelineOf(log, filter, routine)).flatMap((row) => (row.type === 'event' ? [row.s] : []));

const call = (id: unknown, name: string): object => request(id, 'tools/call', { name });
const ping = request(7, 'ping');

suite('rows', () => {
  test('a phase band precedes the event with which it begins', () => {
    const rows = rowsOf(timelineOf(logOf(...handshake('2025-11-25', {}), c2s(ping))));
    expect(rows.flatMap((row) => (row.type === 'phase' ? [[row.phase, row.s]] : []))).toEqual([
      ['connection', 0],
      ['initialization', 2],
      ['operation', 5],
    ]);
    expect(rows.filter((row) => row.type === 'event').map(({ s }) => s)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(rows[0]).toEqual({ type: 'phase', s: 0, at: 0, phase: 'connection' });
  });

  test('a band stands above the first row that a filter leaves of its phase, and a phase without rows has none', () => {
    const log = logOf(...handshake('2025-11-25', {}), c2s(ping), s2c(result(7)));
    const shown = (filter: string): string[] =>
      rowsOf(timelineOf(log, filter)).map((row) => (row.type === 'phase' ? row.phase : String(row.s)));
    expect(shown('method:notifications/*')).toEqual(['initialization', '4']);
    expect(shown('method:nothing')).toEqual([]);
    // The answer brings back its request, and with it the band.
    expect(shown('status:ok')).toEqual(['initialization', '2', '3', 'operation', '5', '6']);
    expect(shown('status:pending')).toEqual([]);
  });

  test('an event that passes through two phases gets one band, and later bands still come', () => {
    const log = logOf({ k: 'connection', event: 'closed' }, c2s(ping), ...OPEN, c2s(request(1, 'initialize')));
    const bands = rowsOf(timelineOf(log)).filter(({ type }) => type === 'phase');
    expect(bands).toEqual(log.state.phases.all.map(({ s, phase }, at) => ({ type: 'phase', s, at, phase })));
    expect(bands[0]).toEqual({ type: 'phase', s: 0, at: 0, phase: 'shutdown' });
  });

  test('idle time beyond two seconds is a row of its own', () => {
    const log = timed([0, c2s(ping)], [2000, s2c(result(7))], [4001, c2s(ping)], [4501, s2c(result(7))]);
    const timeline = timelineOf(log);
    expect(rowsOf(timeline).filter(({ type }) => type === 'gap')).toEqual([{ type: 'gap', s: 2, idle: 2_001_000 }]);
    // A filter leaves single rows, between which gaps would only pile up.
    expect(rowsOf(timelineOf(log, 'method:ping')).some(({ type }) => type === 'gap')).toBe(false);
  });

  test('routine HTTP steps have no rows unless they are asked for, and the others always do', () => {
    const log = logOf(
      { k: 'http', x: '1', phase: 'request', method: 'POST', url: 'http://h/' },
      { k: 'http', x: '1', phase: 'response', status: 200 },
      { k: 'http', x: '1', phase: 'end', by: 'server' },
      { k: 'http', x: '2', phase: 'request', method: 'DELETE', url: 'http://h/' },
      { k: 'http', x: '2', phase: 'response', status: 401 },
      { k: 'http', x: '2', phase: 'end', by: 'network' },
      { k: 'http', x: '3', phase: 'request', method: 'POST', url: 'http://h/' },
      { k: 'http', x: '3', phase: 'response', status: 202 },
      { k: 'body', x: '3', dir: 's2c', raw: 'Accepted' },
    );
    expect(left(log, '', false)).toEqual([3, 4, 5]);
    expect(left(log, '', true)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(timelineOf(log).hiddenOf(9)).toBe(0);
  });

  test('a standalone stream and what keeps it alive are routine; resuming it, and where to post, are not', () => {
    const log = logOf(
      { k: 'http', x: '1', phase: 'request', method: 'GET' },
      { k: 'http', x: '1', phase: 'response', status: 200 },
      { k: 'sse', x: '1', text: ': keep-alive' },
      { k: 'sse', x: '1', text: 'id: 1\ndata:', id: '1' },
      { k: 'sse', x: '1', text: 'retry: 500', retry: 500 },
      { k: 'sse', x: '1', text: 'event: endpoint\ndata: /m', event: 'endpoint', data: '/m' },
      { k: 'http', x: '1', phase: 'end', by: 'server' },
      { k: 'http', x: '2', phase: 'request', method: 'GET', headers: [['Last-Event-ID', '1']] },
      { k: 'http', x: '2', phase: 'response', status: 405 },
      { k: 'http', x: '3', phase: 'request', method: 'POST' },
      { k: 'http', x: '3', phase: 'response', status: 405 },
    );
    expect(left(log, '', false)).toEqual([5, 7, 10]);
  });

  test('the row of a hidden event is the next that is shown, and hidden events are counted up to any event', () => {
    const log = logOf(c2s(ping), s2c(result(7)), c2s(notification('a')), c2s(notification('b')));
    const timeline = timelineOf(log, 'method:a', true);
    expect(timeline.row(timeline.rowOf(0))).toEqual({ type: 'event', s: 2 });
    expect([0, 1, 2, 3, 4].map((count) => timeline.hiddenOf(count))).toEqual([0, 1, 2, 2, 3]);
    expect(timeline.rowsOf(2)).toBe(0);
    expect(timeline.rowsOf(3)).toBe(2);
  });
});

suite('filter language', () => {
  const log = timed(
    [0, c2s(call(1, 'echo'), { by: 'user' })],
    [10, s2c(result(1, { content: [{ type: 'text', text: 'Hello (World)' }] }))],
    [20, c2s(request('7', 'tools/list'), { by: 'auto' })],
    [30, s2c(failure('7', -32601, 'no'))],
    [40, c2s(ping, { by: 'user' })],
    [1040, s2c(result(7))],
    [1050, { k: 'stderr', text: 'Ready\n' }],
    [1060, s2c('not json')],
    [1070, c2s(request(8, 'resources/list'))],
    [1080, s2c(notification('x', { padding: 'p'.repeat(12_000) }))],
  );

  test.each<[string, number[]]>([
    ['', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['method:tools/*', [0, 1, 2, 3]],
    ['method:TOOLS/call', [0, 1]],
    ['-method:*', [6, 7]],
    ['method:tools/* -method:*list', [0, 1]],
    ['tool:ec*', [0, 1]],
    ['-tool:echo method:tools/*', [2, 3]],
    ['dir:c2s', [0, 2, 4, 8]],
    ['-dir:c2s', [1, 3, 5, 6, 7, 9]],
    ['kind:stderr', [6]],
    ['kind:response', [1, 3, 5]],
    ['kind:error', [7]],
    ['by:user', [0, 4]],
    // The first call comes before any handshake.
    ['status:error', [0, 3, 7]],
    ['status:fault', [0, 7]],
    ['status:pending', [8]],
    ['status:ok', [0, 1, 4, 5]],
    ['dur:>500ms', [4, 5]],
    ['dur:1s', [4, 5]],
    ['dur:<=10', [0, 1, 2, 3]],
    ['dur:=10000us', [0, 1, 2, 3]],
    ['size:>10k', [9]],
    ['size:<10b', [7]],
    ['id:7', [2, 3, 4, 5]],
    ['id:"7"', [2, 3, 4, 5]],
    ['op:0', [0, 1]],
    ['hello', [1]],
    ['(world)', [1]],
    ['"Hello (w"', [1]],
    ['ready', [6]],
    ['PING', [4, 5]],
    ['nowhere', []],
  ])('%s', (filter, expected) => {
    expect(left(log, filter)).toEqual(expected);
    expect(parseFilter(filter).unknown).toEqual([]);
  });

  test('tokens that are not understood are named and hide nothing', () => {
    const filter = parseFilter('dur:soon -status:odd size:1q method: dir:c2s');
    expect(filter.unknown).toEqual(['dur:soon', '-status:odd', 'size:1q', 'method:']);
    expect(left(log, 'dur:soon -status:odd size:1q method: dir:c2s')).toEqual(left(log, 'dir:c2s'));
    expect(parseFilter('dur:soon').empty).toBe(true);
  });

  test('a window of time holds what came in it; operations are in it that ran then', () => {
    const session = timed(
      [0, c2s(call(1, 'a'))],
      [500, c2s(call(2, 'b'))],
      [900, s2c(result(2))],
      [90_000, s2c(result(1))],
      [91_500, c2s(ping)],
    );
    expect(left(session, 'at:0.4s..1s')).toEqual([1, 2]);
    expect(left(session, '-at:0.4s..1s')).toEqual([0, 3, 4]);
    expect(left(session, 'at:1:30..')).toEqual([3, 4]);
    expect(left(session, 'at:..500ms method:tools/*')).toEqual([0, 1]);
    expect(left(session, 'at:..1s at:600ms..')).toEqual([2]);
    expect(operationOrder(session, Infinity, 'began', 'at:1s..2s')).toEqual([0]);
    expect(operationOrder(session, Infinity, 'began', 'at:1s..')).toEqual([0, 2]);
    expect(operationOrder(session, Infinity, 'began', 'at:0.4s..1s status:pending')).toEqual([]);
    expect(parseFilter('at:3s..1s at:soon at:.. at:1s').unknown).toEqual(['at:3s..1s', 'at:soon', 'at:..', 'at:1s']);
  });

  test('the token of a window holds it, and takes the place of another', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), (from, length) => {
        const range = { from, to: from + length };
        const read = parseTimeRange(timeRangeToken(range).slice('at:'.length));
        const near = length < 50_000 ? 0 : 1000;
        expect(from - (read?.from ?? -1)).toBeGreaterThanOrEqual(0);
        expect((read?.to ?? -1) - range.to).toBeGreaterThanOrEqual(0);
        expect((read?.to ?? 0) - (read?.from ?? 0)).toBeLessThanOrEqual(length + 2 * near);
        const text = withTimeRange('echo at:1s..2s dir:c2s', range);
        expect(text).toBe(`echo dir:c2s ${timeRangeToken(range)}`);
        expect(withTimeRange(text, undefined)).toBe('echo dir:c2s');
      }),
    );
  });

  test('a colon in other text is text', () => {
    expect(parseFilter('http://x').unknown).toEqual([]);
    expect(left(logOf(c2s(notification('a', { url: 'http://x' })), c2s(ping)), 'http://x')).toEqual([0]);
  });

  test('an answer brings back the request, or takes it away, wherever it was judged before', () => {
    const grown = new SessionLog();
    const filters = ['status:ok', '-status:ok', 'dur:>5ms', 'status:pending', '-status:pending'];
    const live = filters.map((filter) => new Timeline(grown, { filter, routine: true }));
    for (const event of log.events) {
      grown.append(event);
      for (const timeline of live) timeline.advance();
    }
    expect(live.map(rowsOf)).toEqual(filters.map((filter) => rowsOf(timelineOf(log, filter, true))));
    expect(left(log, 'status:ok')).toContain(0);
  });
});

suite('fast paths give what slow paths give', () => {
  const tokens = fc
    .array(
      fc
        .tuple(
          fc.constantFrom('', '-'),
          fc.constantFrom(...FILTER_PROPERTIES.map((name) => `${name}:`), ''),
          fc.constantFrom('c2s', 'error', 'pending', 'ok', '>1', '<2ms', 'tools/*', 'response', '1', 'a'),
        )
        .map((parts) => parts.join('')),
      { maxLength: 3 },
    )
    .map((each) => each.join(' '));
  // Where nothing but a window is asked for, what is outside is passed over.
  const window = fc.tuple(fc.nat(450), fc.nat(450)).map(([from, length]) => `at:${from}us..${from + length}us`);
  const anyFilter = fc.oneof({ weight: 3, arbitrary: tokens }, window);
  const session = anySession(40);
  const whole = (filter: string) => ({ filter, routine: false, whole: true });

  test('rows do not depend on how the events arrived', () => {
    fc.assert(
      fc.property(session, anyFilter, batchSizes, (events, filter, sizes) => {
        const [log, timeline] = grow(events, whole(filter), sizes);
        expect(rowsOf(timeline)).toEqual(rowsOf(timelineOf(log, filter)));
      }),
    );
  });

  test('rows are found, counted and hidden as a search through all of them says', () => {
    fc.assert(
      fc.property(session, anyFilter, batchSizes, (events, filter, sizes) => {
        const [log, timeline] = grow(events, whole(filter), sizes);
        const rows = rowsOf(timeline);
        const { matches } = parseFilter(filter);
        const all = rowsOf(timelineOf(log)).flatMap((row) => (row.type === 'event' ? [row.s] : []));
        for (let s = 0; s <= log.length; s++) {
          expect(timeline.rowsOf(s)).toBe(rows.filter((row) => row.s < s).length);
          expect(timeline.eventsOf(s)).toBe(rows.filter((row) => row.s < s && row.type === 'event').length);
          const at = rows.findIndex((row) => row.s >= s && row.type === 'event');
          expect(timeline.rowOf(s)).toBe(at < 0 ? rows.length : at);
          expect(timeline.hiddenOf(s)).toBe(all.filter((each) => each < s && !matches(log, each)).length);
        }
      }),
    );
  });
});

suite('describe', () => {
  const log = logOf(
    ...handshake('2025-06-18', { tools: {}, prompts: {} }),
    c2s(request(2, 'tools/list')),
    s2c(result(2, { tools: [{ name: 'a' }, { name: 'b' }], nextCursor: 'n' })),
    c2s(call(3, 'echo'), { by: 'user' }),
    s2c(request(1, 'sampling/createMessage')),
    s2c(failure(3, -32602, 'Unknown tool')),
    c2s(call(4, 'fails')),
    s2c(result(4, { isError: true, content: [{ type: 'text', text: 'broken' }] })),
    c2s(call(5, 'works')),
    s2c(result(5, { content: [{}, {}] })),
    c2s('{"id":9,}', { by: 'user' }),
    s2c(notification('notifications/progress', { progress: 1, total: 5, message: 'm' })),
  );

  test.each<[number, object]>([
    [
      2,
      {
        shape: 'request',
        dir: 'c2s',
        side: 'client',
        method: 'initialize',
        id: '1',
        details: [],
      },
    ],
    [
      3,
      {
        shape: 'response',
        method: 'initialize',
        duration: expect.any(Number),
        details: [],
      },
    ],
    [4, { shape: 'notification', method: 'notifications/initialized', details: [] }],
    [6, { details: [] }],
    [
      7,
      {
        method: 'tools/call',
        name: 'echo',
        details: [{ code: 'by', author: 'user' }],
      },
    ],
    [8, { dir: 's2c', side: 'server', waiting: true, details: [{ code: 'asks' }] }],
    [
      9,
      { trouble: true, details: [{ code: 'error', number: -32602, name: 'Invalid params', message: 'Unknown tool' }] },
    ],
    [11, { trouble: true, details: [{ code: 'tool-error', text: 'broken' }] }],
    [13, { trouble: false, name: 'works', details: [] }],
    [
      14,
      {
        shape: 'malformed',
        text: '{"id":9,}',
        faults: ['trailing-comma'],
        trouble: true,
        details: [
          { code: 'bytes', bytes: 9 },
          { code: 'by', author: 'user' },
        ],
      },
    ],
    [15, { shape: 'notification', details: [] }],
    [0, { shape: 'note', details: [] }],
  ])('event %i', (s, expected) => {
    expect(describe(log, s)).toMatchObject({ s, ...expected });
  });

  test('a request waits until its answer is part of what is shown', () => {
    expect(describe(log, 7)?.waiting).toBeUndefined();
    expect(describe(log, 7, 8)?.waiting).toBe(true);
    expect(describe(log, 7, 9)?.waiting).toBeUndefined();
  });

  test('there is nothing to say about events that do not exist', () => {
    expect(describe(log, -1)).toBeUndefined();
    expect(describe(log, log.length)).toBeUndefined();
  });

  test('any event can be described, in at most 200 characters of wire text', () => {
    fc.assert(
      fc.property(anyEvents(undefined, 30), (events) => {
        const any = new SessionLog();
        for (const event of events) any.append(event);
        for (const { s } of any.events) {
          const row = describe(any, s);
          expect(row?.s).toBe(s);
          expect((row?.text ?? '').length).toBeLessThanOrEqual(201);
          expect(row?.trouble).toBe(isTrouble(any, s));
        }
      }),
    );
  });
});

test('what a message leaves out is left out of its row', () => {
  const log = logOf(
    c2s(request(1, 'initialize', {})),
    s2c(result(1, { capabilities: { tools: {} } })),
    s2c(notification('notifications/message', { data: 'x' })),
    s2c(notification('notifications/message', { level: 'info' })),
    s2c(notification('notifications/message', {})),
  );
  const said = [...log.events].map(({ s }) => {
    const row = describe(log, s);
    return row && rowText(ENGLISH, log, row).parts.map(({ text }) => text);
  });
  expect(said).toEqual([
    ['initialize', '#1'],
    ['initialize', '→', 'tools', '#1'],
    ['notifications/message', 'x'],
    ['notifications/message', 'info'],
    ['notifications/message'],
  ]);
});

suite('trouble', () => {
  const probe = (answer: ReturnType<typeof failure>, http?: number): boolean[] => {
    const log = logOf(
      c2s(request(1, 'server/discover'), { by: 'auto', x: 'a' }),
      ...(http === undefined ? [] : [{ k: 'http', x: 'a', phase: 'response', status: http } as const]),
      s2c(answer),
    );
    return [...log.events].map(({ s }) => isTrouble(log, s));
  };
  test.each([
    ['refused by an error of its own', failure(1, -32601, 'Method not found'), undefined, [false, false]],
    ['refused with 400 and an error', failure(1, -32000, 'No session'), 400, [false, false, false]],
    ['refused for want of authorization', failure(1, -32000, 'No'), 401, [false, true, false]],
    ['refused by a broken server', failure(1, -32603, 'Broken'), 500, [false, true, false]],
    ['refused by a server without a handshake', failure(1, -32020, 'Headers'), undefined, [false, true]],
  ])('the version probe %s', (_, answer, http, expected) => expect(probe(answer, http)).toEqual(expected));

  test('a server/discover of a person is trouble when it is refused', () => {
    const log = logOf(c2s(request(1, 'server/discover'), { by: 'user' }), s2c(failure(1, -32601, 'Method not found')));
    expect(isTrouble(log, 1)).toBe(true);
  });

  test.each<[string, EventBody, boolean]>([
    ['a response with status 500', { k: 'http', x: '1', phase: 'response', status: 500 }, true],
    ['405 to the standalone stream', { k: 'http', x: '1', phase: 'response', status: 405 }, false],
    ['a cut by the network', { k: 'http', x: '1', phase: 'end', by: 'network' }, true],
    ['an exit with code 1', { k: 'process', event: 'exit', code: 1, by: 'server' }, true],
    ['an exit that the host asked for', { k: 'process', event: 'exit', code: 143, by: 'host' }, false],
    ['a broken pipe', { k: 'process', event: 'stdin-error', error: 'EPIPE' }, true],
    ['a connection problem', { k: 'connection', event: 'problem', reason: 'x' }, true],
    ['stderr', { k: 'stderr', text: 'error!' }, false],
  ])('%s', (_, body, expected) => {
    const log = logOf(...OPEN, body);
    expect(isTrouble(log, OPEN.length)).toBe(expected);
  });
});
