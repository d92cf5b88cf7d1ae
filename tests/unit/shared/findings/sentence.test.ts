/** The sentence about a finding, with values that are there and values that are not. */
import { Validator, type Schema } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { sentenceOf } from '#shared/findings';
import { findingsWordsIn } from '#shared/findings/words';
import { leavesOf } from '#shared/mcp';
import { shortText } from '../../../../shared/findings/values.ts';

const CASES: readonly (readonly ['en' | 'zh-CN', string, readonly string[], string])[] = [
  ['en', 'rpc-version-field', ['"1.0"'], '`jsonrpc` is "1.0".'],
  ['en', 'rpc-version-field', [''], '`jsonrpc` is missing.'],
  ['en', 'auth-token-in-query', ['$&'], 'The URL has the parameter `$&`.'],
  [
    'en',
    'method-params-schema',
    ['/params/a', 'Type "number" is invalid. Expected "string".'],
    '`/params/a` does not fit the schema of the request: Type "number" is invalid. Expected "string".',
  ],
  [
    'zh-CN',
    'method-params-schema',
    ['/params/a', 'Type "number" is invalid. Expected "string".'],
    '`/params/a` 不符合请求的 schema：类型为 "number"，应为 "string"。',
  ],
  ['zh-CN', 'rpc-version-field', ['"1.0"'], '`jsonrpc` 为 "1.0"。'],
  ['zh-CN', 'rpc-version-field', [''], '`jsonrpc` 缺失。'],
  ['zh-CN', 'init-params-required', ['clientInfo', ''], '`initialize` 的参数中，`clientInfo` 缺失。'],
  ['zh-CN', 'http-session-header-missing', ['', '7f'], '`Mcp-Session-Id` 缺失，当前会话为 7f。'],
];

test.each(CASES)('%s: %s with %j', async (language, rule, found, sentence) => {
  expect(sentenceOf(await findingsWordsIn(language), { rule, found })).toBe(sentence);
});

const NONE: Schema = { not: {} };

test.each<[schema: Schema, value: unknown, english?: string]>([
  [{ type: ['string', 'null'] }, 1, 'Type "number" is invalid. Expected "string", "null".'],
  [{ const: { a: 1 } }, 1],
  [{ enum: ['a', 'b'] }, 'c', 'Value does not match any of ["a","b"].'],
  [{ enum: ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] }, 'warn'],
  [{ anyOf: [NONE, NONE] }, 1],
  [{ allOf: [NONE] }, 1],
  [{ oneOf: [{}, {}] }, 1],
  [{ not: {} }, 1],
  [{ if: {}, then: NONE }, 1],
  [{ required: ['a'] }, {}],
  [{ required: ['a name of so many characters that a sentence about it is cut before its end'] }, {}],
  [{ minProperties: 2 }, {}, 'Value has too few properties (at least 2).'],
  [{ maxProperties: 0 }, { a: 1 }, 'Value has too many properties (at most 0).'],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }],
  [{ propertyNames: NONE }, { a: 1 }],
  [{ minItems: 2 }, []],
  [{ maxItems: 1 }, [1, 2]],
  [{ uniqueItems: true }, [1, 1]],
  [{ contains: NONE }, [1]],
  [{ contains: NONE }, []],
  [{ minimum: 2 }, 1, '1 is less than 2.'],
  [{ maximum: 2 }, 3],
  [{ exclusiveMinimum: 2 }, 2, '2 is less than or equal to 2.'],
  [{ exclusiveMaximum: 2 }, 2, '2 is greater than or equal to 2.'],
  [{ multipleOf: 2 }, 3],
  [{ minLength: 2 }, 'a'],
  [{ maxLength: 1 }, 'ab'],
  [{ pattern: '^a' }, 'b'],
  [{ format: 'uri' }, ' '],
])('what does not fit %j is told in both languages', async (schema, value, english) => {
  const [leaf] = leavesOf(new Validator(schema, '2020-12', false).validate(value).errors, () => undefined);
  const message = leaf?.message ?? '';
  if (english !== undefined) expect(message).toBe(english);
  expect(message).not.toMatch(/\bInstance\b/u);
  const { report } = await findingsWordsIn('zh-CN');
  expect(report.misfit(message)).toMatch(/\p{Script=Han}/u);
  // As a finding keeps it.
  expect(report.misfit(shortText(message))).toMatch(/\p{Script=Han}/u);
});
