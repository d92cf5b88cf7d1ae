/** The file of masks beside a recording. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMasks, DEFAULT_MASKS, MASK_NAMES, readMasks, writeMasks, type Masks } from '#shared/compare';
import { jsonText } from '../../arbitraries.ts';
import { runs } from '../../seed.ts';

const MASKS: Masks = {
  off: ['time'],
  pointers: [{ pointer: '/result/a', method: 'tools/call', about: 'dice', why: 'chance', more: { by: 'me' } }],
  why: 'dice',
  more: { later: [1] },
};

test('what was written is read, with members that are not known', () => {
  expect(readMasks(writeMasks(MASKS))).toEqual({ ok: true, masks: MASKS, problems: [] });
  expect(JSON.parse(writeMasks(MASKS))).toEqual({
    mcprecMasks: 1,
    why: 'dice',
    off: ['time'],
    pointers: [{ pointer: '/result/a', method: 'tools/call', about: 'dice', why: 'chance', by: 'me' }],
    later: [1],
  });
});

test.each([
  ['{', 'it is not JSON'],
  ['[]', 'it is not an object'],
  ['{}', 'it is not a masks file: “mcprecMasks” is not the number of a version'],
  ['{"mcprecMasks":0}', 'it is not a masks file: “mcprecMasks” is not the number of a version'],
  ['{"mcprecMasks":0.5}', 'it is not a masks file: “mcprecMasks” is not the number of a version'],
  ['{"mcprecMasks":3}', 'it was made by a newer version of this program (3)'],
])('%s is refused: %s', (text, problem) => {
  expect(readMasks(text)).toEqual({ ok: false, problem });
});

describe('versions', () => {
  const OLD = readFileSync(new URL('../../../samples/masks/v1.mcprec.masks.json', import.meta.url), 'utf8');

  test('a file of version 1 is read as it was meant, and written as the same while it says nothing newer', () => {
    const read = readMasks(OLD);
    expect(read).toMatchObject({ ok: true, problems: [] });
    expect(read.ok && JSON.parse(writeMasks(read.masks))).toEqual(JSON.parse(OLD));
  });

  test('what was a name in version 1 stays one', () => {
    const read = readMasks('{"mcprecMasks":1,"off":[],"pointers":[{"pointer":"/result/**/~3/*"}]}');
    expect(read.ok && read.masks.pointers).toEqual([{ pointer: '/result/~3~3/~03/*' }]);
  });

  test.each([
    [{ pointer: '/a', pattern: 'in {duration}' }],
    [{ pointer: '/a', tolerance: '±5%' }],
    [{ pointer: '**/at' }],
    [{ pointer: '/result/**/at' }],
  ])('%j is written as version 2, which an older program refuses to read as a mask of more', (mask) => {
    const text = writeMasks({ off: [], pointers: [mask] });
    expect(JSON.parse(text)).toMatchObject({ mcprecMasks: 2, pointers: [mask] });
    expect(readMasks(text)).toEqual({ ok: true, masks: { off: [], pointers: [mask] }, problems: [] });
  });

  test('a limit that can’t be read masks nothing, is told, and stays in a file of version 2', () => {
    const pointers = [
      { pointer: '/a', pattern: '{nmber} rows' },
      { pointer: '/b', tolerance: '5 apples' },
      { pointer: '/c', pattern: 'x', tolerance: '±1' },
      { pointer: '/d', pattern: 1 },
    ];
    const read = readMasks(JSON.stringify({ mcprecMasks: 2, pointers }));
    expect(read).toMatchObject({ ok: true, masks: { pointers: [] } });
    expect(read.ok && read.problems.map((each) => each.slice(0, 60))).toEqual(
      [
        'pointer 1 has a “pattern” that has a placeholder {nmber}, which is',
        'pointer 2 has a “tolerance” that is not like “±0.5” or “±5%”',
        'pointer 3 has both a “pattern” and a “tolerance”',
        'pointer 4 has a “pattern” that is no string',
      ].map((each) => each.slice(0, 60)),
    );
    expect(read.ok && JSON.parse(writeMasks(read.masks))).toMatchObject({ mcprecMasks: 2, pointers });
  });
});

test('what can’t be used is told, and the rest is', () => {
  const text =
    '{"mcprecMasks":1,"off":["time","weather"],"pointers":[{"pointer":"a"},{},{"pointer":"/b"},{"pointer":"/c","method":1}]}';
  expect(readMasks(text)).toEqual({
    ok: true,
    masks: {
      off: ['time'],
      pointers: [{ pointer: '/b' }],
      unread: { off: ['weather'], pointers: [{ pointer: 'a' }, {}, { pointer: '/c', method: 1 }] },
    },
    problems: [
      'there is no mask called "weather"',
      'pointer 1 does not begin with “/”',
      'pointer 2 has no “pointer”',
      'pointer 4 has a “method” that is no string',
    ],
  });
});

test('any text is read or refused, and what is read is written as it is', () => {
  const file = fc.record(
    {
      mcprecMasks: fc.constantFrom(1, 2, 2, '1'),
      off: fc.oneof(fc.array(fc.constantFrom(...MASK_NAMES, 'x')), fc.jsonValue()),
      pointers: fc.oneof(
        fc.array(
          fc.record(
            {
              pointer: fc.oneof(fc.string(), fc.constantFrom('/a', '/**/a', '**/*', '/~3/**')),
              pattern: fc.oneof(fc.string(), fc.constantFrom('{number} rows', '{nothing}')),
              tolerance: fc.oneof(fc.string(), fc.constantFrom('±1', '±5%')),
              why: fc.string(),
            },
            { requiredKeys: ['pointer'] },
          ),
        ),
        fc.jsonValue(),
      ),
      bindings: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
    },
    { requiredKeys: ['mcprecMasks'] },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        jsonText,
        file.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        const read = readMasks(text);
        if (read.ok) expect(readMasks(writeMasks(read.masks))).toMatchObject({ ok: true, masks: read.masks });
      },
    ),
    { numRuns: runs(300) },
  );
});

test('a mask that is there already is not added again', () => {
  const more = [{ pointer: '/result/a', method: 'tools/call', about: 'dice' }, { pointer: '/result/b' }];
  expect(addMasks(MASKS, more).pointers.map(({ pointer }) => pointer)).toEqual(['/result/a', '/result/b']);
  expect(addMasks(DEFAULT_MASKS, more).pointers).toEqual(more);
});
