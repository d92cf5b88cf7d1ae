/** Reports of a comparison as HTML and as markdown, in the language that was chosen. */
import { describe, expect, test } from 'vitest';
import { compareRecordings, suggestFrom } from '#shared/compare';
import type { EventBody } from '#shared/recording';
import { ENGLISH, wordsIn } from '#shared/words';
import {
  calibrationWords,
  htmlReport,
  markdownReport,
  suggestionLines,
  textReport,
  verdictLine,
} from '../../../../relay/report/index.ts';
import { asked, called, recordedOf, recordedTexts } from '../../recorded-of.ts';

const tools = (...names: readonly string[]): readonly string[] =>
  asked(1, 'tools/list', undefined, { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });
const comparison = compareRecordings(
  recordedTexts(...tools('a', 'b', 'c'), ...called(2, 'a', {}, 'x'), ...called(3, 'b', {}, 'y')),
  recordedTexts(...tools('b', 'a'), ...called(2, 'a', {}, 'z'), '<not JSON'),
  { checkLists: true },
);
const context = { before: 'one.mcprec', after: 'two.mcprec', strict: false };

describe.each([
  ['HTML', htmlReport(comparison, context), htmlReport],
  [
    'markdown',
    markdownReport({ comparison }, context),
    (of: typeof comparison, more: typeof context) => markdownReport({ comparison: of }, more),
  ],
])('%s', (what, english, written) => {
  test('is English unless another language is asked for', () => {
    const { report } = ENGLISH.comparison;
    const said = what === 'HTML' ? [report.definitions, report.broken, report.lists] : [report.heads.breaking];
    for (const each of said) expect(english).toContain(each);
    expect(written(comparison, { ...context, ...{ words: ENGLISH } })).toBe(english);
  });

  test('has no English sentence in Chinese', async () => {
    const words = await wordsIn('zh-CN');
    // Without the rules of style, the names of elements and attributes, and what the recordings say.
    const text = written(comparison, { ...context, ...{ words } })
      .replace(/<style>[^]*<\/style>|<meta[^>]*>/g, '')
      .replace(/<[^>]*>/g, '\n');
    expect(text).toContain(words.comparison.heads.Breaking);
    expect(text.match(/[A-Za-z]+ (?:is|was|and|of|the|not|more) [A-Za-z]+/g)).toBeNull();
  });
});

test('what two runs differ in is told in the language that was chosen', async () => {
  const words = await wordsIn('zh-CN');
  const found = suggestFrom(comparison);
  expect(found.suggested.length * found.unsteady.length).toBeGreaterThan(0);
  expect(suggestionLines(found)).toContainEqual(
    expect.stringMatching(/^Can be masked: .+ in tools\/call a \(1 value\)$/),
  );
  expect(suggestionLines(found)).toContainEqual(
    expect.stringMatching(/^Only in one run: tools\/call b \(only in the first run\)$/),
  );
  const chinese = [...suggestionLines(found, words), calibrationWords(found, words)].join('\n');
  expect(chinese).not.toMatch(/Could|Comes|only|differs|mask covers/);
  expect(calibrationWords({ suggested: [], unsteady: [] }, words)).toBe(words.comparison.calibration.none);
  expect(calibrationWords(found, words)).not.toMatch(LATIN_STOP);
});

/** A comma, colon or semicolon of English with the blank after it, or a bracket of English, beside Chinese. */
const LATIN_STOP = /\p{Script=Han}[,;:.] |[,;:] \p{Script=Han}|[ (]\(\p{Script=Han}|\p{Script=Han} \(/u;

test('parts of a sentence are joined as its language does', async () => {
  const words = await wordsIn('zh-CN');
  const masked = [...called(5, 'd', {}, '2026-11-20T10:00:00Z'), ...called(6, 'e', {}, 'e')];
  const differs = compareRecordings(
    recordedTexts(...tools('a', 'b', 'c'), ...called(2, 'a', {}, 'x'), ...called(3, 'b', {}, 'y'), ...masked),
    recordedTexts(...tools('a', 'b'), ...called(2, 'a', {}, 'z'), ...called(5, 'd', {}, '2026-11-21T11:11:11Z')),
    { leaveOut: new Map([[8, '未获同意']]) },
  );
  expect(differs.masked).toBeGreaterThan(0);
  expect(differs.leftOut).toHaveLength(1);
  const said = { ...context, words };
  const text = textReport(differs, said, { verbose: true, masked: true });
  const informational = compareRecordings(recordedTexts(...tools('a')), recordedTexts(...tools('a'), '<[]'));
  for (const each of [
    text,
    verdictLine(differs, { words }),
    verdictLine(informational, { words, failOn: 'breaking' }),
  ]) {
    expect(each).toMatch(/\p{Script=Han}/u);
    expect(each).not.toMatch(LATIN_STOP);
    expect(each).not.toContain('(mask');
  }
});

test('what became of an operation is told in words, not as the place and the code that it has', async () => {
  const failed = (said: string): readonly string[] => asked(1, 'x/y', {}, { error: { code: -32000, message: said } });
  const differs = compareRecordings(
    recordedTexts(...failed('no')),
    recordedTexts(...asked(1, 'x/y', {}, { result: { isError: true } })),
  );
  for (const words of [ENGLISH, await wordsIn('zh-CN')]) {
    const { comparison: t, outcomeSentences } = words;
    const text = textReport(differs, { ...context, words }, { masked: false });
    expect(text).toContain(`${t.outcome}${words.common.colon}`);
    expect(text).toContain(outcomeSentences.error);
    expect(text).not.toMatch(/\/outcome|"error"/);
  }
});

test('why a session failed is told in words', async () => {
  const events: readonly EventBody[] = [{ k: 'connection', event: 'opening' }];
  const failed = compareRecordings(
    recordedOf(events),
    recordedOf([...events, { k: 'connection', event: 'problem', reason: 'initialize-unanswered' }]),
  );
  for (const words of [ENGLISH, await wordsIn('zh-CN')]) {
    const { title = '' } = words.problems.reasons['initialize-unanswered'] ?? {};
    expect(title).not.toBe('');
    expect(verdictLine(failed, { words })).toContain(words.comparison.failed(title));
    expect(htmlReport(failed, { ...context, words })).toContain(title);
    expect(htmlReport(failed, { ...context, words })).not.toContain('initialize-unanswered');
  }
});
