/** Values that a run put in the place of recorded ones are told in one pass. */
import { describe, expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import type { HeldRecording as Recorded } from '#shared/recording';
import { called, recordedTexts } from '../../recorded-of.ts';

describe('values that a run put in the place of recorded ones', () => {
  const said = (texts: readonly string[]): Recorded =>
    recordedTexts(...texts.flatMap((text, at) => called(at + 1, `t${at}`, {}, text)));

  test('count as equal however many there are', () => {
    const values = Array.from({ length: 3000 }, (_, at) => ({
      before: `note-7${(0xabc000000 + at).toString(16)}`,
      after: `note-9${(0xdef000000 + at).toString(16)}`,
    }));
    const before = said([`first ${values[0]?.before}`, `last ${values.at(-1)?.before}.`]);
    const after = said([`first ${values[0]?.after}`, `last ${values.at(-1)?.after}.`]);
    expect(compareRecordings(before, after, { run: { values } }).same).toBe(true);
    expect(compareRecordings(before, after).same).toBe(false);
  });

  test('are replaced once: today’s value of one may be the recorded one of another', () => {
    const values = [
      { before: 'ord-10002', after: 'ord-10003' },
      { before: 'ord-10001', after: 'ord-10002' },
    ];
    const before = said(['made ord-10002 after ord-10001', 'read ord-10001']);
    const after = said(['made ord-10003 after ord-10002', 'read ord-10002']);
    for (const each of [values, [...values].reverse()])
      expect(compareRecordings(before, after, { run: { values: each } }).same).toBe(true);
    expect(
      compareRecordings(before, said(['made ord-10003 after ord-10003', 'read ord-10002']), { run: { values } }).same,
    ).toBe(false);
  });

  test('may be of several words, of which the longest that stands there counts', () => {
    const values = [
      { before: 'notes://alpha', after: 'notes://omega' },
      { before: 'notes://alpha/one', after: 'notes://omega/two' },
      { before: 'first-word', after: 'other-word' },
    ];
    const before = said(['see notes://alpha/one, notes://alpha and /first-word/']);
    expect(
      compareRecordings(before, said(['see notes://omega/two, notes://omega and /other-word/']), { run: { values } })
        .same,
    ).toBe(true);
    // Within a longer word it is another.
    const longer = said(['see notes://omega/twos, notes://omega and /other-word/']);
    expect(compareRecordings(before, longer, { run: { values } }).same).toBe(false);
  });
});
