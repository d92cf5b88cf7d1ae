/** Messages of one stream have one form: said after a few names, or by all of both. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Spot } from '../../../../shared/redact/findings.ts';
import { StreamedMessage } from '../../../../shared/redact/streamed.ts';
import { runs } from '../../seed.ts';

const SPOT: Spot = { s: 0, path: ['raw'], order: 0, standing: [] };
const STRING = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;

/** A message without its values. */
function formOf(raw: string): string | undefined {
  const count = [...raw.matchAll(STRING)].filter(([, , colon]) => colon === undefined).length;
  const form = raw.replace(STRING, (all: string, _text: string, colon?: string) => (colon === undefined ? '""' : all));
  return count === 0 || count > 64 ? undefined : form.replace(/-?\d[\d.eE+-]*/g, '0');
}

const PIECE = fc.constantFrom(
  ...[
    '"',
    '"a":',
    '"a1":',
    '"a2" :',
    '"b"',
    '"text"',
    '"\\""',
    '"\\',
    '\\\n',
    '\\',
    ':',
    ',',
    '{',
    '}',
    '1',
    '-2.5e3',
    '--1',
    'e',
    'true',
    ' ',
  ],
);
const RAW = fc.array(PIECE, { maxLength: 14 }).map((pieces) => `{${pieces.join('')}`);
const PAIR = fc.oneof(
  fc.tuple(RAW, RAW),
  fc
    .tuple(RAW, fc.constantFrom('9', '-1', '77', '"', '"x"'))
    .map(([raw, other]) => [raw, raw.replace(/\d|"b"/, other)] as const),
);

test('as a walk over the whole of both says', () => {
  fc.assert(
    fc.property(PAIR, ([a, b]) => {
      const [one, other] = [a, b].map((raw) => new StreamedMessage(raw, SPOT, raw.includes('\\')));
      const form = formOf(a);
      expect(one?.hasFormOf(other as StreamedMessage)).toBe(form !== undefined && form === formOf(b));
    }),
    { numRuns: runs(3000) },
  );
});
