/** What the arguments of compare and mock come to. */
import { describe, expect, test } from 'vitest';
import { compareCommand } from '../../../../relay/compare/command.ts';
import { readArgs } from '../../../../relay/cli/args.ts';
import { mockLine } from '../../../../relay/mock/args.ts';
import { recordLine } from '../../../../relay/record/args.ts';

describe('arguments', () => {
  test.each([
    ['--junit', 'x'],
    ['--html', 'x'],
    ['--latency', '2'],
    ['--latency', '2', '--latency-counts'],
  ])('compare --calibrate refuses %s', (...more) => {
    expect(compareCommand.read(['--calibrate', ...more, 'a', 'b'])).toMatchObject({
      type: 'wrong',
      sentence: expect.stringContaining('--calibrate'),
    });
    expect(compareCommand.read([...more, 'a', 'b'])).toMatchObject({ type: 'asked' });
  });

  test.each([
    [['--http', '6000', 'f'], 'f', 6000],
    [['f', '--http', '6000'], 'f', 6000],
    [['--http', '6000', '7000'], '7000', 6000],
    [['--http', '7000'], '7000', 0],
  ])('mock %j', (argv, file, port) => {
    expect(mockLine.read(argv)).toMatchObject({ type: 'asked', file, port });
  });

  test('record takes --fail-on only with --lint', () => {
    expect(recordLine.read(['--fail-on', 'must', 'http://x/mcp'])).toMatchObject({
      type: 'wrong',
      sentence: expect.stringContaining('--fail-on needs --lint'),
    });
    expect(recordLine.read(['--lint', '--fail-on', 'should', 'http://x/mcp'])).toMatchObject({
      lint: { failOn: 'should' },
    });
    expect(recordLine.read(['--lint', 'http://x/mcp'])).toMatchObject({ lint: { failOn: 'must' } });
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
