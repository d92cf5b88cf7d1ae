/** Nothing hidden is left in a text that a person reads, and nothing a script needs is marked. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hiddenRuns, hidesText, visibleText } from '#shared/plain-text';

const HIDDEN = [
  0x00, 0x07, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f,
  0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x2800, 0x3164, 0xd800, 0xdc00, 0xfe0f, 0xfeff, 0xfff9,
  0xe0001, 0xe0041, 0xe007f, 0xe0100,
];
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...HIDDEN), fc.integer({ min: 0, max: 0x10ffff })), { maxLength: 60 })
  .map((codes) => String.fromCodePoint(...codes));

describe('visible text', () => {
  test.each([
    ['evil\u202etxt.exe', 'evil‹U+202E›txt.exe'],
    ['a\u200b\u200b\u200bb', 'a‹U+200B ×3›b'],
    ['\u001b[31mred', '␛[31mred'],
    ['one\ntwo\tthree', 'one␊two␉three'],
    ['caf\u00ade', 'caf‹U+00AD›e'],
    ['x\u{e0064}\u{e0065}\u{e006c}y', 'x‹3 tag characters: "del"›y'],
    ['a\ufe0f\ufe0e\u200b\u200c\u200db', 'a‹5 hidden characters: U+FE0F U+FE0E U+200B U+200C …›b'],
    ['half \ud800', 'half ‹U+D800›'],
    ['\u2066\u202eab', '‹U+2066›‹U+202E›ab'],
    // No variant of these is registered: the selector is drawn as nothing, and two names look like one.
    ['read\ufe01_file', 'read‹U+FE01›_file'],
    ['pay 1\ufe0f00', 'pay 1‹U+FE0F›00'],
    ['d\u{e0154}e\u{e0155}', 'd‹U+E0154›e‹U+E0155›'],
    ['a\u180bb', 'a‹U+180B›b'],
    ['x\u{1d159}y', 'x‹U+1D159›y'],
  ])('%j reads %s', (text, wanted) => {
    expect(visibleText(text)).toBe(wanted);
  });

  test.each([
    '👩‍❤️‍👨 👍🏽 1️⃣ ☎︎',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'می\u200cخواهم',
    'क्\u200dष',
    '葛\u{e0100}飾区',
    '1\ufe0f\u20e3 ©\ufe0f ☎\ufe0e ∩\ufe00 、\ufe01 ᠠ\u180b',
    '简体中文，日本語、한국어 Ελληνικά עברית',
    '\u0600123',
  ])('%s stays as it is', (text) => {
    expect(visibleText(text)).toBe(text);
  });

  test('a block keeps its lines, and marks what is between them', () => {
    expect(visibleText('one\n\u202etwo\r\n\tthree', { layout: 'block' })).toBe('one\n‹U+202E›two␍\n\tthree');
  });

  test('what is left is visible, is not marked again, and ASCII stays', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const seen = visibleText(text);
        expect([...hiddenRuns(seen)]).toEqual([]);
        expect(visibleText(seen)).toBe(seen);
        expect(seen).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u2028\p{Cc}\p{Cs}]/u);
      }),
    );
    const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
    expect(visibleText(ascii)).toBe(ascii);
  });

  test('a million hidden characters become a short mark', () => {
    expect(visibleText('\u200b\u200c'.repeat(500_000)).length).toBeLessThan(100);
    expect(visibleText('\u0007'.repeat(1_000_000)).length).toBeLessThan(1100);
  });
});

describe('a JSON text that hides something', () => {
  test.each([
    '{"name":"a\u202eb"}',
    '{"name":"a\\u202eb"}',
    '{"d":"x\\udb40\\udc64"}',
    '{"d":"\\u001b[31m"}',
    '{"t":"a\\u200bb"}',
  ])('%j', (json) => {
    expect(hidesText(json)).toBe(true);
  });
  test.each([
    '{"d":"one\\r\\ntwo\\u000athree\\ttab"}',
    '{"d":"\\\\u202e is written out"}',
    JSON.stringify({ d: '👩‍❤️‍👨 می\u200cخواهم 简体' }),
    '{"jsonrpc":"2.0","id":1,"result":{}}',
  ])('%j does not', (json) => {
    expect(hidesText(json)).toBe(false);
  });
});
