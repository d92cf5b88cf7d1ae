/** An exercise as JUnit: each step a case, and a report that is red exactly where the exit code is. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stepsJunit, type ReportedRun, type ReportedStep } from '../../../../relay/report/steps-junit.ts';
import { readJunit } from '../../junit-readers.ts';
import { runs } from '../../seed.ts';

const context = {
  server: 'node dist/server.js --x',
  strict: false,
  words: 'Couldn’t connect (command-not-found)',
};
const step = (outcome: ReportedStep['outcome'], about = 'echo', detail?: string): ReportedStep => ({
  method: 'tools/call',
  about,
  outcome,
  ms: 12,
  ...(detail === undefined ? {} : { detail }),
});
const run = (steps: readonly ReportedStep[], exitCode: number, more: Partial<ReportedRun> = {}): ReportedRun => ({
  recording: '/x/a.mcprec',
  steps,
  exitCode,
  ...more,
});
const became = (reported: ReportedRun, strict = false) =>
  readJunit(stepsJunit(reported, { ...context, strict })).map(
    ({ attributes, became: how }) => `${attributes['name']}: ${how}`,
  );

describe('steps', () => {
  test('answered, failed, left out, and with isError as --strict says', () => {
    const steps = [
      step('result'),
      step('result'),
      step('tool-error'),
      step('error', 'b', 'no'),
      step('skipped', 'c', 'needs-yes'),
    ];
    const tools = ['tools/call echo: passed', 'tools/call echo (2): passed', 'tools/call echo (3): '];
    const rest = ['tools/call b: failure', 'tools/call c: skipped'];
    expect(stepsJunit(run(steps, 1), context)).toContain('may modify data (needs --yes)');
    expect(became(run(steps, 1))).toEqual(['session: passed', ...tools.slice(0, 2), `${tools[2]}passed`, ...rest]);
    expect(became(run(steps, 1), true)).toEqual([
      'session: passed',
      ...tools.slice(0, 2),
      `${tools[2]}failure`,
      ...rest,
    ]);
    const [, first] = readJunit(stepsJunit(run([step('error', 'b', 'no')], 1), context));
    expect(first).toMatchObject({
      attributes: { classname: 'server_js.exercise', time: '0.012000' },
      children: [{ attributes: { type: 'error', message: 'tools/call b: error response: no' } }],
    });
  });

  test('what is no step: a list that was not read, output that is broken, a server that did not start', () => {
    expect(became(run([], 1, { unread: ['tools'] }))).toEqual(['session: passed', 'list of tools: failure']);
    expect(became(run([step('result')], 1))).toEqual(['session: failure', 'tools/call echo: passed']);
    expect(became(run([step('result')], 4))).toEqual(['session: error', 'tools/call echo: passed']);
    const xml = stepsJunit(
      run([], 3, { stderr: ['Error: no module'], problem: { reason: 'server-exited', detail: '1' } }),
      context,
    );
    expect(readJunit(xml)[0]?.children).toMatchObject([
      { name: 'error', attributes: { message: 'server-exited: 1' }, text: 'server-exited: 1\nError: no module' },
    ]);
    expect(stepsJunit(run([], 0), { ...context, server: 'http://localhost:3000/mcp?x=1' })).toContain(
      'name="localhost:3000.session"',
    );
  });

  test('a report has a failure or an error exactly where the exit code is not 0', () => {
    const outcome = fc.constantFrom('result', 'skipped', 'tool-error', 'refused');
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 5 }), fc.integer({ min: 0, max: 4 }), (outcomes, exitCode) => {
        const xml = stepsJunit(
          run(
            outcomes.map((each) => step(each)),
            exitCode,
          ),
          context,
        );
        const red = readJunit(xml).some(({ became: how }) => how === 'failure' || how === 'error');
        expect(red).toBe(exitCode !== 0);
      }),
      { numRuns: runs(50) },
    );
  });
});
