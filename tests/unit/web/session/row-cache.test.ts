/** Rows that are kept: each as of the event that is shown, with what came of its request since. */
import { expect, test } from 'vitest';
import { ENGLISH, rowText } from '#shared/words';
import { RowCache } from '../../../../web/session/row-cache.ts';
import { c2s, failure, logOf, request, result, s2c } from '../../script.ts';

test('the row of a request, or of text that is none, changes when something answers it, and back', () => {
  const log = logOf(c2s(request(1, 'ping')), c2s('{"jsonrpc":'), s2c(failure(null, -32700)), s2c(result(1, {})));
  const cache = new RowCache(log);
  const took = (s: number, asOf: number): string => {
    const row = cache.get(s, asOf);
    return row ? rowText(ENGLISH, log, row, asOf).took : '';
  };
  const { silence, open } = ENGLISH.outcomes;
  for (const asOf of [1, 3, 1, 3])
    expect([took(0, asOf), took(1, asOf)]).toEqual(asOf === 1 ? [open, silence] : ['', '']);
  expect(cache.get(0, 3)).toBe(cache.get(0, 3));
});
