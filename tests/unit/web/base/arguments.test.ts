/** What a text is given is said in both languages: no figure, name or reason is dropped in one of them. */
import { expect, test } from 'vitest';
import { help as english } from '../../../../web/shell/words/en.ts';
import { help as chinese } from '../../../../web/shell/words/zh-CN.ts';
import { textsIn } from './dictionaries.ts';

type Say = (...given: readonly unknown[]) => unknown;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isSay = (value: unknown): value is Say => typeof value === 'function';
/** Methods of texts, numbers and lists: what they give is still the argument, not a member of it. */
const METHODS = new Set([String, Number, Array].flatMap((type) => Object.getOwnPropertyNames(type.prototype)));

/** Stands for any value, with any members and methods; notes by `name` when it, or what comes of it, becomes text or a number. */
function marked(name: string, used: Set<string>, off: readonly string[]): unknown {
  return new Proxy(() => undefined, {
    get(_, member) {
      if (member === Symbol.toPrimitive)
        return () => {
          used.add(name);
          return 7;
        };
      if (member === Symbol.iterator) return undefined;
      const said = String(member);
      if (off.includes(said)) return false;
      return marked(METHODS.has(said) ? name : `${name}.${said}`, used, off);
    },
    apply: () => marked(name, used, off),
  });
}

function spell(said: unknown): void {
  if (isObject(said)) for (const part of Object.values(said)) spell(part);
  else String(said);
}

/** The arguments that a text says, `instead` of one of them being given; undefined when it cannot be made so. */
function saidOf(say: Say, count: number, off: readonly string[], at = -1, instead?: unknown): string[] | undefined {
  const used = new Set<string>();
  try {
    spell(say(...Array.from({ length: count }, (_, i) => (i === at ? instead : marked(String(i), used, off)))));
  } catch {
    return undefined;
  }
  return [...used].sort((one, other) => (one < other ? -1 : 1));
}

/** Pairs of functions at the same place of both dictionaries. */
function pairs(
  one: unknown,
  other: unknown,
  path = '',
): { readonly path: string; readonly both: readonly [Say, Say] }[] {
  if (isSay(one) && isSay(other)) return [{ path, both: [one, other] }];
  if (!isObject(one) || !isObject(other)) return [];
  const names = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).flatMap(([name, value]) => pairs(value, names.get(name), `${path}.${name}`));
}

test('functions of both languages say the same arguments', async () => {
  const all = pairs(await textsIn('en'), await textsIn('zh-CN'));
  expect(all.length).toBeGreaterThan(400);
  const count = 6;
  const wrong = all.flatMap(({ path, both: [one, other] }) =>
    [[], ['next', 'anew', 'again'], ['next']].flatMap((off) =>
      [
        [-1, undefined],
        ...Array.from(
          { length: count },
          (_, i) =>
            [
              [i, undefined],
              [i, ''],
            ] as const,
        ).flat(),
      ].flatMap(([at, instead]) => {
        const [left, right] = [saidOf(one, count, off, at, instead), saidOf(other, count, off, at, instead)];
        if (left === undefined || right === undefined || left.join() === right.join()) return [];
        return [`${path}: ${left.join(' ')} in English, ${right.join(' ')} in Chinese`];
      }),
    ),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

test('help names the same wire texts in both languages', () => {
  const wire = (topics: object): string[][] =>
    Object.values(topics).map((text) => [...String(text).matchAll(/`[^`]+`/g)].map(([found]) => found).sort());
  expect(wire(chinese.pages)).toEqual(wire(english.pages));
});
