/** What logs only seem to hide: short names at the beginning of a line. */
import { describe, expect, test } from 'vitest';
import { stderr, texts } from '../../redacted-texts.ts';

describe('short names at the beginning of a line', () => {
  test.each([
    ['pass=12 fail=0\n', 'pass=12 fail=0\n'],
    ['key=user:42 hit', 'key=user:42 hit'],
    ['key=users:10042:profile hit', 'key=users:10042:profile hit'],
    ['code=0', 'code=0'],
    ['sig=ok;code=12;key=north.7', 'sig=ok;code=12;key=north.7'],
    ['code=abc&state=1', 'code=‹secret:1›&state=1'],
    ['state=1&key=abc', 'state=1&key=‹secret:1›'],
    ['key=a1B2c3D4e5 used', 'key=‹secret:1› used'],
    ['token=abc', 'token=‹secret:1›'],
    ['see http://h/x;key=abc?y=1', 'see http://h/x;key=‹secret:1›?y=1'],
    ['see http://h/x?code=0', 'see http://h/x?code=‹secret:1›'],
  ])('%s', (text, shown) => {
    expect(texts(stderr(text))).toEqual([shown]);
  });
});
