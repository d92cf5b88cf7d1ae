/** Tabs come back to the places that they had before a reload. */
import { describe, expect, it } from 'vitest';
import { putBack, type Tab } from '../../../../web/workspace/kept-tabs.ts';

const tabsOf = (ids: string): Tab[] => [...ids].map((id) => ({ id, kind: 'file' }));

describe('a tab that comes back', () => {
  it.each([
    ['the first one after the others', 'bc', 'a', 'abc'],
    ['in the middle', 'ac', 'b', 'abc'],
    ['the last one', 'ab', 'c', 'abc'],
    ['alone', '', 'b', 'b'],
    ['before what was opened since then', 'x', 'a', 'ax'],
    ['between what was there and what was opened since then', 'axy', 'c', 'acxy'],
    ['that was not there before', 'ab', 'x', 'abx'],
  ])('%s', (_, there, back, all) => {
    expect(putBack(tabsOf(there), { id: back, kind: 'file' }, tabsOf('abc'))).toEqual(tabsOf(all));
  });
});
