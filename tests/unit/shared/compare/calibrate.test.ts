/** Calibration offers no mask for a failure, and hides nothing that a comparison counts. */
import { describe, expect, test } from 'vitest';
import { compareRecordings, NO_MASKS, suggestFrom, suggestMasks, type Suggestions } from '#shared/compare';
import type { HeldRecording as Recorded } from '#shared/recording';
import { asked, called, recordedTexts } from '../../recorded-of.ts';

const about = ({ unsteady }: Suggestions): string[] =>
  unsteady.map(({ verdict, method = '', about: of = '', what = '' }) =>
    [verdict, method, of, what].filter(Boolean).join(' '),
  );

describe('calibration offers no mask for an operation that ended otherwise, and tells it', () => {
  const flaky = { name: 'flaky', arguments: {} };
  const answered = (result: object): Recorded =>
    recordedTexts(...called(1, 'steady', {}, 'a'), ...asked(2, 'tools/call', flaky, result));
  const good = answered({ content: [{ type: 'text', text: 'good' }] });

  test('as a result that says isError', () => {
    const found = suggestMasks(good, answered({ content: [{ type: 'text', text: 'bad' }], isError: true }));
    expect(found.suggested).toEqual([]);
    expect(found.unsteady.length).toBeGreaterThan(0);
    expect(found.unsteady.every((each) => each.about === 'flaky' && each.what !== undefined)).toBe(true);
  });

  test('as an error in place of a result', () => {
    const found = suggestMasks(good, answered({ error: { code: -32603, message: 'no' } }));
    expect(found.suggested).toEqual([]);
    expect(about(found)).toEqual([
      'missing tools/call flaky /outcome: "result"',
      'extra tools/call flaky /outcome: "error"',
    ]);
  });

  test('while a member of that name in a result is a value like others', () => {
    const run = (outcome: string): Recorded => answered({ structuredContent: { outcome } });
    const { suggested, unsteady } = suggestMasks(run('a'), run('b'));
    expect(suggested.map(({ mask }) => mask.pointer)).toEqual(['/result/structuredContent/outcome']);
    expect(unsteady).toEqual([]);
  });
});

describe('what counts in a comparison is told by calibration', () => {
  const listed = (...tools: readonly object[]): Recorded => recordedTexts(...asked(1, 'tools/list', {}, { tools }));
  const tool = (name: string, more: object = {}): object => ({ name, inputSchema: { type: 'object' }, ...more });

  test.each<[string, Recorded, Recorded, readonly string[]]>([
    [
      'a description',
      listed(tool('search', { description: 'one' })),
      listed(tool('search', { description: 'other' })),
      ['missing tools/list search /description: "one"', 'extra tools/list search /description: "other"'],
    ],
    [
      'a tool that comes and goes',
      listed(tool('a')),
      listed(tool('a'), tool('b')),
      ['extra tools/list b {"name":"b","inputSchema":{"type":"object"}}'],
    ],
    [
      'an icon, which is cosmetic',
      listed(tool('a', { icons: [{ src: 'https://x.example/1' }] })),
      listed(tool('a', { icons: [{ src: 'https://x.example/2' }] })),
      [],
    ],
  ])('%s', (_name, one, other, expected) => {
    const found = suggestMasks(one, other);
    expect(about(found)).toEqual(expected);
    expect(found.suggested).toEqual([]);
    expect(compareRecordings(one, other).same).toBe(expected.length === 0);
  });

  test('a fact of the session, and notifications where their mask is off', () => {
    const begun = (instructions: string): readonly string[] =>
      asked(
        1,
        'initialize',
        { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
        { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' }, instructions },
      );
    const log = '<{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}';
    const [one, other] = [recordedTexts(...begun('wait')), recordedTexts(...begun('go'), log)];
    expect(about(suggestMasks(one, other))).toEqual(['missing instructions wait', 'extra instructions go']);
    expect(about(suggestMasks(one, other, NO_MASKS))).toContain('extra notifications/message times: 1');
  });
});

test('of pairs alone nothing else is told', () => {
  expect(suggestFrom({ pairs: [] })).toEqual({ suggested: [], unsteady: [] });
});
