/** A comparison as the screen lists it: what is counted where adds up, and a list whose definitions changed is not called equal. */
import { expect, test } from 'vitest';
import { compareRecordings } from '#shared/compare';
import { overviewOf } from '../../../../web/compare/overview.ts';
import { asked, called, recordedTexts } from '../../recorded-of.ts';

const tools = (...names: readonly string[]): readonly string[] =>
  asked(1, 'tools/list', undefined, { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });
const prompts = asked(2, 'prompts/list', undefined, { prompts: [] });

test('a list leads to its definitions, between what changed and what is equal', () => {
  const overview = overviewOf(
    compareRecordings(
      recordedTexts(...tools('a', 'b'), ...prompts, ...called(3, 'a', {}, 'x')),
      recordedTexts(...tools('a', 'c'), ...prompts, ...called(3, 'a', {}, 'y'), '<not JSON'),
    ),
  );
  const told = overview.worstFirst.map((index) => overview.rows[index]);
  expect(told.map((row) => [row?.method, row?.verdict, row?.definitions])).toEqual([
    ['tools/call', 'changed', undefined],
    ['tools/list', 'redefined', 2],
    ['prompts/list', 'equal', undefined],
  ]);
  expect(overview.counts).toMatchObject({ changed: 1, redefined: 1, equal: 1 });
  expect(overview.places).toEqual({ operations: 1, definitions: 2, session: 1 });
  const sum = (counts: object): number => Object.values(counts).reduce((all: number, count: number) => all + count, 0);
  expect(sum(overview.headline.counts)).toBe(sum(overview.places));
});
