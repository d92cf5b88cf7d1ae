/** Tables of states: what came last is kept and not too much, and a copy has all and goes its own way, however large they are. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Groups } from '../../../../shared/session/groups.ts';
import { Sequence } from '../../../../shared/session/sequence.ts';
import { copyTables, emptyTables, Recent } from '../../../../shared/session/tables.ts';
import { plain } from '../../plain.ts';
import { runs } from '../../seed.ts';

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
    }),
  );
});

test('a copy of the last entries has them, and neither changes the other', () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const table = new Recent<number, number>(MOST);
      for (const [key, value] of before) table.set(key, value);
      const { table: copy } = copyTables({ table });
      const was = plain(copy);
      for (const [key, value] of after) table.set(key, value);
      expect(plain(copy)).toEqual(was);
      for (const [key, value] of after) copy.set(key, value);
      expect(plain(copy)).toEqual(plain(table));
    }),
  );
});

/** A state, and what has to be in it. */
interface Both {
  readonly state: { map: Map<number, number | undefined>; list: Sequence<number>; groups: Groups<number, `${number}`> };
  readonly map: Map<number, number | undefined>;
  readonly list: number[];
  readonly groups: Map<number, string[]>;
}

const none = (): Both => ({
  state: { map: new Map(), list: new Sequence(), groups: new Groups() },
  map: new Map(),
  list: [],
  groups: new Map(),
});

type Change = readonly [what: 'set' | 'delete' | 'clear' | 'push' | 'pop' | 'replace', from: number, count: number];
const change: fc.Arbitrary<Change> = fc.oneof(
  { arbitrary: fc.tuple(fc.constant('set' as const), fc.nat(200), fc.nat(150)), weight: 5 },
  { arbitrary: fc.tuple(fc.constant('delete' as const), fc.nat(200), fc.nat(250)), weight: 4 },
  { arbitrary: fc.tuple(fc.constant('clear' as const), fc.nat(), fc.nat()), weight: 1 },
  { arbitrary: fc.tuple(fc.constant('push' as const), fc.nat(), fc.nat(900)), weight: 5 },
  { arbitrary: fc.tuple(fc.constant('pop' as const), fc.nat(), fc.nat(900)), weight: 3 },
  { arbitrary: fc.tuple(fc.constant('replace' as const), fc.nat(), fc.nat(3)), weight: 2 },
);

function carryOut({ state, map, list, groups }: Both, [what, from, count]: Change): void {
  if (what === 'clear') {
    emptyTables(state);
    map.clear();
    return;
  }
  for (let step = 0; step < count; step++) {
    // In no order; 37 is prime to 201.
    const key = (from + step * 37) % 201;
    if (what === 'set') {
      const value = step % 7 === 0 ? undefined : from + step;
      state.map.set(key, value);
      map.set(key, value);
      const name = `${key}` as const;
      const group = key % 5;
      if (groups.get(group)?.includes(name)) continue;
      state.groups.add(group, name);
      groups.set(group, [...(groups.get(group) ?? []), name]);
    } else if (what === 'delete') {
      expect(state.map.delete(key)).toBe(map.delete(key));
      state.groups.delete(key % 5, `${key}`);
      const left = (groups.get(key % 5) ?? []).filter((each) => each !== `${key}`);
      if (left.length > 0) groups.set(key % 5, left);
      else groups.delete(key % 5);
    } else if (what === 'push') {
      state.list.push(from + step);
      list.push(from + step);
    } else if (what === 'pop') expect(state.list.pop()).toBe(list.pop());
    else if (list.length > 0) {
      const at = (from + step) % list.length;
      state.list.replace(at, -step);
      list[at] = -step;
    }
  }
}

function check({ state, map, list, groups }: Both): void {
  expect([...state.map]).toEqual([...map]);
  expect([...state.map.keys()]).toEqual([...map.keys()]);
  expect([...state.map.values()]).toEqual([...map.values()]);
  const each: unknown[] = [];
  state.map.forEach((value, key) => each.push([key, value]));
  expect(each).toEqual([...map]);
  expect(state.map.size).toBe(map.size);
  for (let key = 0; key < 202; key += 3) {
    expect(state.map.has(key)).toBe(map.has(key));
    expect(state.map.get(key)).toBe(map.get(key));
  }
  expect([...state.list]).toEqual(list);
  expect(state.list.all).toEqual(list);
  expect(state.list.length).toBe(list.length);
  for (const at of [-1, 0, 511, 512, list.length]) expect(state.list.at(at)).toBe(list.at(at));
  expect(state.list.slice(-600)).toEqual(list.slice(-600));
  expect(state.list.slice(500, 1030)).toEqual(list.slice(500, 1030));
  expect(new Map([...state.groups.groups()].map((group) => [group, [...state.groups.of(group)]]))).toEqual(groups);
  expect(state.groups.size).toBe(groups.size);
  for (const [group, [first]] of groups) expect(state.groups.first(group)).toBe(first);
}

test('tables of any size are as a Map, an array and arrays by group, and copies of them and of copies, each of which goes its own way', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.array(change, { maxLength: 4 })), { maxLength: 25 }), (all) => {
      const every: Both[] = [none()];
      for (const [which, changes] of all) {
        const one = every[which % every.length];
        if (!one) continue;
        const { state, map, list, groups } = one;
        every.push({ state: copyTables(state), map: new Map(map), list: [...list], groups: new Map(groups) });
        for (const each of changes) carryOut(one, each);
      }
      for (const each of every) check(each);
    }),
    { numRuns: runs(300) },
  );
});
