/** What a comparison comes to: the weight of each change, the worst and why, and what a gate lets pass. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareRecordings,
  failsAt,
  findingsOf,
  GATES,
  NO_MASKS,
  suggestFrom,
  verdictOf,
  type CompareOptions,
  type Comparison,
} from '#shared/compare';
import type { EventBody, HeldRecording as Recorded } from '#shared/recording';
import { findingWords } from '#shared/words';
import { verdictLine } from '../../../../relay/report/index.ts';
import { asked, called, HEADER, recordedOf, recordedTexts } from '../../recorded-of.ts';

const found = (comparison: Comparison): string[] =>
  findingsOf(comparison).map((each) => `${each.weight} ${each.of} ${each.why}: ${findingWords(comparison, each)}`);
const compare = (before: readonly string[], after: readonly string[], options: CompareOptions = {}): Comparison =>
  compareRecordings(recordedTexts(...before), recordedTexts(...after), options);

const ECHO = { name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } };
const listing = (...tools: readonly object[]): string[] => asked(9, 'tools/list', undefined, { tools });
const LOG = '<[2026-11-20T10:00:00Z] listening on port 3000';

describe('a line that is not JSON-RPC', () => {
  test('which is new is breaking, named with its text', () => {
    const comparison = compare(called(1, 'echo', {}, 'a'), [LOG, ...called(1, 'echo', {}, 'a')]);
    expect(comparison.same).toBe(false);
    expect(found(comparison)).toEqual([
      'breaking broken noise: new line on stdout that is not JSON-RPC: “[2026-11-20T10:00:00Z] listening on port 3000”, event 0',
    ]);
    expect(suggestFrom(comparison).unsteady).toHaveLength(1);
  });

  test.each([
    ['in other words of the clock and other numbers', '<[2026-11-21T11:11:11Z] listening on port 4711', {}],
    ['which comes again', LOG, {}],
  ])('%s is no change', (_name, line, options) => {
    const comparison = compare([LOG, ...called(1, 'echo', {}, 'a')], [line, ...called(1, 'echo', {}, 'a')], options);
    expect(found(comparison)).toEqual([]);
    expect(comparison.same).toBe(true);
  });

  test('is compared to the letter without masks', () => {
    const other = LOG.replace('3000', '3001');
    const { same, broken } = compare([LOG, ...called(1, 'echo', {}, 'a')], [other, ...called(1, 'echo', {}, 'a')], {
      masks: NO_MASKS,
    });
    expect(same).toBe(false);
    expect(broken.map(({ counts, before, after }) => [counts, before, after])).toEqual([
      [true, 0, 1],
      [false, 1, 0],
    ]);
  });

  test('which is gone, or comes more often, is told and does not count', () => {
    expect(found(compare([LOG, ...called(1, 'a', {}, '')], called(1, 'a', {}, '')))).toEqual([
      'informational broken no-longer: line on stdout that is not JSON-RPC no longer occurs: “[2026-11-20T10:00:00Z] listening on port 3000”',
    ]);
    expect(compare([LOG, ...called(1, 'a', {}, '')], [LOG, LOG, ...called(1, 'a', {}, '')])).toMatchObject({
      same: true,
      broken: [{ before: 1, after: 2, counts: false }],
    });
  });

  test('JSON of a logger, and an empty line, are such lines too; standard error is not', () => {
    const { broken } = compare(called(1, 'a', {}, ''), ['<{"level":30,"msg":"up"}', '<', ...called(1, 'a', {}, '')]);
    expect(broken.map(({ fault, counts }) => `${fault} ${counts}`)).toEqual(['not-a-message true', 'empty true']);
    const stderr: EventBody = { k: 'stderr', text: 'up\n' };
    expect(found(compareRecordings(recordedOf([]), recordedOf([stderr])))).toEqual([]);
  });

  test('where the first recording was made of a log without such lines, nothing is known to be new', () => {
    const imported: Recorded = {
      ...recordedTexts(...called(1, 'a', {}, '')),
      header: { ...HEADER, imported: { format: 'log', unread: 0, leftOut: 0, remarks: [] } },
    };
    expect(compareRecordings(imported, recordedTexts(LOG, ...called(1, 'a', {}, '')))).toMatchObject({
      same: true,
      broken: [{ counts: false }],
    });
  });

  test('what a run asked for itself is left out', () => {
    const own = asked(9, 'tools/list', undefined, { tools: [{ name: 'a', description: '\u202e' }] });
    const [before, after] = [
      recordedTexts(...called(1, 'a', {}, '')),
      recordedTexts(...called(1, 'a', {}, ''), ...own),
    ];
    expect(compareRecordings(before, after, { run: { own: [2] } }).broken).toEqual([]);
    expect(compareRecordings(before, after).broken).toMatchObject([{ what: 'fault', method: 'tools/list' }]);
  });
});

test('a message with a new fault is breaking; the same fault again is not', () => {
  const bad = ['{"jsonrpc":"2.0","id":1,"method":"ping"}', '<{"id":1,"result":{}}'];
  const good = ['{"jsonrpc":"2.0","id":1,"method":"ping"}', '<{"jsonrpc":"2.0","id":1,"result":{}}'];
  expect(found(compare(good, bad))).toEqual([
    'breaking broken fault: new protocol violation in ping (No "jsonrpc" member): “{"id":1,"result":{}}”, event 1',
  ]);
  expect(found(compare(bad, bad))).toEqual([]);
});

describe('weights', () => {
  const wants = { ...ECHO, inputSchema: { ...ECHO.inputSchema, required: ['text'] } };
  const number = { ...ECHO, inputSchema: { type: 'object', properties: { text: { type: 'number' } } } };
  const more = { ...ECHO, inputSchema: { type: 'object', properties: { text: { type: 'string' }, loud: {} } } };
  const error = (id: number, name: string): string[] =>
    asked(id, 'tools/call', { name, arguments: {} }, { error: { code: -32602, message: 'no' } });
  test.each<[string, string[], string[], string]>([
    ['a tool that is gone', listing(ECHO), listing(), 'breaking definition tool-removed'],
    ['an argument that must be given now', listing(ECHO), listing(wants), 'breaking definition property-required'],
    ['another type', listing(ECHO), listing(number), 'breaking definition type-changed'],
    ['a new tool', listing(ECHO), listing(ECHO, { name: 'b' }), 'changed definition tool-added'],
    ['a new optional argument', listing(ECHO), listing(more), 'changed definition property-added'],
    ['another description', listing(ECHO), listing({ ...ECHO, description: 'long' }), 'changed definition description'],
    ['another title', listing(ECHO), listing({ ...ECHO, title: 'Echo' }), 'informational definition title'],
    ['a call that fails now', called(1, 'a', {}, ''), error(1, 'a'), 'breaking operation fails'],
    ['a call that no longer fails', error(1, 'a'), called(1, 'a', {}, ''), 'changed operation changed'],
    [
      'a call without an answer',
      called(1, 'a', {}, ''),
      called(1, 'a', {}, '').slice(0, 1),
      'breaking operation unanswered',
    ],
    ['another text', called(1, 'a', {}, 'x'), called(1, 'a', {}, 'y'), 'changed operation changed'],
    ['a call that nobody made', called(1, 'a', {}, ''), [], 'changed operation missing'],
  ])('%s', (_name, before, after, expected) => {
    const [first] = findingsOf(compare(before, after));
    expect(`${first?.weight} ${first?.of} ${first?.why}`).toBe(expected);
  });

  test('in a run, what was not reached is breaking', () => {
    const before = [...called(1, 'a', {}, ''), ...called(2, 'b', {}, '')];
    const comparison = compare(before, called(1, 'a', {}, ''), { run: {} });
    expect(found(comparison)).toEqual(['breaking operation not-reached: tools/call b was not reached']);
  });

  test('a mask on how an operation ends covers that it fails', () => {
    const pointers = ['/outcome', '/result', '/error'].map((pointer) => ({ pointer }));
    expect(compare(called(1, 'a', {}, ''), error(1, 'a'), { masks: { off: [], pointers } }).same).toBe(true);
  });
});

test('a list that is refused now is one operation that fails, not a missing and an extra one', () => {
  const prompts = asked(3, 'prompts/list', undefined, { prompts: [{ name: 'p' }] });
  const refused = asked(3, 'prompts/list', undefined, { error: { code: -32601, message: 'Method not found' } });
  const comparison = compare(prompts, refused);
  expect(comparison.counts).toMatchObject({ missing: 0, extra: 0, changed: 1 });
  expect(found(comparison)).toEqual([
    'breaking operation fails: prompts/list fails: error response (was: result): {"code":-32601,"message":"Method not found"}',
  ]);
});

describe('the verdict', () => {
  test('names the worst kind and why, and counts the others', () => {
    const comparison = compare(
      [...called(1, 'a', {}, 'x'), ...listing(ECHO, { name: 'b' })],
      [LOG, ...called(1, 'a', {}, 'y'), ...listing(ECHO)],
    );
    expect(verdictLine(comparison)).toBe(
      'Breaking: tool b was removed; also 1 breaking, 1 changed. 2 operations: 1 changed, 1 equal; 1 change in definitions.',
    );
    expect(verdictOf(comparison)).toMatchObject({ worst: 'breaking', counts: { breaking: 2, changed: 1 } });
  });

  test('says that a gate lets it pass', () => {
    const comparison = compare(called(1, 'a', {}, 'x'), called(1, 'a', {}, 'y'));
    expect(verdictLine(comparison, { failOn: 'breaking' })).toMatch(/^Changed: .* This passes: --fail-on breaking\.$/);
    expect(verdictLine(comparison)).not.toContain('passes');
  });

  test('of two that are the same is that', () => {
    const comparison = compare(called(1, 'a', {}, 'x'), called(1, 'a', {}, 'x'));
    expect(verdictLine(comparison, { failOn: 'any' })).toBe('Same: 1 operation: 1 equal.');
    expect(verdictOf(comparison).worst).toBe('same');
  });
});

describe('gates', () => {
  test('any is the narrowest, breaking the widest', () => {
    const weights = ['same', 'informational', 'changed', 'breaking'] as const;
    const passing = (gate: (typeof GATES)[number]): readonly string[] =>
      weights.filter((weight) => !failsAt(weight, gate));
    expect(passing('any')).toEqual(['same']);
    expect(passing('changed')).toEqual(['same', 'informational']);
    expect(passing('breaking')).toEqual(['same', 'informational', 'changed']);
  });

  test('`same` is what the gate `changed` lets pass, whatever is compared', () => {
    const line = fc.constantFrom(
      ...called(1, 'a', {}, 'x'),
      ...called(1, 'a', {}, 'y'),
      ...called(2, 'b', {}, 'z'),
      ...listing(ECHO),
      ...listing({ ...ECHO, title: 'T' }),
      ...listing(),
      LOG,
      '<{',
      '<{"jsonrpc":"2.0","method":"notifications/message"}',
    );
    const lines = fc.array(line, { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, fc.boolean(), fc.boolean(), (before, after, strict, checkLists) => {
        const comparison = compare(before, after, { strict, checkLists, latency: { ratio: 1, ms: 0 } });
        const { worst, counts } = verdictOf(comparison);
        expect(comparison.same).toBe(!failsAt(worst, 'changed'));
        expect(counts.breaking + counts.changed === 0).toBe(comparison.same);
        expect(findingsOf(comparison).every((each) => findingWords(comparison, each) !== '')).toBe(true);
        if (strict) expect(comparison.facts.length === 0 || !comparison.same).toBe(true);
        expect(compare(before, before, { strict, checkLists }).same).toBe(true);
      }),
    );
  });
});

describe('lists, where they are checked', () => {
  const pages = (...sizes: readonly (readonly string[])[]): string[] =>
    sizes.flatMap((names, at) =>
      asked(at + 1, 'tools/list', at === 0 ? undefined : { cursor: `c${at}` }, {
        tools: names.map((name) => ({ name })),
        ...(at + 1 < sizes.length ? { nextCursor: `c${at + 1}` } : {}),
      }),
    );
  const check = (before: string[], after: string[]): string[] => {
    expect(compare(before, after).lists).toEqual([]);
    return compare(before, after, { checkLists: true }).lists.map(
      ({ list, what, before: was, after: is }) => `${list} ${what}: ${is} (was: ${was})`,
    );
  };

  test('another order', () => {
    expect(check(pages(['a', 'b', 'c', 'd']), pages(['a', 'c', 'b', 'd']))).toEqual([
      'tools order: …, c, b, d (was: …, b, c, d)',
    ]);
  });
  test('another size of pages', () => {
    expect(check(pages(['a', 'b'], ['c']), pages(['a'], ['b'], ['c']))).toEqual([
      'tools page-size: 1 + 1 + 1 (was: 2 + 1)',
    ]);
    expect(check(pages(['a', 'b', 'c']), pages(['a', 'b'], ['c']))).toEqual(['tools page-size: 2 + 1 (was: 3)']);
  });
  test('what is new or gone is neither', () => {
    expect(check(pages(['a', 'b']), pages(['a', 'b'], ['c']))).toEqual([]);
    expect(check(pages(['a', 'b'], ['c']), pages(['a', 'b'], ['c', 'd'], ['e']))).toEqual([]);
    expect(check(pages(['a', 'b'], ['c']), pages(['x', 'a'], ['b', 'c']))).toEqual([]);
  });
});
