/** What a step costs does not depend on how much is open, listed or subscribed to. */
import { describe, expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import { ASKED, EXCHANGES } from '#shared/lenses';
import type { EventBody, WireEvent } from '#shared/recording';
import { planRerun } from '#shared/rerun';
import { copyState, decodeEvent, OBLIGATIONS, SessionFold } from '#shared/session';
import { recordedTexts } from '../../recorded-of.ts';
import { handshake } from '../../script.ts';

const sent = (raw: string): EventBody => ({ k: 'message', dir: 'c2s', by: 'user', raw });
const came = (raw: string): EventBody => ({ k: 'message', dir: 's2c', raw });
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** A fold of `bodies` whose table of open requests may not be looked through from here on. */
function folded(bodies: readonly EventBody[]): SessionFold {
  const fold = new SessionFold();
  take(fold, bodies);
  const refuse = (): never => {
    throw new Error('looked through all that is open');
  };
  Object.assign(fold.state.pending, {
    [Symbol.iterator]: refuse,
    entries: refuse,
    forEach: refuse,
    keys: refuse,
    values: refuse,
  });
  return fold;
}

function take(fold: SessionFold, bodies: readonly EventBody[]): void {
  for (const body of bodies) {
    const event: WireEvent = { ...body, s: fold.length, t: fold.length };
    fold.append(event);
  }
}

describe('with many requests open', () => {
  test('a request that reuses an open id takes its place without a deletion, of which a Map remembers each', () => {
    const reused = sent('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    const fold = folded([reused]);
    Object.assign(fold.state.pending, {
      delete: () => {
        throw new Error('deleted');
      },
    });
    take(fold, [reused, reused]);
    expect(fold.state.pending.size).toBe(3);
  });

  test('a timeout finds its request by the event that sent it', () => {
    const fold = folded(times(20, (id) => sent(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)));
    take(
      fold,
      times(20, (at): EventBody => ({ k: 'timeout', at: 19 - at, limit: 'total', ms: 1 })),
    );
    expect(fold.state.pending.size).toBe(0);
    expect(fold.state.sent.size).toBe(0);
  });

  test('a timeout ends the first open request of a batch', () => {
    const requests = [1, 2, 3].map((id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    const fold = folded([sent(`[${requests.join()}]`), came('{"jsonrpc":"2.0","id":1,"result":{}}')]);
    take(fold, [{ k: 'timeout', at: 0, limit: 'total', ms: 1 }]);
    expect(fold.state.pending.has('c2s:n:3')).toBe(true);
    expect(fold.state.pending.size).toBe(1);
  });

  test('an answer without an id finds the latest malformed text', () => {
    const fold = folded(times(20, (at) => sent(`{"jsonrpc":"2.0","id":${at},`)));
    const answer = came('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}');
    take(fold, [answer]);
    expect(fold.state.malformed).toHaveLength(19);
    take(
      fold,
      times(19, () => answer),
    );
    expect(fold.state.unreadable.size).toBe(0);
  });
});

describe('what grows is added to in place', () => {
  const page = (at: number, next?: number): EventBody[] => [
    sent(
      `{"jsonrpc":"2.0","id":${at + 10},"method":"tools/list"${at === 0 ? '' : `,"params":{"cursor":"page ${at}"}`}}`,
    ),
    came(
      `{"jsonrpc":"2.0","id":${at + 10},"result":{"tools":[{"name":"tool ${at}"}]${next === undefined ? '' : `,"nextCursor":"page ${next}"`}}}`,
    ),
  ];

  test('pages of a list, which copies of the state do not share', () => {
    const fold = new SessionFold();
    take(fold, [...handshake(), ...page(0, 1)]);
    const { items } = fold.state.lists.tools;
    const copy = copyState(fold.state);
    take(fold, [...page(1, 2), ...page(2)]);
    expect(fold.state.lists.tools.items).toBe(items);
    expect(items).toHaveLength(3);
    expect(copy.lists.tools).toMatchObject({ pages: 1, complete: false });
    expect(copy.lists.tools.items.all).toEqual([{ name: 'tool 0' }]);
    expect(copy.lists.tools.cursors.size).toBe(0);
  });

  test('a list that was complete, and which a copy of the state shares, is not added to', () => {
    const fold = new SessionFold();
    take(fold, [...handshake(), ...page(0)]);
    const copy = copyState(fold.state);
    take(fold, [{ k: 'connection', event: 'restarted' }, ...page(1)]);
    expect(fold.state.lists.tools.items).toHaveLength(2);
    expect(copy.lists.tools.items).toHaveLength(1);
  });

  test('phases, which copies of the state do not share', () => {
    const fold = new SessionFold();
    take(fold, handshake());
    const { phases } = fold.state;
    const copy = copyState(fold.state);
    const known = copy.phases.length;
    take(fold, [...handshake(), ...handshake()]);
    expect(fold.state.phases).toBe(phases);
    expect(phases.length).toBeGreaterThan(known);
    expect(copy.phases).toHaveLength(known);
  });

  test('a list to which pages are added although it is complete, which copies of the state do not share', () => {
    const fold = new SessionFold();
    take(fold, [...handshake(), ...page(0), ...page(1)]);
    const { items } = fold.state.lists.tools;
    const copy = copyState(fold.state);
    take(fold, [...page(2), ...page(3)]);
    expect(fold.state.lists.tools.items).toBe(items);
    expect(items).toHaveLength(4);
    expect(copy.lists.tools.items).toHaveLength(2);
    take(new SessionFold(copy), page(4));
    expect(copy.lists.tools.items).toHaveLength(3);
    expect(items).toHaveLength(4);
  });

  test('the resources that are subscribed to', () => {
    const fold = new SessionFold();
    take(fold, handshake());
    const copy = copyState(fold.state);
    const { subscribed } = fold.state;
    const change = (id: number, verb: string): EventBody[] => [
      sent(`{"jsonrpc":"2.0","id":${id},"method":"resources/${verb}","params":{"uri":"file:///a"}}`),
      came(`{"jsonrpc":"2.0","id":${id},"result":{}}`),
    ];
    take(fold, change(10, 'subscribe'));
    expect(fold.state.subscribed).toBe(subscribed);
    expect([...subscribed.keys()]).toEqual(['file:///a']);
    expect(copy.subscribed.size).toBe(0);
    take(fold, change(11, 'unsubscribe'));
    expect(subscribed.size).toBe(0);
  });
});

describe('a batch of 3,000 requests', () => {
  const batch = (item: (id: number) => string): string => `[${times(3000, item).join()}]`;
  const recorded = recordedTexts(
    batch((id) => `{"jsonrpc":"2.0","id":${id},"method":"a/b","params":{"at":${id}}}`),
    `<${batch((id) => `{"jsonrpc":"2.0","id":${id},"result":{"of":${id}}}`)}`,
  );

  // It took minutes when the whole text was read for each of its messages.
  test('is compared with itself', () => {
    const { same, pairs } = compareRecordings(recorded, recorded);
    expect(same).toBe(true);
    expect(pairs).toHaveLength(3000);
  });

  test('is asked about, and its subjects are found, without reading it for each of its requests', () => {
    const items = times(3000, (id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: `tool ${id}` } }));
    for (const dir of ['c2s', 's2c'] as const) {
      const event: WireEvent = { k: 'message', dir, raw: JSON.stringify(items), s: 0, t: 0 };
      const decoded = decodeEvent(event);
      const note = new SessionFold().append(event);
      let read = 0;
      const batch = decoded?.kind === 'batch' ? decoded : undefined;
      if (!batch || !note) throw new Error('not a batch');
      const counted = batch.items.map(
        (item) =>
          new Proxy(item, {
            get: (of, name) => {
              read++;
              return Reflect.get(of, name) as unknown;
            },
          }),
      );
      for (const fold of [EXCHANGES, ASKED]) fold.step(fold.init() as never, event, { ...batch, items: counted }, note);
      expect(read).toBeLessThan(30 * 3000);
    }
  });

  test('is planned', () => {
    expect(planRerun(recorded).steps).toHaveLength(1);
  });
});

test('what a text tells of many tasks is read once, however many they are', () => {
  const fold = new SessionFold();
  const state = fold.follow(OBLIGATIONS, OBLIGATIONS.init());
  take(fold, [...handshake(), sent('{"jsonrpc":"2.0","id":10,"method":"tasks/list"}')]);
  const tasks = times(500, (at) => ({ taskId: `task ${at}`, status: 'working' }));
  const body = came(JSON.stringify({ jsonrpc: '2.0', id: 10, result: { tasks } }));
  const event: WireEvent = { ...body, s: fold.length, t: fold.length };
  const decoded = decodeEvent(event);
  const note = fold.append(event);
  let read = 0;
  const counted = tasks.map(({ taskId, status }) => ({
    status,
    get taskId() {
      read++;
      return taskId;
    },
  }));
  const told = decoded?.kind === 'response' ? { ...decoded, result: { tasks: counted } } : undefined;
  expect(note?.tasks).toHaveLength(500);
  if (note) OBLIGATIONS.step(state, event, told, note);
  expect(read).toBeLessThanOrEqual(1500);
});
