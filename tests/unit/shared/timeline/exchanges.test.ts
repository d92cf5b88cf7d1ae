import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EventBody } from '#shared/recording';
import { SessionLog } from '#shared/session';
import { Exchanges } from '#shared/timeline';
import { c2s, logOf, request, result, s2c } from '../../script.ts';

const http = (x: string, phase: 'request' | 'response' | 'end', more: object = {}): EventBody => ({
  k: 'http',
  x,
  phase,
  ...more,
});
const exchangesOf = (log: SessionLog): Exchanges => {
  const exchanges = new Exchanges(log);
  exchanges.advance();
  return exchanges;
};

test('an exchange has its method, status and extent, and each message knows the one that carried it', () => {
  const log = logOf(
    http('x1', 'request', { method: 'GET' }),
    http('x2', 'request', { method: 'POST' }),
    c2s(request(1, 'ping'), { x: 'x2' }),
    http('x2', 'response', { status: 200 }),
    s2c(result(1), { x: 'x2' }),
    http('x2', 'end', { by: 'server' }),
    http('x1', 'response', { status: 200 }),
  );
  const exchanges = exchangesOf(log);
  expect(exchanges.of(4)).toEqual({
    index: 1,
    x: 'x2',
    method: 'POST',
    column: 1,
    opened: 1,
    responded: 3,
    status: 200,
    ended: 5,
  });
  expect(exchanges.spanning(0, 6).map(({ x, ended }) => [x, ended])).toEqual([
    ['x1', undefined],
    ['x2', 5],
  ]);
  expect(exchanges.spanning(6, 6).map(({ x }) => x)).toEqual(['x1']);
});

test('what spans a window is what a search through all finds, however the events came; a name used again is another exchange', () => {
  const step = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('request', 'response', 'end'));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(40), fc.nat(40), (steps, one, other) => {
      const bodies = steps.map(([x, phase]) => http(x, phase as 'end', { by: 'server' }));
      const whole = exchangesOf(logOf(...bodies));
      const log = new SessionLog();
      const grown = new Exchanges(log);
      for (const [s, body] of bodies.entries()) {
        log.append({ ...body, s, t: s });
        grown.advance();
      }
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const all = [...new Set([...log.events].map(({ s }) => whole.of(s)))];
      const open = all.filter((each) => each && each.opened <= to && (each.ended ?? to) >= from);
      expect(whole.spanning(from, to)).toEqual(open);
      expect(grown.spanning(from, to)).toEqual(open);
      for (const { s } of log.events) expect(whole.of(s)?.opened).toBeLessThanOrEqual(s);
    }),
  );
});
