import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChange,
  applyChanges,
  changeBetween,
  exactOffset,
  lineEndOf,
  toView,
} from '../../../../../web/ui/editor/exact-text.ts';

/** Texts that are rich in line ends and in what else editors like to change. */
const texts = fc
  .array(fc.constantFrom('\r', '\n', '\r\n', '\t', ' ', 'a', '\ufeff', '\u2028', '\ud800', '{', '😀'), {
    maxLength: 24,
  })
  .map((parts) => parts.join(''));

describe('the exact text beside an editor', () => {
  it('shows every line end as LF and leaves all else', () => {
    expect(toView('\ufeffa\r\nb\rc\n\u2028\t \ud800')).toBe('\ufeffa\nb\nc\n\u2028\t \ud800');
  });

  it('keeps the line ends around a change', () => {
    const exact = 'a\r\nb\nc\rd';
    expect(applyChange(exact, { offset: 2, length: 1, text: 'X' })).toBe('a\r\nX\nc\rd');
    expect(applyChange(exact, { offset: 7, length: 0, text: '!' })).toBe('a\r\nb\nc\rd!');
    expect(applyChange(exact, { offset: 1, length: 1, text: '' })).toBe('ab\nc\rd');
  });

  it('ends a new line as all others end', () => {
    expect(lineEndOf('a\r\nb\r\n')).toBe('\r\n');
    expect(lineEndOf('a\r\nb\n')).toBe('\n');
    expect(lineEndOf('a\r\n\n')).toBe('\n');
    expect(applyChange('a\r\nb', { offset: 3, length: 0, text: '\n' })).toBe('a\r\nb\r\n');
    expect(applyChange('a\nb', { offset: 3, length: 0, text: '\n' })).toBe('a\nb\n');
  });

  it('puts in exactly what the clipboard held', () => {
    expect(applyChange('', { offset: 0, length: 0, text: 'p\nq\nr' }, 'p\r\nq\rr')).toBe('p\r\nq\rr');
    expect(applyChange('', { offset: 0, length: 0, text: 'typed\n' }, 'other')).toBe('typed\n');
  });

  it('does not let a typed line end melt into a lone CR before it', () => {
    expect(toView(applyChange('a\rb', { offset: 2, length: 0, text: '\n' }))).toBe('a\n\nb');
  });

  it('applies changes that were made at once to the places they had before', () => {
    const changes = [
      { offset: 0, length: 1, text: 'XX' },
      { offset: 2, length: 1, text: '' },
    ];
    expect(applyChanges('a\r\nb\r\nc', changes)).toBe('XX\r\n\r\nc');
  });

  it('finds for every offset of the view its place in the text', () => {
    fc.assert(
      fc.property(texts, (exact) => {
        const view = toView(exact);
        for (let offset = 0; offset <= view.length; offset++) {
          const at = exactOffset(exact, offset);
          expect(toView(exact.slice(0, at)) + toView(exact.slice(at))).toBe(view);
          expect(toView(exact.slice(0, at))).toHaveLength(offset);
        }
      }),
    );
  });

  it('turns any view into any other by the change between them, without touching the rest', () => {
    fc.assert(
      fc.property(texts, texts, (exact, after) => {
        const wanted = toView(after);
        const change = changeBetween(toView(exact), wanted);
        const result = applyChange(exact, change);
        const start = exactOffset(exact, change.offset);
        const end = exactOffset(exact, change.offset + change.length);
        expect(result.startsWith(exact.slice(0, start))).toBe(true);
        expect(result.endsWith(exact.slice(end))).toBe(true);
        // Only a CR and an LF that came to stand together may differ: on the wire they are one line end.
        if (!/\r$/.test(exact.slice(0, start)) || !/^\n/.test(exact.slice(end))) expect(toView(result)).toBe(wanted);
      }),
    );
  });

  it('hands out what was put in when nothing was changed', () => {
    fc.assert(
      fc.property(texts, (exact) => {
        const view = toView(exact);
        expect(applyChange(exact, changeBetween(view, view))).toBe(exact);
      }),
    );
  });
});
