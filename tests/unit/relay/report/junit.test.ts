/** JUnit reports are what their readers take, whatever servers say. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRecordings, failsAt, GATES, verdictOf, type Comparison } from '#shared/compare';
import { junitReport } from '../../../../relay/report/index.ts';
import { junitXml } from '../../../../relay/report/junit-xml.ts';
import { readJunit } from '../../junit-readers.ts';
import { asked, called, recordedTexts } from '../../recorded-of.ts';
import { runs } from '../../seed.ts';

const context = { before: 'tests/my.calls.mcprec', after: 'b', strict: false };
const report = (comparison: Comparison, more: object = {}): string =>
  junitReport({ comparison }, { ...context, ...more });

describe('cases', () => {
  test('equal titles get an ordinal, also where one looks like another with its ordinal', () => {
    const calls = (text: string) => [
      ...called(1, 'echo', { n: 1 }, 'a'),
      ...called(2, 'echo', { n: 2 }, text),
      ...called(3, 'echo (2)', {}, 'c'),
      ...called(4, 'echo', { n: 4 }, 'd'),
    ];
    const cases = readJunit(report(compareRecordings(recordedTexts(...calls('b')), recordedTexts(...calls('B')))));
    expect(cases.map(({ attributes, became }) => [attributes['name'], became])).toEqual([
      ['tools/call echo', 'passed'],
      ['tools/call echo (2)', 'failure'],
      ['tools/call echo (2) (2)', 'passed'],
      ['tools/call echo (3)', 'passed'],
    ]);
    expect(cases[1]).toMatchObject({
      attributes: { classname: 'my_calls.operations', time: '0.001000' },
      children: [
        { attributes: { type: 'changed' }, text: expect.stringContaining('/result/content/0/text') as string },
      ],
    });
  });

  test('a report has a failure exactly where the exit code has one, by any gate', () => {
    const listed = (...names: readonly string[]) =>
      asked(9, 'tools/list', {}, { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });
    const one = recordedTexts(...listed('a', 'b'), ...called(1, 'a', {}, 'x'));
    const others = [
      one,
      recordedTexts(...listed('a'), ...called(1, 'a', {}, 'x')),
      recordedTexts(...listed('a', 'b', 'c'), ...called(1, 'a', {}, 'x')),
      recordedTexts(...listed('a', 'b'), ...called(1, 'a', {}, 'y')),
      recordedTexts(...listed('a', 'b'), ...called(1, 'a', {}, 'x'), '<a log line'),
      recordedTexts(...listed('a', 'b'), ...called(1, 'a', {}, 'x'), '<{"jsonrpc":"2.0","method":"notifications/x"}'),
      recordedTexts(...listed('a', 'b')),
    ];
    for (const other of others)
      for (const strict of [false, true])
        for (const failOn of GATES) {
          const comparison = compareRecordings(one, other, { strict });
          const failed = readJunit(report(comparison, { strict, failOn })).some(({ became }) => became === 'failure');
          expect(failed).toBe(failsAt(verdictOf(comparison).worst, failOn));
        }
  });

  test('nothing compared is a case; what could not be run is an error, beside what was compared', () => {
    const nothing = compareRecordings(recordedTexts(), recordedTexts());
    expect(readJunit(report(nothing))).toMatchObject([
      { attributes: { name: 'nothing to compare' }, became: 'passed' },
    ]);
    const problem = 'The server did not start\u0000\nspawn node ENOENT ]]>';
    expect(readJunit(junitReport({ problem }, context))).toMatchObject([
      {
        attributes: { classname: 'my_calls.run', name: 'run' },
        children: [
          {
            name: 'error',
            attributes: { type: 'not-run', message: 'The server did not start␀' },
            text: 'The server did not start␀\nspawn node ENOENT ]]>',
          },
        ],
      },
    ]);
    expect(readJunit(junitReport({ comparison: nothing, problem }, context)).map(({ became }) => became)).toEqual([
      'error',
    ]);
  });

  test('a recording inside the project is named as the file, one elsewhere is not', () => {
    expect(junitReport({ problem: 'x' }, context)).toContain(' file="tests/my.calls.mcprec"');
    expect(junitReport({ problem: 'x' }, { ...context, before: '/elsewhere/a.mcprec' })).not.toContain(' file=');
  });
});

test('any text, any number: well-formed, distinct, counted', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '',
      ' ',
      'a',
      'a ',
      'a (2)',
      '\ud800',
      '\ufffe',
      '\uffff',
      '\u0000',
      'a\nb',
      'a\tb',
      ']]>',
      '&amp;',
      '"<',
      'x'.repeat(300),
      '\u0085',
      '\u202e',
    ),
  );
  const told = fc.record({ type: hostile, message: hostile.map((text) => `m${text}`) });
  const anyCase = fc.oneof(
    fc.record({ name: hostile, seconds: fc.oneof(fc.double(), fc.constantFrom(1e-9, 1e21, -1, 0.5)) }),
    fc.record({ name: hostile, failure: told }),
    fc.record({ name: hostile, error: told }),
    fc.record({ name: hostile, skipped: hostile.map((text) => `s${text}`) }),
  );
  fc.assert(
    fc.property(hostile, fc.array(anyCase, { minLength: 1, maxLength: 8 }), (name, cases) => {
      readJunit(
        junitXml({
          name,
          of: 'a.b',
          file: `f${name}`,
          suites: [
            { name: 'one', cases },
            { name: 'none', cases: [] },
          ],
        }),
      );
    }),
    { numRuns: runs(40) },
  );
});
