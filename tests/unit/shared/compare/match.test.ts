/** Which operations are compared: equals, those without an answer, batches, requests of the server. */
import { describe, expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import { called, recordedTexts } from '../../recorded-of.ts';

describe('operations', () => {
  const verdicts = (one: readonly string[], other: readonly string[]): string[] =>
    compareRecordings(recordedTexts(...one), recordedTexts(...other)).pairs.map(({ verdict }) => verdict);
  const [a, b] = [called(1, 'a', {}, 'x'), called(2, 'b', {}, 'y')];

  test('equals do not move among each other', () => {
    const again = called(3, 'a', {}, 'x');
    expect(verdicts([...a, ...again, ...b], [...again, ...a, ...b])).toEqual(['equal', 'equal', 'equal']);
    expect(verdicts([...a, ...again, ...b], [...b, ...a, ...again]).filter((each) => each === 'moved')).toHaveLength(1);
  });

  test('without an answer differ from those with one, and not from each other', () => {
    const [request] = a;
    expect(verdicts([request], a)).toEqual(['changed']);
    expect(verdicts([request], [request])).toEqual(['equal']);
    expect(verdicts(a, [])).toEqual(['missing']);
    expect(verdicts([], a)).toEqual(['extra']);
  });

  test('in a batch are compared one by one', () => {
    const batch = (answer: string): string[] => [
      '[{"jsonrpc":"2.0","id":1,"method":"m","params":{}},{"jsonrpc":"2.0","id":2,"method":"n","params":{}}]',
      `<[{"jsonrpc":"2.0","id":1,"result":{"v":"${answer}"}},{"jsonrpc":"2.0","id":2,"result":{}}]`,
    ];
    expect(verdicts(batch('x'), batch('x'))).toEqual(['equal', 'equal']);
    expect(verdicts(batch('x'), batch('y'))).toEqual(['changed', 'equal']);
  });

  test('of the server are compared by what they ask, and by what was answered', () => {
    const roots = (id: number, uri: string): string[] => [
      `<{"jsonrpc":"2.0","id":${id},"method":"roots/list"}`,
      `{"jsonrpc":"2.0","id":${id},"result":{"roots":[{"uri":"${uri}"}]}}`,
    ];
    expect(verdicts(roots(1, 'file:///a'), roots(7, 'file:///a'))).toEqual(['equal']);
    expect(verdicts(roots(1, 'file:///a'), roots(7, 'file:///b'))).toEqual(['changed']);
  });
});
