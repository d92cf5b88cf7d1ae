import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterPieces, suggest } from '../../../../web/timeline/filter-tokens.ts';

describe('the filter field', () => {
  const seen = {
    method: ['ping', 'tools/call', 'tools/list'],
    tool: ['echo'],
    kind: ['request', 'response'],
    rule: ['rpc-version-field'],
  };
  const tokens = (text: string, cursor = text.length): string[] =>
    suggest(text, cursor, seen).items.map(({ token }) => token);

  test.each<[string, string[]]>([
    ['d', ['dir:', 'dur:']],
    ['-sta', ['-status:']],
    ['dir:', ['dir:c2s', 'dir:s2c']],
    ['rule:rpc', ['rule:rpc-version-field']],
    ['finding:mu', ['finding:must']],
    ['-kind:resp', ['-kind:response']],
    ['tool:', ['tool:echo']],
    ['method:tools', ['method:tools/call', 'method:tools/list']],
    ['to', ['tool:', 'method:tools/call', 'method:tools/list']],
    ['size:>1k dir:s', ['dir:c2s', 'dir:s2c']],
    ['dir:c2s', []],
    ['nothing:x', []],
  ])('%s suggests', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  test('only the token at the cursor is replaced', () => {
    expect(suggest('di method:ping', 2, seen)).toMatchObject({ from: 0, to: 2 });
    expect(suggest('di method:ping', 14, seen)).toMatchObject({ from: 3, to: 14 });
    expect(suggest('a ', 2, seen)).toMatchObject({ from: 2, to: 2 });
  });

  test('the coloured pieces are the text, to the letter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('dir:', 'c2s', ' ', '-', '"', 'x', 'dur:', ':')).map((all) => all.join('')),
        (text) => {
          expect(
            filterPieces(text)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(text);
        },
      ),
    );
    expect(filterPieces('-dir:c2s dur:x')).toEqual([
      { text: '-dir:', kind: 'property' },
      { text: 'c2s', kind: 'plain' },
      { text: ' ', kind: 'plain' },
      { text: 'dur:x', kind: 'unknown' },
    ]);
  });
});
