/** What the arguments of compare and mock come to. */
import { describe, expect, test } from 'vitest';
import { readCompareArgs } from '../../../../relay/compare/args.ts';
import { readMockArgs } from '../../../../relay/mock/args.ts';

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
});
