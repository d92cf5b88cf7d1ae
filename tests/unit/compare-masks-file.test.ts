/** The file of masks beside a recording. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMasks, DEFAULT_MASKS, MASK_NAMES, readMasks, writeMasks, type Masks } from '#shared/compare';
import { jsonText } from './arbitraries.ts';

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
  ['{"mcprecMasks":2}', 'it was made by a newer version of this program (2)'],
])('%s is refused: %s', (text, problem) => {
  expect(readMasks(text)).toEqual({ ok: false, problem });
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
      mcprecMasks: fc.constantFrom(1, 1, 1, '1'),
      off: fc.oneof(fc.array(fc.constantFrom(...MASK_NAMES, 'x')), fc.jsonValue()),
      pointers: fc.oneof(fc.array(fc.record({ pointer: fc.string(), why: fc.string() })), fc.jsonValue()),
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
    { numRuns: 300 },
  );
});

test('a mask that is there already is not added again', () => {
  const more = [{ pointer: '/result/a', method: 'tools/call', about: 'dice' }, { pointer: '/result/b' }];
  expect(addMasks(MASKS, more).pointers.map(({ pointer }) => pointer)).toEqual(['/result/a', '/result/b']);
  expect(addMasks(DEFAULT_MASKS, more).pointers).toEqual(more);
});
