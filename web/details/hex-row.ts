/** Bytes for reading: hexadecimal digits and the text they make. Rows are computed one at a time, whatever the size. */

/** Bytes that make one character; `stand-in` for something invisible, `rest` of one that began a row earlier. */
export interface HexCell {
  readonly bytes: number;
  readonly text: string;
  readonly kind: 'text' | 'stand-in' | 'rest' | 'invalid';
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function hexRow(bytes: Uint8Array, row: number, width: number) {
  const offset = row * width;
  const end = Math.min(bytes.length, offset + width);
  const hex: string[] = [];
  for (let at = offset; at < end; at++) hex.push((bytes[at] ?? 0).toString(16).padStart(2, '0'));
  const cells: HexCell[] = [];
  let at = offset;
  const rest = Math.min(end, restOfBefore(bytes, offset));
  if (rest > offset) {
    cells.push({ bytes: rest - offset, text: '', kind: 'rest' });
    at = rest;
  }
  while (at < end) {
    const length = sequenceAt(bytes, at);
    const shown = Math.min(length || 1, end - at);
    if (length === 0) cells.push({ bytes: 1, text: '×', kind: 'invalid' });
    else cells.push({ bytes: shown, ...drawn(strict.decode(bytes.subarray(at, at + length))) });
    at += shown;
  }
  return { offset, hex, cells };
}

/** Length of the valid UTF-8 sequence at `at`; 0 when there is none. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  if (length === 1) return 1;
  try {
    strict.decode(bytes.subarray(at, at + length));
    return length;
  } catch {
    return 0;
  }
}

/** End of a sequence that began before `offset` and reaches over it; `offset` itself when none does. */
function restOfBefore(bytes: Uint8Array, offset: number): number {
  for (let back = 1; back <= 3 && back <= offset; back++) {
    if (((bytes[offset - back] ?? 0) & 0xc0) === 0x80) continue;
    const end = offset - back + sequenceAt(bytes, offset - back);
    return end > offset ? end : offset;
  }
  return offset;
}

const STAND_INS: { readonly [character: string]: string } = {
  ' ': '·',
  '\n': '␊',
  '\r': '␍',
  '\t': '␉',
  '\u007f': '␡',
  '\u00a0': '⍽',
  '\ufeff': 'BOM',
  '\u2028': 'LS',
  '\u2029': 'PS',
};

function drawn(character: string): Pick<HexCell, 'text' | 'kind'> {
  const known = STAND_INS[character];
  if (known !== undefined) return { text: known, kind: 'stand-in' };
  const code = character.codePointAt(0) ?? 0;
  // The control pictures of Unicode stand in the order of the characters they picture.
  if (code < 0x20) return { text: String.fromCodePoint(0x2400 + code), kind: 'stand-in' };
  // Directions, joiners, marks and unassigned characters would draw nothing, or change what stands around them.
  if (/[\p{C}\p{M}\p{Z}]/u.test(character)) return { text: '◌', kind: 'stand-in' };
  return { text: character, kind: 'text' };
}
