/** What is told of recordings has no secret of theirs in it, and says the same of what differs. */
import { describe, expect, test, vi } from 'vitest';
import { compareRecordings, suggestMasks } from '#shared/compare';
import { ShownRedactor } from '#shared/redact';
import { View } from '../../../../shared/redact/view.ts';
import { htmlReport, junitReport, textReport } from '../../../../relay/report/index.ts';
import { asked, called, recordedTexts } from '../../recorded-of.ts';

const TOKEN = 'ghp_8dJ2kfLw93nXpQ7vRtY5zA1bC4eF6gH0iJkL';
const OTHER = 'ghp_Zk3mN8qW1xV7cB5tR9yU2pL6oK4jH0gF3dSa';
const PASSWORD = 'hunter2-of-Mia';
const context = { before: 'a', after: 'b', strict: true };

const whole = (token: string, password: string): ReturnType<typeof recordedTexts> =>
  recordedTexts(
    ...called(1, 'login', { password: PASSWORD }, `welcome, your token is ${token}`),
    ...asked(2, 'resources/read', { uri: `https://api.example/x?access_token=${TOKEN}` }, { contents: [], password }),
    ...asked(3, 'tools/list', undefined, { tools: [{ name: 'login', description: `use ${token}` }] }),
    ...called(4, 'long', {}, `${'.'.repeat(170)}${token} ${'x'.repeat(400)}`),
  );
const before = whole(TOKEN, PASSWORD);
const after = whole(OTHER, 'correct horse 7');
const comparison = compareRecordings(before, after);
const told = new ShownRedactor([before, after]).redact(comparison);

/** Six units of a secret are too many. */
const pieces = (secret: string): string[] =>
  Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8));

describe.each([
  ['text', textReport(told, context, { masked: true })],
  ['HTML', htmlReport(told, context)],
  ['JUnit', junitReport({ comparison: told }, context)],
  ['JSON', JSON.stringify(told)],
])('the %s report', (_name, report) => {
  test('has no secret and no part of one', () => {
    for (const secret of [TOKEN, OTHER, PASSWORD, 'correct horse 7'])
      expect(pieces(secret).filter((piece) => report.includes(piece))).toEqual([]);
  });

  test('says of two secrets that they differ', () => {
    const named = new Set([...report.matchAll(/‹[\w-]+:\d+›/g)].map(([placeholder]) => placeholder));
    expect(named.size).toBeGreaterThanOrEqual(2);
  });
});

test('verdicts and counts are those of the recordings as they are', () => {
  expect(told.counts).toEqual(comparison.counts);
  expect(told.pairs.map(({ verdict }) => verdict)).toEqual(comparison.pairs.map(({ verdict }) => verdict));
  expect(told.same).toBe(false);
});

test('what calibration offers, and a line, are told without secrets; equal ones have one placeholder', () => {
  const redactor = new ShownRedactor([before, after]);
  const offered = JSON.stringify(redactor.redact(suggestMasks(before, after)));
  for (const secret of [TOKEN, OTHER, PASSWORD]) expect(offered).not.toContain(secret);
  const line = redactor.redact(`call login ${TOKEN} and ${OTHER} and ${TOKEN}`);
  const [one, other, again] = [...line.matchAll(/‹[\w-]+:\d+›/g)].map(([placeholder]) => placeholder);
  expect(one).toBe(again);
  expect(one).not.toBe(other);
  expect(redactor.redact('Authorization: Bearer sk_live_51HxQwErTyUiOpAsDfGh')).not.toContain('51HxQwErTyUi');
});

test('what is no secret stays', () => {
  const plain = { path: '/params/arguments/message', before: '"hello"', after: '"world"', n: 3, list: ['a', null] };
  expect(new ShownRedactor([before, after]).redact(plain)).toEqual(plain);
});

test('what is said again is looked through once, and said again in the same way', () => {
  const redactor = new ShownRedactor([before, after]);
  const said = (times: number): object[] =>
    Array.from({ length: times }, () => ({
      text: `use ${TOKEN}`,
      other: '=x',
      change: { path: '/password', before: '"abc"' },
    }));
  const once = redactor.redact(said(1));
  const signs = vi.spyOn(View.prototype, 'signs', 'get');
  const often = redactor.redact(said(2000));
  expect(signs.mock.calls.length).toBeLessThan(500);
  signs.mockRestore();
  expect(often).toEqual(Array.from({ length: 2000 }, () => once[0]));
  expect(JSON.stringify(once)).not.toContain(TOKEN);
});
