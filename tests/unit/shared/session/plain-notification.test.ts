/** Texts that are known for notifications without reading them whole are what reading them whole gives. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from '#shared/jsonrpc';
import { plainNotification } from '#shared/session';
import { jsonText, mutatedJson } from '../../arbitraries.ts';
import { runs } from '../../seed.ts';

const plain = (params: object, method = 'notifications/message'): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params });

const value = fc.oneof(jsonText, mutatedJson, fc.constantFrom('7', '"a"', '{}', '[]', '{"a":[1,{"b":null}]}'));
const member = fc
  .tuple(
    fc.constantFrom('jsonrpc', 'method', 'params', 'id', 'result', 'error', 'meth\\u006fd', 'x'),
    fc.oneof(
      fc.constantFrom('"2.0"', '"2.0" ', '"notifications/message"', '"notifications/progress"', '"a\\u0062"', '{}'),
      fc
        .array(
          fc.tuple(
            fc.constantFrom('data', 'level', 'progressToken', 'progressToken', '_meta', '_met\\u0061', '"'),
            value,
          ),
          {
            maxLength: 3,
          },
        )
        .map((all) => `{${all.map(([name, each]) => `"${name}":${each}`).join(',')}}`),
      value,
    ),
  )
  .map(([name, each]) => `"${name}":${each}`);
/** Often a notification, in every order, with one member too many or too few, cut, or spaced. */
const texts = fc.oneof(
  fc
    .tuple(
      fc.shuffledSubarray(['"jsonrpc":"2.0"', '"method":"notifications/message"', '"params":{"data":1}'], {
        minLength: 2,
      }),
      fc.array(member, { maxLength: 2 }),
      fc.constantFrom(',', ' ,', ',\n\t', ',,', ', '),
      fc.constantFrom('', ' ', '\r', '}', '\u00a0'),
    )
    .map(([known, more, comma, end]) => `{${[...known, ...more].join(comma)}}${end}`),
  fc.array(member, { maxLength: 4 }).map((all) => `{${all.join(',')}}`),
  jsonText,
  mutatedJson,
);

test('what is known of a text is true, and that it has no fault', () => {
  let known = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const found = plainNotification(text);
      if (!found) return;
      known++;
      const decoded = decodeText(text);
      const { kind, method, params, faults } = found;
      expect(decoded).toEqual({ kind, method, params, faults });
      expect(Object.hasOwn(params, '_meta')).toBe(false);
      const given = new Map(Object.entries(params));
      if (method === 'notifications/progress') expect(given.get('progressToken')).toEqual(found.token);
      if (found.level !== undefined) expect(given.get('level')).toBe(found.level);
      expect(text.endsWith('}')).toBe(true);
    }),
    { numRuns: runs(5000) },
  );
  expect(known).toBeGreaterThan(0);
});

test.each([
  [
    plain({ level: 'info', logger: 'a', data: { n: 1, all: [1.5e-3, -0, true, false, null, 'é"\\\u0000'] } }),
    undefined,
  ],
  [plain({ progressToken: 'a', progress: 1 }, 'notifications/progress'), 'a'],
  [plain({ progressToken: 7, progress: 1 }, 'notifications/progress'), 7],
  ['{"method":"notifications/message","params":{},"jsonrpc":"2.0"}', undefined],
  ['{"method":"notifications/progress","params":{"progress":1,"progressToken":-1},"jsonrpc":"2.0"}', -1],
])('is known: %s', (text, token) => {
  const { method } = JSON.parse(text) as { method: string };
  expect(plainNotification(text)).toMatchObject({ method, token });
});

test.each([
  '',
  '{}',
  '{ "params" : { } , "method" : "notifications/message" , "jsonrpc" : "2.0" }',
  '{"jsonrpc":"2.0","method":"notifications/message","params":{},"jsonrpc":"2.0"}',
  '{"method":"notifications/message","params":{}}',
  plain({ progress: 1 }, 'notifications/progress'),
  plain({ progressToken: 1 }, 'notifications/progress').replace('1}', '01}'),
  plain({ progressToken: 1 }, 'notifications/progress').replace('1}', '1,"progressToken":2}'),
  plain({ level: 'info' }).replace('"}', '","level":"debug"}'),
  plain({ _meta: {} }),
  plain({ data: '[' }).replace('"["', `${'['.repeat(40)}${']'.repeat(40)}`),
  plain({ data: 'x'.repeat(70_000) }),
  plain({ progressToken: 1 }, 'notifications/progress').replace('1}', '9007199254740993}'),
  plain({ progressToken: {} }, 'notifications/progress'),
  plain({ progressToken: '\n' }, 'notifications/progress'),
  plain({ data: 1 }).replace('}}', '}} '),
  plain({ data: 1 }).replace('}}', '},"id":1}'),
  plain({ data: 1 }).replace('"2.0"', '"2.0","jsonrpc":"2.0"'),
  plain([1]),
])('is left to those who read it whole: %s', (text) => {
  expect(plainNotification(text)).toBeUndefined();
});
