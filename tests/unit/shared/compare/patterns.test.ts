/** Masks of a part of a value: patterns with placeholders, tolerances, names at any depth, and what calibration makes of two runs. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareRecordings,
  fitPattern,
  maskWords,
  limitText,
  parsePattern,
  patternFrom,
  patternOf,
  PLACEHOLDERS,
  printPattern,
  readLimit,
  suggestFrom,
  suggestMasks,
  type Comparison,
  type PointerMask,
} from '#shared/compare';
import type { HeldRecording as Recorded } from '#shared/recording';
import { jsonText } from '../../arbitraries.ts';
import { asked, called, recordedTexts } from '../../recorded-of.ts';
import { runs } from '../../seed.ts';

function read(text: string): Exclude<ReturnType<typeof parsePattern>, string> {
  const pattern = parsePattern(text);
  if (typeof pattern === 'string') throw new Error(pattern);
  return pattern;
}
/** What the placeholders of a pattern take of a text; undefined where it does not fit. */
const taken = (pattern: string, text: string): string[] | undefined =>
  fitPattern(read(pattern), text)?.map(({ start, end }) => text.slice(start, end));

describe('a pattern', () => {
  test.each<[pattern: string, text: string, pieces: string[] | undefined]>([
    ['took {duration}, 3 rows', 'took 12 ms, 3 rows', ['12 ms']],
    ['took {duration}, 3 rows', 'took 1 min 3.5s, 3 rows', ['1 min 3.5s']],
    ['took {duration}, 3 rows', 'took 12 ms, 4 rows', undefined],
    ['took {duration}, 3 rows', 'took 12 apples, 3 rows', undefined],
    ['{number} rows', '-1,234.5e-7 rows', ['-1,234.5e-7']],
    ['{number} rows', ' 3 rows', undefined],
    ['[{number},{number}]', '[1,22]', ['1', '22']],
    ['[{number},{number}]', '[1,2,3]', undefined],
    ['{number}5', '125', undefined],
    ['on {date}', 'on 2026-11-20', ['2026-11-20']],
    ['on {date}', 'on Friday, 20 November 2026', ['Friday, 20 November 2026']],
    ['at {time}.', 'at 2026-11-20T10:00:00.123Z.', ['2026-11-20T10:00:00.123Z']],
    ['at {time}.', 'at 10:30 PM.', ['10:30 PM']],
    ['<{uuid}>', '<3f2504e0-4f89-11d3-9a0c-0305e82c3301>', ['3f2504e0-4f89-11d3-9a0c-0305e82c3301']],
    ['{hex}!', 'c0ffee!', ['c0ffee']],
    ['{hex}!', 'coffee!', undefined],
    ['/tmp/{id}/out.txt', '/tmp/run-1_a/out.txt', ['run-1_a']],
    ['/tmp/{id}/out.txt', '/tmp/run/1/out.txt', undefined],
    ['hello {word}!', 'hello Zoë!', ['Zoë']],
    ['in {path}.', 'in /tmp/a.b/c.', ['/tmp/a.b/c']],
    ['a: {line}\nb', 'a: anything (1)\nb', ['anything (1)']],
    ['a{any}b{any}c', 'a1b2\n3c', ['1', '2\n3']],
    ['{any}', '', ['']],
    ['{any}end', 'end end', ['end ']],
    ['{{"a":{number}}', '{"a":1}', ['1']],
    ['{"a":{number}}', '{"a":1}', ['1']],
    ['{{any}', '{any}', []],
    ['', '', []],
    ['', 'x', undefined],
  ])('%j fits %j: %j', (pattern, text, pieces) => {
    expect(taken(pattern, text)).toEqual(pieces);
  });

  test('says which placeholders there are when it names another', () => {
    expect(parsePattern('took {milliseconds}')).toContain('{milliseconds}, which is unknown; there are {number}');
    expect(parsePattern('x'.repeat(65_537))).toBe('is too long');
  });
});

const part = fc.oneof(
  fc.constantFrom(...PLACEHOLDERS).map((kind) => ({ kind })),
  fc.oneof(fc.string(), fc.constantFrom('{', '{{', '}', '{any}', '{number', '\n', ' ')).map((literal) => ({ literal })),
);
/** Texts as tools give them, and any others. */
const word = fc.constantFrom(
  'took',
  'rows',
  'Zoë',
  'run-1a2b',
  '12',
  '3.5',
  '12 ms',
  '10:30',
  '{',
  '}',
  '"',
  '/tmp/x',
  '\n',
);
const text = fc.oneof(
  fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
  fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
  fc.string({ unit: 'binary' }),
);

describe('any pattern', () => {
  test('reads as what it was printed from', () => {
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const pattern = patternOf(parts);
        expect(read(printPattern(pattern)).parts).toEqual(pattern.parts);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        const pattern = parsePattern(any);
        if (typeof pattern !== 'string') expect(read(printPattern(pattern)).parts).toEqual(pattern.parts);
      }),
    );
  });

  test('leaves everything but its pieces as it is: between them are its literals', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), text, (parts, any) => {
        const pattern = patternOf(parts);
        const pieces = fitPattern(pattern, any);
        if (!pieces) return;
        let at = 0;
        const rest = [...pieces.map(({ start, end }) => [start, end] as const), [any.length, any.length] as const].map(
          ([start, end]) => {
            const literal = any.slice(at, start);
            at = end;
            return literal;
          },
        );
        const literals: string[] = [''];
        for (const each of pattern.parts) {
          if ('literal' in each) literals[literals.length - 1] = each.literal;
          else literals.push('');
        }
        expect(rest).toEqual(literals);
      }),
      { numRuns: runs(300) },
    );
  });

  test('that is made from two texts fits both, whichever comes first, and no text with another literal', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const pattern = patternFrom(one, other);
        expect(patternFrom(other, one)).toBe(pattern);
        if (pattern === undefined) return;
        expect([taken(pattern, one), taken(pattern, other)]).not.toContain(undefined);
      }),
      { numRuns: runs(300) },
    );
  });

  test('takes time that grows with the text, whatever both are', () => {
    const long = 300_000;
    const cases: [string, string][] = [
      [`{any}${'a'.repeat(1000)}b{any}`.repeat(20), 'a'.repeat(long)],
      ['{any}{number}x'.repeat(50), '1'.repeat(long)],
      ['{any}{duration}{any}{path}!', '1 '.repeat(long / 2)],
      ['{any}{path}{word}', '.'.repeat(long)],
      ['{any}{time}', '10:00:0'.repeat(long / 7)],
      ['{any}'.repeat(10_000), 'a'.repeat(long)],
    ];
    const began = process.cpuUsage();
    for (const [pattern, any] of cases) fitPattern(read(pattern), any);
    patternFrom('1 a'.repeat(20_000), '2 b'.repeat(20_000));
    // Of the processor, which other tests use too.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
  });
});

describe('a pattern made from two texts keeps what they have in common', () => {
  test.each([
    ['took 12 ms, 3 rows', 'took 9 ms, 3 rows', 'took {duration}, 3 rows'],
    [
      'Created issue #17 at 2026-11-20T10:00:00Z',
      'Created issue #18 at 2026-11-21T10:00:00Z',
      'Created issue #{number} at {time}',
    ],
    ['wrote /tmp/run-ab12/out.txt', 'wrote /tmp/run-cd34/out.txt', 'wrote /tmp/run-{id}/out.txt'],
    ['key-12-a', 'key-34-a', 'key-{number}-a'],
    ['{"a":1,"b":[1,2]}', '{"a":2,"b":[1,2]}', '{{"a":{number},"b":[1,2]}'],
    ['Hello Ann, it is Monday', 'Hello Bob Smith, it is Monday', 'Hello {any}, it is Monday'],
    ['wrote /tmp/x/a b', 'wrote /tmp/yy/z/a b', 'wrote /tmp/{any}/a b'],
    ['first\n1 ms\nlast', 'first\n2 ms\nlast', 'first\n{duration}\nlast'],
    ['first\nlast', 'first\nmore\nlast', 'first{any}last'],
    ['-5 °C', '+6.5 °C', '{number} °C'],
  ])('%j and %j: %j', (one, other, pattern) => {
    expect(patternFrom(one, other)).toBe(pattern);
  });

  test.each([
    ['', 'x'],
    ['a b', 'x'],
    ['same', 'same'],
    ['one two', 'three'],
  ])('%j and %j have nothing in common', (one, other) => {
    expect(patternFrom(one, other)).toBeUndefined();
  });
});

const result = (value: unknown): Recorded =>
  recordedTexts(...asked(1, 'tools/call', { name: 't', arguments: {} }, { structuredContent: value }));
const masked = (before: unknown, after: unknown, ...pointers: PointerMask[]): Comparison =>
  compareRecordings(result(before), result(after), { masks: { off: [], pointers } });
const paths = ({ pairs }: Comparison): string[] =>
  pairs.flatMap(({ differences }) => differences.map(({ path }) => path));

describe('in a comparison', () => {
  const TOOK: PointerMask = { pointer: '/result/structuredContent/said', pattern: 'took {number} parsecs, 3 rows' };
  const said = (text: unknown): object => ({ said: text });

  test('a pattern masks its pieces, which are told, and nothing beside them', () => {
    const covered = masked(said('took 12 parsecs, 3 rows'), said('took 9 parsecs, 3 rows'), TOOK);
    expect(covered).toMatchObject({ same: true, counts: { masked: 1 } });
    expect(covered.pairs[0]?.maskedValues).toEqual([
      { path: '/result/structuredContent/said', mask: 'pattern', before: '12', after: '9' },
    ]);
    for (const other of ['took 9 parsecs, 4 rows', 'took nine parsecs, 3 rows', 9, null, ['took 9 parsecs, 3 rows']])
      expect(paths(masked(said('took 12 parsecs, 3 rows'), said(other), TOOK))).toEqual([
        '/result/structuredContent/said',
      ]);
    expect(paths(masked(said('took 12 parsecs, 3 rows'), {}, TOOK))).toEqual(['/result/structuredContent/said']);
  });

  test('a pattern of a number is one, and stays a number', () => {
    const mask = { pointer: '/result/structuredContent/n', pattern: '{number}' };
    expect(masked({ n: 1 }, { n: 2.5 }, mask).same).toBe(true);
    expect(masked({ n: 1 }, { n: '2' }, mask).same).toBe(false);
  });

  test.each<[tolerance: string, one: number, other: number, same: boolean]>([
    ['±0.1', 20.1, 20.2, true],
    ['±0.1', 20.1, 20.3, false],
    ['±5%', 100, 105, true],
    ['±5%', 100, 106, false],
    ['±5%', -100, 100, false],
    ['±0.5 ±5 %', 1, 1.4, true],
    ['±0', 1, 1.5, false],
  ])('%s of %d and %d', (tolerance, one, other, same) => {
    const mask = { pointer: '/result/structuredContent/n', tolerance };
    expect(masked({ n: one }, { n: other }, mask).same).toBe(same);
    expect(masked({ n: other }, { n: one }, mask).same).toBe(same);
    expect(masked({ n: one }, { n: String(other) }, mask).same).toBe(false);
  });

  test('numbers that floating point can’t tell apart are told apart', () => {
    const one = recordedTexts(
      '{"jsonrpc":"2.0","id":1,"method":"m"}',
      '<{"jsonrpc":"2.0","id":1,"result":{"n":9007199254740993}}',
    );
    const other = recordedTexts(
      '{"jsonrpc":"2.0","id":1,"method":"m"}',
      '<{"jsonrpc":"2.0","id":1,"result":{"n":9007199254740995}}',
    );
    const within = (tolerance: string): boolean =>
      compareRecordings(one, other, { masks: { off: [], pointers: [{ pointer: '/result/n', tolerance }] } }).same;
    expect([within('±1'), within('±2')]).toEqual([false, true]);
  });

  test('a name at any depth, in JSON inside a text too', () => {
    const value = (n: number): object => ({
      at: n,
      deep: [{ at: n }],
      text: JSON.stringify({ x: { at: n } }),
      that: n,
    });
    for (const pointer of ['**/at', '/**/at', '/result/**/at', '/**/**/at'])
      expect(paths(masked(value(1), value(2), { pointer }))).toEqual(['/result/structuredContent/that']);
    expect(paths(masked(value(1), value(2), { pointer: '/result/*/at' }))).toHaveLength(3);
    expect(masked({ '*': 1, a: 1 }, { '*': 2, a: 2 }, { pointer: '/result/structuredContent/~3' }).counts.changed).toBe(
      1,
    );
  });

  test('no name at any depth hides how an operation ended', () => {
    const ended = (answer: object): Recorded =>
      recordedTexts(...asked(1, 'tools/call', { name: 't', arguments: {} }, answer));
    const failed = (code: number): Recorded => ended({ error: { code, message: `no ${code}` } });
    const changed = (one: Recorded, other: Recorded, pointer: string): string[] =>
      paths(compareRecordings(one, other, { masks: { off: [], pointers: [{ pointer }] } }));
    for (const pointer of ['**/code', '/**', '**/error', '/error/**'])
      expect(changed(failed(-32602), failed(-32603), pointer)).toContain('/error/code');
    for (const pointer of ['**/isError', '/**', '**/outcome'])
      expect(changed(ended({ content: [] }), ended({ content: [], isError: true }), pointer)).toEqual([
        '/outcome',
        '/result/isError',
      ]);
    // A person may still say so.
    expect(changed(failed(-32602), failed(-32603), '/error')).toEqual([]);
  });

  test('what is asked is matched by its pattern', () => {
    const run = (n: number): Recorded =>
      recordedTexts(
        ...called(1, 'a', { id: 7, at: `run ${n}` }, 'A'),
        ...called(2, 'a', { id: 8, at: `run ${n}` }, 'B'),
      );
    const swapped = (n: number): Recorded =>
      recordedTexts(
        ...called(1, 'a', { id: 8, at: `run ${n}` }, 'B'),
        ...called(2, 'a', { id: 7, at: `run ${n}` }, 'A'),
      );
    const masks = { off: [], pointers: [{ pointer: '/params/arguments/at', pattern: 'run {number}' }] };
    expect(compareRecordings(run(1), swapped(2), { masks }).counts).toMatchObject({ changed: 0, moved: 1 });
  });

  test('masks are symmetric, and hide nothing that differs outside their pieces', () => {
    fc.assert(
      fc.property(text, text, text, (one, other, more) => {
        const pattern = patternFrom(one, other);
        if (pattern === undefined) return;
        const mask = { pointer: '/result/structuredContent/v', pattern };
        expect(masked({ v: one }, { v: other }, mask).same).toBe(true);
        expect(masked({ v: other }, { v: one }, mask).same).toBe(true);
        const fits = taken(pattern, more) !== undefined;
        const { counts } = compareRecordings(result({ v: one }), result({ v: more }), {
          masks: { off: [], pointers: [mask] },
        });
        const bare = compareRecordings(result({ v: one }), result({ v: more })).counts;
        if (!fits) expect(counts).toEqual(bare);
      }),
      { numRuns: runs(150) },
    );
  });

  test('any mask is taken with any values without throwing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), jsonText, jsonText, (pointer, limit, one, other) => {
        const limits = readLimit(limit);
        const mask = { pointer: `/${pointer}`, ...(typeof limits === 'string' ? { pattern: limit } : limits) };
        const raw = (json: string): Recorded =>
          recordedTexts('{"jsonrpc":"2.0","id":1,"method":"m"}', `<{"jsonrpc":"2.0","id":1,"result":${json}}`);
        compareRecordings(raw(one), raw(other), { masks: { off: [], pointers: [mask, { ...mask, pointer: '/**' }] } });
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('what a person types for a limit', () => {
  test.each<[string, object | string]>([
    ['', {}],
    ['  ', {}],
    ['±0.5', { tolerance: '±0.5' }],
    [' ±5 % ', { tolerance: '±5 %' }],
    ['±five', 'is not like “±0.5” or “±5%”'],
    ['took {duration}', { pattern: 'took {duration}' }],
  ])('%j', (typed, limits) => {
    expect(readLimit(typed)).toEqual(limits);
    if (typeof limits !== 'string') expect(readLimit(limitText(limits))).toEqual(limits);
  });

  test('is told in a line', () => {
    expect(maskWords({ pointer: '/a' })).toBe('/a');
    expect(maskWords({ pointer: '/a', pattern: '{number} rows' })).toBe('/a like “{number} rows”');
    expect(maskWords({ pointer: '/a', tolerance: '±5%' })).toBe('/a within ±5%');
  });
});

describe('calibration', () => {
  const run = (value: unknown): Recorded => result(value);
  const offered = (one: unknown, other: unknown): string[] =>
    suggestMasks(run(one), run(other)).suggested.map(({ mask }) =>
      maskWords(mask).replace('/result/structuredContent', ''),
    );

  test.each<[string, unknown, unknown, string[]]>([
    [
      'a piece',
      { s: 'took 1 parsec, 3 rows' },
      { s: 'took 2 parsec, 3 rows' },
      ['/s like “took {number} parsec, 3 rows”'],
    ],
    ['a number', { n: 1 }, { n: 2 }, ['/n like “{number}”']],
    ['a boolean', { b: true }, { b: false }, ['/b like “{word}”']],
    [
      'a name in every item',
      { l: [{ n: 'x1' }, { n: 'x2' }] },
      { l: [{ n: 'x3' }, { n: 'x4' }] },
      ['/l/*/n like “{id}”'],
    ],
    ['unlike items', { l: ['a 1', 'b'] }, { l: ['a 2', 'c'] }, ['/l/0 like “a {number}”', '/l/1 like “{word}”']],
    ['nothing in common', { s: 'one two' }, { s: 'three' }, []],
    ['another type', { n: 1 }, { n: '1 a' }, []],
    ['a missing member', { a: 1, b: 1 }, { b: 1 }, []],
    ['an item more', { l: [1] }, { l: [1, 2] }, []],
    ['an object for a list', { o: [] }, { o: {} }, []],
  ])('offers for %s', (_name, one, other, expected) => {
    expect(offered(one, other)).toEqual(expected);
    const { suggested, unsteady } = suggestMasks(run(one), run(other));
    const masks = { off: [], pointers: suggested.map(({ mask }) => mask) };
    // What is not offered is told, and what is offered covers all the rest.
    expect(unsteady.length > 0).toBe(expected.length === 0);
    expect(suggestMasks(run(one), run(other), masks).suggested).toEqual([]);
    expect(compareRecordings(run(one), run(other), { masks }).same).toBe(expected.length > 0);
  });

  test('offers none for an error code', () => {
    const failed = (code: number): Recorded =>
      recordedTexts(...asked(1, 'x', {}, { error: { code, message: `no ${code}` } }));
    const found = suggestMasks(failed(-32001), failed(-32002));
    expect(found.suggested).toEqual([]);
    expect(found.unsteady.map(({ what }) => what)).toEqual(['/error/code: -32001', '/error/code: -32002']);
  });

  test('finds one pattern for many calls of a tool, and bounds those that have none', () => {
    const many = (texts: readonly string[]): Recorded =>
      recordedTexts(...texts.flatMap((said, at) => called(at + 1, 't', { at }, said)));
    const steady = Array.from({ length: 300 }, (_, at) => `row ${at}`);
    const { suggested } = suggestMasks(many(steady), many([...steady].reverse()));
    expect(suggested.map(({ mask, covers }) => [mask.pattern, covers])).toEqual([['row {number}', 300]]);
    const wild = Array.from({ length: 30 }, (_, at) => `${'x '.repeat(at)}end ${at}`);
    const found = suggestMasks(many(wild), many(wild.map((each) => `${each}.5`)));
    expect(found.suggested.length).toBeLessThanOrEqual(5);
    expect(found.unsteady.length).toBeGreaterThan(0);
  });

  test('takes pairs alone', () => {
    const { pairs } = compareRecordings(run({ n: 1 }), run({ n: 2 }));
    expect(suggestFrom({ pairs }).suggested).toHaveLength(1);
  });
});
