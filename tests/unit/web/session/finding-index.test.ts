/** The index over findings: whatever their order and however it grows, it names each event's own. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from '#shared/findings';
import { FindingIndex } from '../../../../web/session/finding-index.ts';

const at = (s: number): Finding => ({ rule: 'x', revision: '', side: 'server', at: s, related: [], found: [] });

test('events and places are those of the list', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(20), fc.uniqueArray(fc.nat(20)), (all, cut, some) => {
      const found = all.map(at);
      const index = new FindingIndex();
      index.add(found.slice(0, cut));
      index.add(found);
      const events = [...new Set(all)].sort((a, b) => a - b);
      expect(index.events).toEqual(events);
      for (const s of Array.from({ length: 21 }, (_, each) => each))
        expect(index.of(s)).toEqual(all.flatMap((each, place) => (each === s ? [place] : [])));
      const wanted = some.sort((a, b) => a - b);
      expect(index.among(wanted)).toEqual(events.filter((s) => wanted.includes(s)));
    }),
  );
});
