/** The engine of words: rows of any log in both languages, and figures. */
import fc from 'fast-check';
import { describe as suite, expect, test } from 'vitest';
import { statusText } from '#shared/recording';
import { describe } from '#shared/timeline';
import { clock, duration, ENGLISH, moment, number, rowText, size, spokenRow, wordsIn } from '#shared/words';
import { anyEvents, sessionBody } from '../../arbitraries.ts';
import { logOfEvents } from '../../script.ts';

const CHINESE = await wordsIn('zh-CN');

test('every row of any log has words in both languages: of the same parts, not empty, on one line', () => {
  fc.assert(
    fc.property(fc.oneof(anyEvents(), anyEvents(sessionBody)), fc.nat(20), (events, asOf) => {
      const log = logOfEvents(events);
      for (const { s } of events) {
        const row = describe(log, s, asOf);
        if (!row) continue;
        const [english, chinese] = [ENGLISH, CHINESE].map((words) => {
          const text = rowText(words, log, row, asOf);
          expect(spokenRow(words, text, row)).not.toBe('');
          for (const part of text.parts) expect(part.text).toMatch(/^\S(?:.*\S)?$/u);
          return { kinds: text.parts.map(({ kind }) => kind), place: text.place, open: text.open };
        });
        expect(chinese).toEqual(english);
      }
    }),
  );
});

suite('figures', () => {
  test.each([
    [-5, '0 µs'],
    [445, '445 µs'],
    [18_200, '18.2 ms'],
    [999_960, '1 s'],
    [3_080_000, '3.08 s'],
    [5_000_000, '5 s'],
    [59_940_000, '59.9 s'],
    [59_960_000, '1:00'],
    [60_000_000, '1 min'],
    [125_000_000, '2:05'],
    [1_490_312_000, '24:50.3'],
    [12_000_000_000, '3:20:00'],
    [86_400_000_000, '24 h'],
  ])('%d µs take %s', (us, text) => expect(duration(us, 'en')).toBe(text));

  test.each([
    [81_000, '0.081', '0.081 s'],
    [59_999_999, '60.000', '60.000 s'],
    [1_490_312_000, '24:50.312', '24:50.312'],
    [5_090_000_000, '1:24:50', '1:24:50'],
  ])('%d µs are at %s', (us, text, said) => expect([clock(us), moment(us)]).toEqual([text, said]));

  test.each([
    [1, '1 byte', '1 字节'],
    [999, '999 bytes', '999 字节'],
    [2143, '2.1 kB', '2.1 kB'],
    [999_999, '1.0 MB', '1.0 MB'],
    [1_200_000_000, '1.2 GB', '1.2 GB'],
  ])('%d bytes', (bytes, english, chinese) =>
    expect([size(bytes, ENGLISH), size(bytes, CHINESE)]).toEqual([english, chinese]),
  );

  test('numbers are grouped as the language does, and statuses have names', () => {
    expect([number(12_345.678, 'en'), number(12_345, 'zh-CN')]).toEqual(['12,345.68', '12,345']);
    expect([statusText(404), statusText(299), statusText(undefined)]).toEqual(['404 Not Found', '299', '']);
  });
});
