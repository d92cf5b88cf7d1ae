import { expect, test } from 'vitest';
import { readRules, wrongCommand } from '#shared/tap';

const deepRules = (depth: number): string =>
  `[{"name": "a", "when": "", "act": {"do": "answer", "result": ${'['.repeat(depth)}${']'.repeat(depth)}}}]`;

test('a file of rules has comments and trailing commas', () => {
  const rules = [
    { name: 'slow', when: 'method:tools/call', after: 1, times: 2, act: { do: 'delay', ms: 500 } },
    { name: 'other', when: '', act: { do: 'edit', set: [{ pointer: '/result/x' }, { pointer: '', value: null }] } },
    { name: 'down', when: 'tool:search', act: { do: 'fail', code: -32000, message: 'down', status: 503 } },
  ];
  expect(readRules(`// What goes wrong\n{"rules": ${JSON.stringify(rules).slice(0, -1)},],}`)).toEqual({
    orders: { breakpoints: [], rules, limit: 30_000 },
  });
});

test.each<[string, RegExp[]]>([
  ['', [/^1:1: value expected$/]],
  ['{"rules": [\n  {"name" "x"}]}', [/^2:11: colon expected$/]],
  ['[]', [/^1:1: the file must be an object/]],
  ['{}', [/^1:1: “rules” must be a list/]],
  ['{"rule": [], "rules": []}', [/^1:10: unknown member “rule”/]],
  [
    '{"rules": [{"name": "", "when": 1}]}',
    [/^1:21: “name” must be a string/, /^1:33: “when” must be a condition/, /^1:12: “do” must be one of delay,/],
  ],
  [
    '{"rules": [\n  {"name": "a", "when": "dur:>1s x:y", "act": {"do": "drop"}}]}',
    [/^2:25: “dur:>1s” is not a condition/, /^2:25: “x:y” is/],
  ],
  [
    '{"rules": [{"name": "a", "when": "", "act": {"do": "explode"}}]}',
    [/^1:52: “do” must be one of delay, drop, edit/],
  ],
  [
    '{"rules": [{"name": "a", "when": "", "act": {"do": "delay", "ms": -1, "s": 1}}]}',
    [/unknown member “s”/, /“ms” must be a whole number/],
  ],
  [
    '{"rules": [{"name": "a", "when": "", "act": {"do": "edit", "set": [{"pointer": "a"}]}}]}',
    [/“pointer” must be a JSON Pointer/],
  ],
  ['{"rules": [{"name": "a", "when": "", "act": {"do": "answer"}}]}', [/“result” is missing/]],
  [`${'['.repeat(200_000)}`, [/^1:1: /]],
  // A parser can read it, but not everything that takes orders.
  [`{"rules": ${deepRules(1000)}}`, [/^1:11: “rules” is nested too deeply$/]],
])('%#: says where what is wrong', (text, expected) => {
  const read = readRules(text);
  const wrong = 'wrong' in read ? read.wrong : [];
  expected.forEach((pattern, index) => expect(wrong[index]).toMatch(pattern));
  expect(wrong.length).toBeGreaterThanOrEqual(expected.length);
});

test('a command is taken only whole', () => {
  const isRight = (value: unknown): boolean => wrongCommand(value, []).length === 0;
  const orders = { breakpoints: [{ when: 'method:ping' }], rules: [], limit: 100 };
  expect(isRight({ type: 'orders', orders })).toBe(true);
  expect(isRight({ type: 'verdict', at: 7, verdict: { do: 'edit', text: '{}' } })).toBe(true);
  expect(isRight({ type: 'inject', to: 'client', text: '{}' })).toBe(true);
  for (const value of [
    undefined,
    null,
    'orders',
    {},
    { type: 'constructor' },
    { type: 'orders', orders: { ...orders, limit: 2 ** 31 } },
    { type: 'orders', orders: { ...orders, breakpoints: [{ when: 'dur:1' }] } },
    { type: 'orders', orders: { ...orders, rules: JSON.parse(deepRules(5000)) as unknown } },
    { type: 'verdict', at: -1, verdict: { do: 'drop' } },
    { type: 'verdict', at: 1, verdict: { do: 'kill' } },
    { type: 'verdict', at: 1, verdict: { do: 'repeat', times: 1e6 } },
    { type: 'inject', to: 'both', text: '' },
    { type: 'inject', to: 'client', text: 1 },
  ])
    expect(isRight(value)).toBe(false);
});
