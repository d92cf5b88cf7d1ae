/** Which line an HTTP exchange's messages begin and end at. */
import { expect, test } from 'vitest';
import { carrierOf, Exchanges } from '#shared/timeline';
import { c2s, logOf, request, result, s2c } from '../../script.ts';

test('a request of the server and its response are at the same line', () => {
  const log = logOf(
    { k: 'http', x: 'x1', phase: 'request', method: 'GET' },
    s2c(request('a', 'roots/list'), { x: 'x1' }),
    { k: 'http', x: 'x2', phase: 'request', method: 'POST' },
    c2s(result('a', { roots: [] }), { x: 'x2', by: 'auto' }),
    s2c(request('b', 'sampling/createMessage', {}), { x: 'x1' }),
    { k: 'http', x: 'x3', phase: 'request', method: 'POST' },
    c2s(result('b', {}), { x: 'x3', by: 'user' }),
    { k: 'http', x: 'x3', phase: 'response', status: 202 },
  );
  const exchanges = new Exchanges(log);
  exchanges.advance();
  expect([1, 3, 4, 6].map((s) => carrierOf(exchanges, log, s)?.own)).toEqual([true, true, false, false]);
  // While nobody has responded, nobody knows who will.
  expect(carrierOf(exchanges, log, 1, 3)?.own).toBe(false);
  expect(carrierOf(exchanges, log, 6)).toMatchObject({ text: 'x3 202', x: 'x3', status: 202 });
});
