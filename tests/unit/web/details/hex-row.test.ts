import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hexRow } from '../../../../web/details/hex-row.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array, row = 0, width = 16): string[] =>
  hexRow(bytes, row, width).cells.map(({ text }) => text);

describe('bytes for reading', () => {
  it('gives offset and digits of a row', () => {
    const row = hexRow(
      Uint8Array.from({ length: 20 }, (_, index) => index),
      1,
      16,
    );
    expect(row.offset).toBe(16);
    expect(row.hex).toEqual(['10', '11', '12', '13']);
  });

  it('makes the invisible visible', () => {
    expect(textOf(bytesOf('a b\r\n\t\0'))).toEqual(['a', '·', 'b', '␍', '␊', '␉', '␀']);
    expect(textOf(bytesOf('\ufeff\u200b\u202e\u0301'))).toEqual(['BOM', '◌', '◌', '◌']);
  });

  it('marks bytes that are not UTF-8, and only those', () => {
    const bytes = Uint8Array.of(0x61, 0xff, 0xc3, 0xa9, 0xc3, 0xe4, 0xbd, 0xed, 0xa0, 0x80, 0x62);
    expect(hexRow(bytes, 0, 16).cells.map(({ kind, text }) => (kind === 'invalid' ? '×' : text))).toEqual([
      'a',
      '×',
      'é',
      '×',
      '×',
      '×',
      '×',
      '×',
      '×',
      'b',
    ]);
  });

  it('draws a character that lies over two rows once', () => {
    const bytes = bytesOf('1234567你8');
    expect(hexRow(bytes, 0, 8).cells.at(-1)).toEqual({ bytes: 1, text: '你', kind: 'text' });
    expect(hexRow(bytes, 1, 8).cells).toEqual([
      { bytes: 2, text: '', kind: 'rest' },
      { bytes: 1, text: '8', kind: 'text' },
    ]);
  });

  it('accounts for every byte of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.constantFrom(8, 16), (bytes, width) => {
        let total = 0;
        for (let row = 0; row * width < bytes.length; row++) {
          const { hex, cells } = hexRow(bytes, row, width);
          const covered = cells.reduce((sum, cell) => sum + cell.bytes, 0);
          expect(covered).toBe(hex.length);
          total += covered;
        }
        expect(total).toBe(bytes.length);
      }),
    );
  });
});
