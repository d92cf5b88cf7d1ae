import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gzipped } from '../../../../relay/recording/gzipped.ts';
import { runs } from '../../seed.ts';

test('pieces are packed as one member that holds them all, with what they have in common named once', async () => {
  const pieces = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'binary', minLength: 1, maxLength: 40_000 })), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(pieces, async (texts) => {
      const packed = Buffer.concat([...gzipped(texts)]);
      expect(gunzipSync(packed).toString()).toBe(Buffer.from(texts.join('')).toString());
      // A browser takes a file of one member alone.
      const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
      expect(await new Response(unpacked).text()).toBe(Buffer.from(texts.join('')).toString());
    }),
    { numRuns: runs(50) },
  );
  const piece = Array.from({ length: 20_000 }, (_, at) => at * 7919)
    .join()
    .slice(0, 30_000);
  const size = (texts: readonly string[]): number => Buffer.concat([...gzipped(texts)]).length;
  expect(size([piece, piece])).toBeLessThan(1.2 * size([piece]));
});
