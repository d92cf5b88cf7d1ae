/** Why a comparison came out as it did: the page says it as the reports do. */
import { expect, test } from 'vitest';
import { compareRecordings, verdictOf, type CompareOptions } from '#shared/compare';
import { findingWords } from '#shared/words';
import * as en from '../../../../web/base/i18n/en/all.ts';
import * as chinese from '../../../../web/base/i18n/zh-CN/all.ts';
import { headlineOf, headlineWords } from '../../../../web/base/reason.ts';
import { asked, called, recordedTexts } from '../../recorded-of.ts';

const tools = (...names: readonly string[]): readonly string[] =>
  asked(1, 'tools/list', undefined, { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });
const first = called(2, 'a', {}, 'x');
const second = called(3, 'b', {}, 'y');

test.each<[what: string, before: readonly string[], after: readonly string[], options: CompareOptions]>([
  ['a definition behind another', tools('a', 'b', 'c'), tools('a'), {}],
  ['an operation behind an equal one', [...first, ...second], [...first, ...called(3, 'b', {}, 'z')], {}],
  ['an operation that fails', second, asked(3, 'tools/call', { name: 'b', arguments: {} }, { error: { code: 1 } }), {}],
  ['broken output', first, [...first, '<not JSON'], {}],
  ['the order of a list', tools('a', 'b'), tools('b', 'a'), { checkLists: true }],
  ['notifications', first, [...first, '<{"jsonrpc":"2.0","method":"notifications/message"}'], { strict: true }],
])('%s', (_what, before, after, options) => {
  const comparison = compareRecordings(recordedTexts(...before), recordedTexts(...after), options);
  const { reason } = verdictOf(comparison);
  if (!reason) throw new Error('nothing differs');
  // As it is handed from a worker to the page.
  const headline = structuredClone(headlineOf(comparison));
  for (const words of [en, chinese]) {
    const said = findingWords(comparison, reason, words);
    expect(said).not.toBe('');
    expect(headlineWords(headline, words).split(' · ')[0]).toBe(said);
  }
});
