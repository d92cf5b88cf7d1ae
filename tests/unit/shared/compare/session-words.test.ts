/** The id of a session over HTTP inside a text, against what a recording over stdio has there: masked where it is nothing more. */
import { expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import type { EventBody, HeldRecording as Recorded } from '#shared/recording';
import { recordedOf } from '../../rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../../script.ts';

const ID = 'sess.7:aa/91f3c07aa2';
const answered = (content: object): EventBody[] => [
  c2s(request(2, 'tools/call', { name: 'whoami' }), { by: 'host' }),
  s2c(result(2, content)),
];
const overStdio = (content: object): Recorded => recordedOf(...handshake(), ...answered(content));
const overHttp = (content: object, id = ID): Recorded =>
  recordedOf(
    { k: 'http', x: 'x1', phase: 'request', method: 'POST', url: 'http://localhost/mcp' },
    { k: 'http', x: 'x1', phase: 'response', status: 200, headers: [['Mcp-Session-Id', id]] },
    ...handshake(),
    ...answered(content),
  );
const text = (said: string): object => ({ content: [{ type: 'text', text: said }] });
const of = (before: Recorded, after: Recorded): unknown => {
  const pair = compareRecordings(before, after).pairs.find(({ about }) => about === 'whoami');
  return [pair?.verdict, ...(pair?.maskedValues.map(({ mask, before: was, after: is }) => [mask, was, is]) ?? [])];
};

test.each(['undefined', 'None', 'null', '<nil>', ''])(
  '%j in the place of the id counts as equal, and is told',
  (word) => {
    const [before, after] = [overStdio(text(`Logs of "${word}" on`)), overHttp(text(`Logs of "${ID}" on`))];
    expect(of(before, after)).toEqual(['masked', ['session-id', word, ID]]);
    expect(of(after, before)).toEqual(['masked', ['session-id', ID, word]]);
    const off = { masks: { off: ['session-id' as const], pointers: [] } };
    expect(compareRecordings(before, after, off).same).toBe(false);
  },
);

test('so does nothing in the place of a value, inside JSON in a text too', () => {
  const inside = (session: unknown): object => text(JSON.stringify({ session, user: 'ann' }));
  expect(of(overStdio(inside(null)), overHttp(inside(ID)))).toEqual(['masked', ['session-id', 'null', `"${ID}"`]]);
  expect(of(overStdio(inside(undefined)), overHttp(inside(ID)))).toEqual(['masked', ['session-id', '', `"${ID}"`]]);
  expect(of(overHttp({ structuredContent: { session: ID } }), overStdio({ structuredContent: {} }))).toEqual([
    'masked',
    ['session-id', `"${ID}"`, ''],
  ]);
});

test('ids of two sessions stand for each other', () => {
  const other = 'sess.9:bb/0c55e1b7d4';
  expect(of(overHttp(text(`of ${ID}`)), overHttp(text(`of ${other}`), other))).toEqual([
    'masked',
    ['session-id', ID, other],
  ]);
});

test.each([
  ['a word that means something', 'of ann', `of ${ID}`],
  ['something else that differs too', 'of undefined: 1', `of ${ID}: 2`],
  ['words that differ from place to place', 'of undefined, null', `of ${ID}, ${ID}`],
  ['an id that is not that of the session', 'of undefined', 'of sess.8:cc/91f3c07aa2'],
])('not %s', (_name, before, after) => {
  expect(of(overStdio(text(before)), overHttp(text(after)))).toEqual(['changed']);
});

test('not an id so short that it is a word', () => {
  expect(of(overStdio(text('of null')), overHttp(text('of 1'), '1'))).toEqual(['changed']);
});
