/** Going back in a long session, whatever it holds: the state there is the fold of what came before, and copies stay few. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { FINDINGS } from '#shared/findings';
import { LENSES } from '#shared/lenses';
import { FACTS } from '#shared/library';
import { CHECKPOINT_EVERY, OBLIGATIONS, SESSION, SessionFold, SessionLog, type Fold } from '#shared/session';
import type { EventBody, WireEvent } from '#shared/recording';
import { toEvents } from '../../arbitraries.ts';
import { plain } from '../../plain.ts';
import { c2s, logOfEvents, notification, request, result, s2c } from '../../script.ts';
import { runs } from '../../seed.ts';

/** `count` requests that nobody answers. */
function unanswered(count: number): WireEvent[] {
  return Array.from({ length: count }, (_, s) => ({
    s,
    t: s,
    k: 'message',
    dir: 'c2s',
    raw: `{"jsonrpc":"2.0","id":${s},"method":"ping"}`,
  }));
}

describe('a log with ever more open requests', () => {
  const events = unanswered(40_000);
  const log = logOfEvents(events);

  test('gives the state as of any event', () => {
    for (const s of [-1, 0, 511, 512, 513, 1023, 1024, 5000, 17_777, 39_998, 39_999]) {
      const state = log.asOf(SESSION, s);
      expect(state.events).toBe(s + 1);
      expect(state.pending.size).toBe(s + 1);
    }
  });

  test('gives the same as a log that ends there', () => {
    const s = 3000;
    expect(plain(log.asOf(SESSION, s))).toEqual(plain(logOfEvents(events.slice(0, s + 1)).state));
  });

  test('finds what was open at any time', () => {
    for (const s of [0, 700, 1024, 9999, 39_999]) {
      const open = log.spanning(s, s);
      expect(open).toHaveLength(s + 1);
      expect(open.map(({ opened }) => opened)).toEqual(Array.from({ length: s + 1 }, (_, at) => at));
    }
  });
});
/** Sessions with ever more of everything, of which some is answered, ended or taken back again, in no order. */
const crowded = fc.array(fc.tuple(fc.nat(9), fc.nat(199)), { minLength: 300, maxLength: 400 }).map((all): WireEvent[] =>
  toEvents(
    all.map(([what, n], s): EventBody => {
      const call = request(n, 'tools/call', { name: `tool ${n}`, _meta: { progressToken: `token ${n}` } });
      const x = `x${n}`;
      if (what === 0) return c2s(call);
      if (what === 1) return { ...c2s(call), x } as EventBody;
      if (what === 2) return c2s(JSON.stringify([call, request(n + 1, 'ping'), request(`other ${n}`, 'ping')]));
      if (what === 3) return s2c(result(n, { resultType: 'task', taskId: `task ${n}`, status: 'working' }));
      if (what === 4) return { k: 'http', phase: 'request', x, method: 'POST', url: 'http://localhost/' };
      if (what === 5) return { k: 'http', phase: 'end', x };
      if (what === 6) return { k: 'note', at: n, text: n % 3 === 0 ? '' : `note ${s}` };
      if (what === 7) return n % 2 === 0 ? c2s('{"id":') : s2c('{"jsonrpc":"2.0","id":null,"error":{"code":1.5}}');
      if (what === 8) return s2c(notification('notifications/resources/updated', { uri: `file:///${n}` }));
      return s2c(request(n, 'ping'));
    }),
  ),
);
const FOLDS: readonly Fold<object>[] = [SESSION, OBLIGATIONS, FACTS, FINDINGS, ...LENSES];

function folded(events: readonly WireEvent[]): SessionLog {
  const log = new SessionLog();
  for (const fold of FOLDS) log.follow(fold);
  for (const event of events) log.append(event);
  return log;
}

test('the state of every fold as of any event of a crowded session is that of a session that ends there', () => {
  fc.assert(
    fc.property(crowded, fc.array(fc.nat(), { minLength: 1, maxLength: 2 }), (events, places) => {
      const log = folded(events);
      for (const place of places) {
        const s = place % events.length;
        const ended = folded(events.slice(0, s + 1));
        for (const fold of FOLDS) expect(plain(log.asOf(fold, s))).toEqual(plain(ended.follow(fold)));
      }
      for (const fold of FOLDS) expect(plain(log.follow(fold))).toEqual(plain(folded(events).follow(fold)));
    }),
    { numRuns: runs(20) },
  );
});

describe('going to any event of a session costs a few hundred steps, and copies what changed in as many, with', () => {
  const many = <T>(make: (id: number) => T): T[] => Array.from({ length: 6000 }, (_, id) => make(id));
  const open = many((id) => c2s(request(id, 'ping')));
  const shapes: { readonly [shape: string]: readonly EventBody[] } = {
    'requests that are open': open,
    'requests that were answered backwards': [...open, ...many((id) => s2c(result(5999 - id)))],
    exchanges: many((id) => ({ k: 'http', phase: 'request', x: `x${id}`, method: 'POST', url: 'http://localhost/' })),
    notes: many((id) => ({ k: 'note', at: id, text: 'a note' })),
    'resources that are subscribed to': many((id) => [
      c2s(request(id, 'resources/subscribe', { uri: `file:///${id}` })),
      s2c(result(id)),
    ]).flat(),
    'pages of a list': many((id) => [
      c2s(request(id, 'tools/list', id === 0 ? {} : { cursor: `${id}` })),
      s2c(result(id, { tools: [{ name: `tool ${id}` }], nextCursor: `${id + 1}` })),
    ]).flat(),
    findings: many((id) => s2c({ jsonrpc: '2.0', id: `nobody's ${id}`, error: { code: 1.5 } })),
  };

  test.for(Object.entries(shapes))('%s', ([shape, bodies]) => {
    const log = folded(toEvents(bodies));
    const [entries, steps] = [vi.spyOn(Map.prototype, 'set'), vi.spyOn(SessionFold.prototype, 'append')];
    try {
      for (const s of [10, 511, 3000, log.length >> 1, log.length - 700, log.length - 2])
        for (const fold of FOLDS) {
          // A judge looks through the pages so far at each.
          if (shape === 'pages of a list' && fold === FINDINGS) continue;
          const [before, stepped] = [entries.mock.calls.length, steps.mock.calls.length];
          log.cursor().asOf(fold, s);
          expect(steps.mock.calls.length - stepped).toBeLessThanOrEqual(CHECKPOINT_EVERY);
          // A step puts a few of them; all that are open would be thousands.
          expect(entries.mock.calls.length - before).toBeLessThan(20 * CHECKPOINT_EVERY);
        }
    } finally {
      entries.mockRestore();
      steps.mockRestore();
    }
  });
});
