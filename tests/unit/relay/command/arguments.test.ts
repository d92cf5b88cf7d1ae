/** What the arguments of compare and mock come to. */
import { describe, expect, test } from 'vitest';
import { readCompareArgs } from '../../../../relay/compare/args.ts';
import { readArgs } from '../../../../relay/cli/args.ts';
import { readMockArgs } from '../../../../relay/mock/args.ts';
import { readRecordArgs } from '../../../../relay/record/args.ts';

describe('arguments', () => {
  test.each([
    ['--junit', 'x'],
    ['--html', 'x'],
    ['--latency', '2'],
    ['--latency', '2', '--latency-counts'],
  ])('compare --calibrate refuses %s', (...more) => {
    expect(readCompareArgs(['--calibrate', ...more, 'a', 'b'])).toMatchObject({
      type: 'wrong',
      sentence: expect.stringContaining('--calibrate'),
    });
    expect(readCompareArgs([...more, 'a', 'b'])).toMatchObject({ type: 'compare' });
  });

  test.each([
    [['--http', '6000', 'f'], 'f', 6000],
    [['f', '--http', '6000'], 'f', 6000],
    [['--http', '6000', '7000'], '7000', 6000],
    [['--http', '7000'], '7000', 0],
  ])('mock %j', (argv, file, port) => {
    expect(readMockArgs(argv)).toMatchObject({ type: 'mock', file, port });
  });

  test('record takes --fail-on only with --lint', () => {
    expect(readRecordArgs(['--fail-on', 'must', 'http://x/mcp'])).toMatchObject({
      type: 'wrong',
      sentence: expect.stringContaining('--fail-on needs --lint'),
    });
    expect(readRecordArgs(['--lint', '--fail-on', 'should', 'http://x/mcp'])).toMatchObject({
      lint: { failOn: 'should' },
    });
    expect(readRecordArgs(['--lint', 'http://x/mcp'])).toMatchObject({ lint: { failOn: 'must' } });
  });

  test.each([[['recrod']], [['recrod', '--', 'node']], [['lnit', '--all', 'x.mcprec']]])(
    'a mistyped command is told as one: %j',
    (argv) => {
      expect(readArgs(argv)).toMatchObject({
        type: 'wrong',
        sentence: expect.stringContaining(`no command “${argv[0]}”`),
      });
    },
  );
});
