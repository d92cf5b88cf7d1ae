/** Numbers by which a server names what a call made, and what a person declares: what is replaced in a rerun, and what is left alone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRecordings, labelledNumbers } from '#shared/compare';
import type { EventBody, HeldRecording as Recorded } from '#shared/recording';
import { onPurpose, parseBinding, planRerun, type RerunResult } from '#shared/rerun';
import { rerunLine } from '../../../../relay/rerun/args.ts';
import { planLines, unboundWords } from '../../../../relay/rerun/words.ts';
import { recordedOf, runAgain, type Serve } from '../../rerun-script.ts';
import { c2s, handshake, request, result, s2c } from '../../script.ts';
import { runs } from '../../seed.ts';

const HOST = { by: 'host' } as const;
const call = (id: unknown, name: string, args: unknown): object => request(id, 'tools/call', { name, arguments: args });
const said = (text: string): object => ({ content: [{ type: 'text', text }] });
const structured = (value: unknown): object => ({ structuredContent: value });

/** A recording in which `maker` gives something, and `use` is called with `args`. */
const used = (gave: object, args: unknown, maker = 'create_issue'): Recorded => {
  const bodies: EventBody[] = [c2s(call(2, maker, {}), HOST), s2c(result(2, gave))];
  return recordedOf(...handshake(), ...bodies, c2s(call(3, 'use', args), HOST), s2c(result(3)));
};

interface Ran {
  readonly args: unknown;
  readonly run: RerunResult;
}
/** What `use` gets when `maker` gives `gives` today. */
async function sent(recorded: Recorded, gives: object, bindings: readonly string[] = []): Promise<Ran> {
  const serve: Serve = (message) => {
    const { name } = (message?.['params'] ?? {}) as { name?: string };
    return message?.['id'] === undefined ? [] : [result(message['id'], name === 'use' ? {} : gives)];
  };
  const { sent: texts, run } = await runAgain(recorded, serve, {}, {}, { bindings });
  const last = JSON.parse(texts.at(-1) ?? '') as { params: { arguments: unknown } };
  return { args: last.params.arguments, run };
}

describe('a number by which a call named what it made', () => {
  test.each<[string, object, object, unknown, unknown]>([
    [
      'of the tool’s own thing',
      structured({ number: 17 }),
      structured({ number: 18 }),
      { issue_number: 17 },
      { issue_number: 18 },
    ],
    [
      'within what it is',
      structured({ pull: { number: 17 } }),
      structured({ pull: { number: 18 } }),
      { pullNumber: 17 },
      { pullNumber: 18 },
    ],
    ['under the same name', structured({ number: 17 }), structured({ number: 18 }), { number: '17' }, { number: '18' }],
    ['in JSON inside a text', said('{"issue_no":17}'), said('{"issue_no":18}'), { issueNo: 17 }, { issueNo: 18 }],
    [
      'that a text calls it',
      said('Created issue #17: 3 labels'),
      said('Created issue #18: 4 labels'),
      { issue_number: 17 },
      { issue_number: 18 },
    ],
    ['as an id in a text', said('Saved (note id: 17)'), said('Saved (note id: 18)'), { note_id: 17 }, { note_id: 18 }],
    [
      'in an address',
      said('See https://x.example/issues/17.'),
      said('See https://x.example/issues/18.'),
      { issue: { number: 17 } },
      { issue: { number: 18 } },
    ],
  ])('is replaced: %s', async (_name, gave, gives, args, expected) => {
    const recording = used(gave, args);
    const { args: went, run } = await sent(recording, gives);
    expect(went).toEqual(expected);
    // And what it stands for is no change, wherever a name or a label says that it is this number.
    const { pairs } = compareRecordings(recording, run.recorded, { run: onPurpose(planRerun(recording), run) });
    const differing = pairs.flatMap(({ about, differences }) => differences.map(() => about));
    expect(differing).toEqual(JSON.stringify(gives).includes('labels') ? ['create_issue'] : []);
  });

  test.each<[string, object, object, unknown]>([
    [
      'a limit',
      structured({ count: 5, number: 5 }),
      structured({ count: 6, number: 6 }),
      { limit: 5, count: 5, page_number: 5, line_number: 5 },
    ],
    ['a number of something else', structured({ number: 17 }), structured({ number: 18 }), { pull_number: 17 }],
    ['a bare number of a text', said('17 rows'), said('18 rows'), { issue_number: 17, id: 17 }],
    ['a labelled number of something else', said('Made note #17'), said('Made note #18'), { issue_number: 17 }],
    ['a step of a text', said('Step #3 of 4'), said('Step #4 of 4'), { step_number: 3 }],
    [
      'a number that the answer still has',
      structured([{ number: 17 }, { number: 9 }]),
      structured([{ number: 9 }, { number: 17 }]),
      { issue_number: 17 },
    ],
    ['a version', said('issue #1.5'), said('issue #1.6'), { issue_number: 1 }],
  ])('is no reason to replace %s', async (_name, gave, gives, args) => {
    const { args: went, run } = await sent(used(gave, args), gives);
    expect(went).toEqual(args);
    expect(run.replaced).toEqual([]);
  });

  test('is the client’s own where it named it first', async () => {
    const recording = recordedOf(
      ...handshake(),
      ...[c2s(call(2, 'get_issue', { issue_number: 17 }), HOST), s2c(result(2, structured({ number: 17 })))],
      ...[c2s(call(3, 'use', { issue_number: 17 }), HOST), s2c(result(3))],
    );
    expect((await sent(recording, structured({ number: 18 }))).args).toEqual({ issue_number: 17 });
  });

  test('is told by the plan, with the evidence', () => {
    const lines = (gave: object): string => planLines(planRerun(used(gave, { issue_number: 17 })), true).join('\n');
    expect(lines(structured({ number: 17 }))).toContain(
      '/params/arguments/issue_number: 17 becomes the value at /result/structuredContent/number of the response to step 1 (tools/call create_issue) (its name marks it as an id)',
    );
    expect(lines(said('Created issue #17'))).toContain(
      '/result/content/0/text, its number of “issue”, of the response to step 1 (tools/call create_issue) (its text marks it as an id)',
    );
  });

  test('any text has its labelled numbers found, digits where they are', () => {
    const word = fc.constantFrom('issue', '#', 'id', ' ', ':', '17', '/', 'no.', '.', '3', 'x');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join('')),
        ),
        (text) => {
          for (const { value, start } of labelledNumbers(text))
            expect(text.slice(start, start + value.length)).toBe(value);
        },
      ),
    );
  });
});

describe('a declared binding', () => {
  test.each<[string, object, object, unknown, string, unknown]>([
    [
      'from a member',
      structured({ x: 5 }),
      structured({ x: 6 }),
      { limit: 5 },
      '1 /result/structuredContent/x -> 2 limit',
      { limit: 6 },
    ],
    [
      'to a place',
      structured({ x: 'a' }),
      structured({ x: 'b' }),
      { l: [{ y: 'a' }] },
      '1 /result/structuredContent/x → 2 /params/arguments/l/0/y',
      { l: [{ y: 'b' }] },
    ],
    [
      'from JSON inside a text',
      said('{"x":5}'),
      said('{"x":6}'),
      { n: '5' },
      '1 /result/content/0/text#/x -> 2 n',
      { n: '6' },
    ],
    [
      'from a word of a text',
      said('made box 5 today'),
      said('made box 6 today'),
      { n: 5 },
      '1 /result/content/0/text -> 2 n',
      { n: 6 },
    ],
    ['of a value', said(''), said(''), { owner: 'ann', n: 1 }, 'owner: me', { owner: 'me', n: 1 }],
    ['of a number', said(''), said(''), { owner: 'ann', n: 1 }, 'n: 2.5', { owner: 'ann', n: 2.5 }],
    ['of a text in quotes', said(''), said(''), { owner: 'ann' }, 'owner: "a: b"', { owner: 'a: b' }],
  ])('is used, and no change: %s', async (_name, gave, gives, args, binding, expected) => {
    const recording = used(gave, args);
    const { args: went, run } = await sent(recording, gives, [binding]);
    expect(went).toEqual(expected);
    const plan = planRerun(recording, { bindings: [binding] });
    expect(plan.unbound).toBeUndefined();
    expect(planLines(plan, true).join('\n')).toContain('(declared)');
    const { pairs } = compareRecordings(recording, run.recorded, { run: onPurpose(plan, run) });
    expect(pairs.find(({ about }) => about === 'use')?.verdict).toBe('masked');
  });

  test.each([
    ['what is this', 'write it as'],
    ['9 /result -> 2 limit', 'no message is sent at step 9'],
    ['2 /result/x -> 1 limit', 'the response comes after the step that needs it'],
    ['1 /result/x -> 2 nothing', 'step 2 has no text or number at /params/arguments/nothing'],
    ['1 /result/x -> 2 limit', 'the recorded response to step 1 has no text or number at /result/x'],
    ['owner: me', 'no step has an argument “owner” that is a text or a number'],
    ['limit: five', '/params/arguments/limit of step 2 is a number'],
  ])('that can’t be used says why: %s', (binding, why) => {
    const plan = planRerun(used(structured({ x: 5 }), { limit: 5 }, 'look'), { bindings: [binding] });
    expect(plan.unbound?.map((each) => unboundWords(each))).toEqual([
      expect.stringContaining(`The binding “${binding}” is not used: ${why}`),
    ]);
  });

  test('takes any text and plans without throwing', () => {
    const recording = used(structured({ x: 5 }), { limit: 5 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('1 / -> 2 /', 'limit:', '1 /result -> 2 limit'))),
        (bindings) => {
          expect(planRerun(recording, { bindings }).steps).toHaveLength(2);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  test('on the command line is read, or refused', () => {
    expect(rerunLine.read(['--bind', 'owner: me', '--bind', '1 /result/id -> 2 id', 'f', '--same'])).toMatchObject({
      bindings: ['owner: me', '1 /result/id -> 2 id'],
    });
    expect(rerunLine.read(['--bind', 'owner', 'f', '--same'])).toMatchObject({ type: 'wrong' });
    expect(parseBinding('https://x')).toBeUndefined();
  });
});
