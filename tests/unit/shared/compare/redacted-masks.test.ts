/** Masks that are written have no secret of a recording in their patterns, and cover what they covered. */
import { expect, test } from 'vitest';
import { fitPattern, parsePattern, redactedMasks } from '#shared/compare';
import { ShownRedactor } from '#shared/redact';
import { called, recordedTexts } from '../../recorded-of.ts';

const KEY = `ghp_${'a1B2'.repeat(9)}`;

test('any text fits where a secret stood; what has none stays as it is', () => {
  const text = (took: number): string => `key ${KEY} took ${took} ms`;
  const redactor = new ShownRedactor([recordedTexts(...called(1, 'look', {}, text(1)))]);
  const plain = { pointer: '/result/content/1/text', pattern: '{{x} took {duration}' };
  const tolerance = { pointer: '/result/structuredContent/n', tolerance: '±1' };
  const whole = { pointer: '/result/structuredContent/m' };
  const secret = { pointer: '/result/content/0/text', pattern: `key ${KEY} took {duration}`, about: 'look' };
  let asked = 0;
  const told = redactedMasks([plain, tolerance, whole, secret], (texts) => {
    asked++;
    return redactor.redact(texts);
  });
  expect(asked).toBe(1);
  expect(told.slice(0, 3)).toEqual([plain, tolerance, whole]);
  expect(told[3]).toEqual({ ...secret, pattern: 'key {any} took {duration}' });
  const pattern = parsePattern(told[3]?.pattern ?? '');
  expect(typeof pattern === 'string' ? pattern : fitPattern(pattern, text(2))).toHaveLength(2);
});
