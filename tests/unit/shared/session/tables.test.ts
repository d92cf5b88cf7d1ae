/** Tables of what came last: enough is kept and not too much, and a copy goes its own way. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyTables, Recent, sizeOfTables } from '../../../../shared/session/tables.ts';

const MOST = 5;
const steps = fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat()), { maxLength: 60 });

test('the last entries are there, and at most twice as many as must be', () => {
  fc.assert(
    fc.property(steps, (puts) => {
      const table = new Recent<number, number>(MOST);
      const latest = new Map<number, number>();
      for (const [key, value] of puts) {
        table.set(key, value);
        latest.delete(key);
        latest.set(key, value);
        expect(table.size).toBeLessThanOrEqual(2 * MOST + 1);
        for (const [known, last] of [...latest].slice(-MOST)) expect(table.get(known)).toBe(last);
        for (const [known, last] of latest) expect([last, undefined]).toContain(table.get(known));
      }
      expect(sizeOfTables({ table })).toBe(table.size);
    }),
  );
});

test('a copy has what the table has, and neither changes the other', () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const table = new Recent<number, number>(MOST);
      for (const [key, value] of before) table.set(key, value);
      const { table: copy } = copyTables({ table });
      const was = structuredClone({ older: copy.older, newer: copy.newer });
      for (const [key, value] of after) table.set(key, value);
      expect({ older: copy.older, newer: copy.newer }).toEqual(was);
      for (const [key, value] of after) copy.set(key, value);
      expect(copy).toEqual(table);
    }),
  );
});
