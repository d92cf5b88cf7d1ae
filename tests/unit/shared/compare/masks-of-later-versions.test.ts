/** A masks file of a later version. */
import { expect, test } from 'vitest';
import { readMasks, writeMasks, type Masks } from '#shared/compare';

test('what this version can not use of a masks file is written again as it was', () => {
  const text = JSON.stringify({
    mcprecMasks: 1,
    off: ['uuid', 'of-a-later-version'],
    pointers: [{ pointer: '/result/x', more: 1 }, { selector: 'of a later version' }],
    later: true,
  });
  const read = readMasks(text);
  expect(read.ok && read.problems).toHaveLength(2);
  expect(JSON.parse(writeMasks((read as { readonly masks: Masks }).masks))).toEqual(JSON.parse(text));
});
