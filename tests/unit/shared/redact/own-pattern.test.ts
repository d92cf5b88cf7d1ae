/** What a person marks, and what their own rules match, is replaced: whatever it looks like, however long it is. */
import { describe, expect, test } from 'vitest';
import type { HeldRecording as Recorded } from '#shared/recording';
import { DEFAULT_RULES, planRedaction, redact, type RedactionRules } from '#shared/redact';
import { HEADER, toEvents } from '../../arbitraries.ts';

/** A text on standard error after redaction. */
function stderr(text: string, rules: Partial<RedactionRules> = {}): string {
  const recorded: Recorded = { header: HEADER, events: toEvents([{ k: 'stderr', text }]) };
  const [event] = redact(recorded, planRedaction(recorded, { ...DEFAULT_RULES, ...rules })).events;
  return event?.k === 'stderr' ? (event.text ?? '') : '';
}

const own = (pattern: string, kind: 'text' | 'regexp' = 'regexp'): Partial<RedactionRules> => ({
  own: [{ name: 'mine', pattern, kind }],
});
const quoted = (text: string): string => text.replace(/[$.{}]/g, '\\$&');

describe('what looks like no secret', () => {
  test.each([
    '$uperS3cret',
    'your company',
    '<acme>',
    'tokens',
    'password',
    '${NAME}',
    'null',
    'xxx',
    'Bearer ‹token:1›',
  ])('%s is replaced where a person says so', (text) => {
    const line = `say ${text} twice: ${text}.`;
    expect(stderr(line, { marks: [text] })).toBe('say ‹marked:1› twice: ‹marked:1›.');
    expect(stderr(line, own(text, 'text'))).toBe('say ‹mine:1› twice: ‹mine:1›.');
    expect(stderr(line, own(quoted(text)))).toBe('say ‹mine:1› twice: ‹mine:1›.');
  });

  test('placeholders that stand already are not replaced again', () => {
    const line = 'say ‹token:1› and ‹token:2›';
    expect(stderr(line, { marks: ['‹token:1›', 'token', ''] })).toBe(line);
    expect(stderr(line, own('‹[^›]+›'))).toBe(line);
  });

  test.each([
    ['{"password":"$uperS3cret"}', '{"password":"‹secret:1›"}'],
    ['{"password":"your_dog_is_R3x"}', '{"password":"‹secret:1›"}'],
    ['{"token":"<s3cret-Angle-99>"}', '{"token":"‹secret:1›"}'],
    ['{"token":"$API_KEY_2","apiKey":"${apiKey}"}', '{"token":"$API_KEY_2","apiKey":"${apiKey}"}'],
    ['{"token":"<your token>","apiKey":"YOUR_API_KEY"}', '{"token":"<your token>","apiKey":"YOUR_API_KEY"}'],
  ])('%s', (text, shown) => {
    expect(stderr(text)).toBe(shown);
  });
});

describe('a pattern of one’s own', () => {
  test.each([10, 300, 900, 20_000])('takes the whole of a match of %i characters, wherever it begins', (length) => {
    const secret = `abc_${'k7'.repeat(length / 2)}`;
    for (const before of [0, 250, 256, 500, 511, 600, 1000])
      for (const after of ['', ' end', ` ${'y'.repeat(600)}`])
        expect(stderr(`${'x'.repeat(before)} ${secret}${after}`, own('abc_[a-z0-9]+'))).toBe(
          `${'x'.repeat(before)} ‹mine:1›${after}`,
        );
  });

  test('sees what stands around a match as it stands in the text', () => {
    const text = `id-1 ${'- '.repeat(126)}xid-2 id-3 ${'y'.repeat(700)}id-4`;
    expect(text.indexOf('id-2')).toBe(258);
    for (let shift = 0; shift < 8; shift++) {
      const shifted = `id-1 ${' '.repeat(shift)}${text.slice(5)}`;
      const only = (...ids: string[]): string =>
        ids.reduce((all, id, at) => all.replace(id, `‹mine:${at + 1}›`), shifted);
      expect(stderr(shifted, own('^id-\\d'))).toBe(only('id-1'));
      expect(stderr(shifted, own('id-\\d$'))).toBe(only('id-4'));
      expect(stderr(shifted, own('\\bid-\\d'))).toBe(only('id-1', 'id-3'));
      expect(stderr(shifted, own('(?<=x)id-\\d'))).toBe(only('id-2'));
      expect(stderr(shifted, own('y+$'))).toBe(shifted);
    }
  });

  test('goes on after a place where it matches nothing, also before a pair of surrogates', () => {
    expect(stderr('a😀 7'.repeat(400), own('(?<=a)(?=😀)|7'))).toBe('a😀 ‹mine:1›'.repeat(400));
    expect(stderr(`${'😀'.repeat(500)}id-7`, own('id-7'))).toBe(`${'😀'.repeat(500)}‹mine:1›`);
    for (const before of ['', 'x'])
      expect(stderr(`${before}${'😀'.repeat(500)}`, own('😀+'))).toBe(`${before}‹mine:1›`);
    for (const before of ['', 'x', 'xx'])
      expect(stderr(before + 'abc'.repeat(999), own('(?:abc)+'))).toBe(`${before}‹mine:1›`);
  });

  test.each(['a+(?:x|y*z)?a+b', 'a+(?:x|)a+b', '(?:a+|x)a+b', 'a+(?!x)a+b', 'a+(?:x)?a+b', 'a+(?:x){0,3}a+b'])(
    '%s, which takes time that grows faster than what it looks at, is refused',
    (pattern) => {
      const recorded: Recorded = { header: HEADER, events: [] };
      expect(planRedaction(recorded, { ...DEFAULT_RULES, ...own(pattern) }).refused).toEqual([
        { name: 'mine', why: 'too-costly' },
      ]);
    },
  );

  test('long stretches in which it looks in vain take bounded time', () => {
    const text = 'a'.repeat(300_000);
    expect(stderr(`${text}-`, own('a+$'))).toContain('-');
  });
});
