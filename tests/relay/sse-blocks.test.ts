/** An event stream cut into any pieces is the same blocks, byte for byte. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SseBlocks } from '../../relay/tap/http/sse-blocks.ts';
import { runs } from '../unit/seed.ts';

const END = ['\n', '\r\n', '\r'] as const;

/** The blocks of these pieces, and what is left. */
function blocksOf(pieces: readonly string[]): { whole: string[]; rest: string } {
  const blocks = new SseBlocks();
  const whole = pieces.flatMap((piece) => blocks.push(Buffer.from(piece)).map(({ bytes }) => bytes.toString()));
  return { whole, rest: blocks.rest().toString() };
}

const stream = fc
  .constantFrom(...END)
  .chain((end) =>
    fc
      .array(fc.constantFrom('data: a', ': b', 'data', ''), { maxLength: 12 })
      .map((lines) => lines.map((line) => line + end).join('')),
  );

test('however it is cut', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(4), { maxLength: 40 }), (text, cuts) => {
      const pieces: string[] = [];
      let at = 0;
      for (const length of cuts) {
        pieces.push(text.slice(at, at + length));
        at += length;
      }
      pieces.push(text.slice(at));
      const cut = blocksOf(pieces);
      expect(cut.whole.join('') + cut.rest).toBe(text);
      // How lines end is not known before the first one has.
      fc.pre(!text.startsWith('\r'));
      expect(cut).toEqual(blocksOf([text]));
    }),
    { numRuns: runs(2000) },
  );
});

test('a stream whose lines end in a return alone does not wait for what may follow it', () => {
  expect(blocksOf(['data: a\r\r'])).toEqual({ whole: ['data: a\r\r'], rest: '' });
});
