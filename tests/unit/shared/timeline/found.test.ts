/** The filter language asks what rules found. */
import { expect, test } from 'vitest';
import { parseFilter, type FoundAt } from '#shared/timeline';
import { SessionLog } from '#shared/session';

const found = (s: number): readonly FoundAt[] =>
  s === 1 ? [{ rule: 'rpc-version-field', weight: 'must', side: 'server' }] : [];
const passing = (text: string): number[] => {
  const { matches } = parseFilter(text, found);
  const log = new SessionLog();
  return [0, 1].filter((s) => matches(log, s));
};

test.each<[string, number[]]>([
  ['finding:any', [1]],
  ['finding:must', [1]],
  ['finding:should', []],
  ['finding:server', [1]],
  ['finding:client', []],
  ['-finding:any', [0]],
  ['rule:rpc-*', [1]],
  ['rule:version', []],
])('%s', (text, events) => {
  expect(passing(text)).toEqual(events);
  expect(parseFilter(text).asksFindings).toBe(true);
});

test('another word for findings is not understood', () => {
  expect(parseFilter('finding:odd').unknown).toEqual(['finding:odd']);
});
