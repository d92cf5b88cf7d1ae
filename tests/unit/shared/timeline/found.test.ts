/** The filter language asks what rules found. */
import { expect, test } from 'vitest';
import { parseFilter, type FoundAt } from '#shared/timeline';
import { SessionLog } from '#shared/session';

const broken: readonly FoundAt[] = [{ rule: 'rpc-version-field', weight: 'must', side: 'server' }];
const advice: readonly FoundAt[] = [{ rule: 'tool-schema-dialect', weight: 'advice', side: 'server' }];
const found = (s: number): readonly FoundAt[] => [[], broken, advice][s] ?? [];
const passing = (text: string): number[] => {
  const { matches } = parseFilter(text, found);
  const log = new SessionLog();
  return [0, 1, 2].filter((s) => matches(log, s));
};

test.each<[string, number[]]>([
  ['finding:any', [1]],
  ['finding:must', [1]],
  ['finding:should', []],
  ['finding:server', [1]],
  ['finding:client', []],
  // Advice breaks nothing.
  ['finding:advice', [2]],
  ['-finding:any', [0, 2]],
  ['rule:tool-*', [2]],
  ['rule:rpc-*', [1]],
  ['rule:version', []],
])('%s', (text, events) => {
  expect(passing(text)).toEqual(events);
  expect(parseFilter(text).asksFindings).toBe(true);
});

test('another word for findings is not understood', () => {
  expect(parseFilter('finding:odd').unknown).toEqual(['finding:odd']);
});
